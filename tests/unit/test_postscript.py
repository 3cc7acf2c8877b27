"""The container of the Standard Puzzle Format: reading, exact error places, writing, byte for byte round trips."""

from __future__ import annotations

import math
import pickle
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwright.formats.errors import FormatError, Line, WriteError
from gridwright.formats.postscript import (
    MAX_DEPTH,
    CodedLine,
    Entry,
    Envelope,
    Name,
    PostScriptValue,
    Procedure,
    Real,
    Writable,
    looks_like_spf,
    new_envelope,
    read_envelopes,
    same,
    written,
)

SAMPLES = sorted((Path(__file__).parents[1] / "spf_samples").glob("*.spf"))

BARE = """\
<<
/type (kropki)
/sol false
/size 2
/puzzle [
(+-+-+)
(|2*1|)
(+O+O+)
(| O |)
(+-+-+) ]
>>
"""

PRINTABLE = """\
%!PS-Adobe-3.0 EPSF-3.0
%%Pages: 1
%%EndComments
/drawn { (a \\( string) show } bind def
<<
/format 1
/type (hitori)
/sol false
/X 2
/Y 2
/puzzle [
( 1 2)
( 1 1) ]
/solution [
(  )
(# ) ]
>> currentdict copy pop
/e { exch def } bind def
<</PageSize [100 100]>> setpagedevice
<48656c6c6f> show
<<
/Foo 1
>> def
<< /Bar 2
>> def
/type exch def
%%EOF
"""

GRAPH = """\
<<
/format 2
/type (fences)
/sol false
/node [
[ 0.693 0.40 ]
[ 1.386 0 ]
[ 2. -.5 ] ]
/edge [
[ 0 1 true ]
[ 1 2 false ] ]
/area [ ]
>>
"""

COMMENTED = """\
<< % the puzzle
% made by hand
/type (pills) % a name

/X   3
% between
%% two
/puzzle [ (a) (b)
]
% the end

>>"""


def one(text: str) -> Envelope:
    (envelope,) = read_envelopes(text)
    return envelope


def entry_of(source: str) -> Entry:
    entry = one(f"<<\n{source}\n>>\n").get("k")
    assert entry is not None
    return entry


def value_of(source: str) -> PostScriptValue:
    return entry_of(f"/k {source}").value


def string_of(source: str) -> Line:
    line = value_of(source)
    assert isinstance(line, Line)
    return line


def fault_of(text: str) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read_envelopes(text)
    return caught.value


class TestDictionary:
    def test_parts_of_a_printable_file(self) -> None:
        envelope = one(PRINTABLE)
        assert envelope.prolog == PRINTABLE[: PRINTABLE.index("<<")]
        assert envelope.epilog == PRINTABLE[PRINTABLE.index(">> currentdict") :]
        assert envelope.opening == "<<\n"
        assert [entry.key for entry in envelope.entries] == ["format", "type", "sol", "X", "Y", "puzzle", "solution"]
        assert (envelope.line, envelope.column) == (5, 1)

    def test_values_of_a_bare_dictionary(self) -> None:
        envelope = one(BARE)
        assert envelope.prolog == "" and envelope.epilog == ">>\n"
        values = {entry.key: entry.value for entry in envelope.entries}
        assert values["type"] == Line("kropki", 2, 8)
        assert values["sol"] is False
        assert values["size"] == 2
        assert values["puzzle"] == [
            Line("+-+-+", 6, 2),
            Line("|2*1|", 7, 2),
            Line("+O+O+", 8, 2),
            Line("| O |", 9, 2),
            Line("+-+-+", 10, 2),
        ]

    def test_graph_arrays(self) -> None:
        envelope = one(GRAPH)
        node, edge, area = (envelope.get(key) for key in ("node", "edge", "area"))
        assert node and edge and area
        assert node.value == [[0.693, 0.4], [1.386, 0], [2.0, -0.5]]
        assert edge.value == [[0, 1, True], [1, 2, False]]
        assert area.value == []

    def test_comments_belong_to_the_entry_below(self) -> None:
        kind, x, puzzle = one(COMMENTED).entries
        assert (kind.before, kind.source, kind.after) == ("% made by hand\n", "/type (pills)", " % a name\n")
        assert (x.before, x.source, x.after) == ("\n", "/X   3", "\n")
        assert (puzzle.before, puzzle.source, puzzle.after) == ("% between\n%% two\n", "/puzzle [ (a) (b)\n]", "\n")
        assert one(COMMENTED).closing == "% the end\n\n"
        assert [entry.line for entry in one(COMMENTED).entries] == [3, 5, 8]

    def test_missing_key(self) -> None:
        assert one(BARE).get("solution") is None

    def test_empty_dictionary(self) -> None:
        envelope = one("<<\n>>")
        assert envelope.entries == () and envelope.epilog == ">>"

    def test_first_dictionary_may_begin_inside_a_line_and_needs_no_type(self) -> None:
        envelope = one("gsave <<\n/X 1\n>>")
        assert envelope.prolog == "gsave " and envelope.column == 7

    def test_end_inside_strings_is_no_end(self) -> None:
        envelope = one("<<\n/type (pentopia)\n/puzzle [\n(>> )\n(\n>>) ]\n>>\n")
        assert envelope.epilog == ">>\n"

    def test_keys_are_case_sensitive(self) -> None:
        assert [entry.value for entry in one("<<\n/x 1\n/X 2\n>>\n").entries] == [1, 2]

    def test_error_of_the_whole_dictionary(self) -> None:
        fault = one("a\nb <<\n>>").error("no type", expected="/type")
        assert (fault.line, fault.column, fault.expected) == (2, 3, "/type")

    @pytest.mark.parametrize("text", [BARE, PRINTABLE, GRAPH, COMMENTED, BARE + PRINTABLE + BARE], ids=range(5))
    @pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
    def test_round_trip(self, text: str, newline: str) -> None:
        told = text.replace("\n", newline)
        envelopes = read_envelopes(told)
        assert "".join(envelope.text() for envelope in envelopes) == told
        plain = read_envelopes(text)
        assert len(envelopes) == len(plain)
        for a, b in zip(envelopes, plain, strict=True):
            assert [(entry.key, entry.value, entry.line) for entry in a.entries] == [
                (entry.key, entry.value, entry.line) for entry in b.entries
            ]
            assert a.newline == newline

    @pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
    def test_samples_round_trip(self, path: Path) -> None:
        text = path.read_bytes().decode("utf-8")
        envelopes = read_envelopes(text)
        assert "".join(envelope.text() for envelope in envelopes) == text
        for envelope in envelopes:
            fresh = new_envelope({entry.key: entry.value for entry in envelope.entries})
            again = one(fresh.text())
            assert all(same(again.get(e.key).value, e.value) for e in envelope.entries)  # type: ignore[union-attr]

    def test_can_be_pickled(self) -> None:
        text = GRAPH.replace("/area [ ]", "/area [ /Name { a b } (x\\\ny) null ]")
        envelope = one(text)
        again = pickle.loads(pickle.dumps(envelope))
        assert again == envelope and again.text() == text
        assert again.get("node").value[0][1].spelling == "0.40"
        assert [type(item) for item in again.get("area").value] == [Name, Procedure, CodedLine, type(None)]


class TestSeveral:
    @pytest.mark.parametrize(
        ("epilog", "prolog"),
        [
            (">>\n", ""),
            (">> pop\n", "%!PS-Adobe\n%%Pages: 1\nsome code\n"),
            (">> pop\n%!PS\n<</A 1>> def\n%%EOF\n", "%!PS-Adobe\n"),
            (">> pop\n", "\ufeff%!PS-Adobe\n"),
            (">> pop\n%%EOF\n", ""),
            (">> pop\n%%EOF\n", "% second\n/a 1 def\n"),
            (">> pop\n/a 1 def\n", "\n% second\n\n"),
            (">> % no comment of the next one\n", "% second\n"),
            (">>\n%!PS\n<< /A 1 >> def\n", "x\n"),
            (">>\n% << in a comment\n", "% second\n"),
            (">> pop\n(a string %!PS) show\n", ""),
        ],
    )
    @pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
    def test_division(self, epilog: str, prolog: str, newline: str) -> None:
        head, tail = "<<\n/type (a)\n", "<<\n/X 1\n/type (b)\n>>"
        text = (head + epilog + prolog + tail).replace("\n", newline)
        first, second = read_envelopes(text)
        assert (first.epilog, second.prolog) == (epilog.replace("\n", newline), prolog.replace("\n", newline))
        assert first.text() + second.text() == text
        for envelope in (first, second):  # each can be read by itself
            assert one(envelope.text()).text() == envelope.text()

    def test_places_count_through_the_whole_text(self) -> None:
        second = read_envelopes(BARE + BARE)[1]
        kind = second.get("type")
        assert kind and kind.value == Line("kropki", 13, 8) and kind.line == 13

    @pytest.mark.parametrize(
        "code",
        [
            "<< /Foo 1 >> def",
            "<</PageSize [1 2]>> setpagedevice\n/type exch def",
            "<<\n/Foo 1\n>> def\n/type (a) def",
            "<<\n/Foo 1 >> def\n/type (a) def",
            "<< /Foo << /Bar 1 >> >> def\n/type (a) def",
            "  <<\n/type (a)\n>> def",
            "/d <<\n/type (a)\n>> def",
            "<48656c6c6f> show",
            "% it's a comment: (\n(<<\n) pop",
            "<<\n/a (/type)\n % /type\n /type 1\n/types 1\n>> pop",
            "<< never closed",
        ],
    )
    def test_code_in_an_epilog_is_no_puzzle(self, code: str) -> None:
        text = f"<<\n/type (a)\n>> currentdict copy pop\n{code}\n%%EOF\n"
        assert one(text).text() == text
        assert len(read_envelopes(text + BARE)) == 2

    def test_a_further_dictionary_is_found_behind_strings_and_nested_dictionaries(self) -> None:
        assert len(read_envelopes(BARE + "<<\n/puzzle [ (>>) (\\)>>) ] % >>\n/type (a)\n>>")) == 2
        # a dictionary as a value cannot be read, but its puzzle must not be lost silently
        assert fault_of(BARE + "<<\n/A << /B 1 >>\n/type (a)\n>>").line == 13

    def test_a_malformed_further_puzzle_is_an_error(self) -> None:
        fault = fault_of(BARE + "<<\n/type (b)\n/X\n>>")
        assert (fault.line, fault.column, fault.code) == (14, 3, "no-value")
        assert fault_of(BARE + "<< 1\n/type (b)\n>>").line == 12


class TestValues:
    @pytest.mark.parametrize(
        ("source", "value"),
        [
            ("0", 0),
            ("-12", -12),
            ("+007", 7),
            ("-0", 0),
            ("999999999999999999", 10**18 - 1),
            ("0" * 5000 + "1", 1),
            ("true", True),
            ("false", False),
            ("null", None),
            ("[ ]", []),
            ("[]", []),
            ("[1 [2[3]]4]", [1, [2, [3]], 4]),
            ("[ true null % ] comment\n false ]", [True, None, False]),
            ("\n% the value follows\n 5", 5),
            ("5% comment", 5),
        ],
    )
    def test_scalars_and_arrays(self, source: str, value: PostScriptValue) -> None:
        assert same(value_of(source), value)

    @pytest.mark.parametrize("source", ["0.4", "0.40", "-.002", "-1.", "+1.5e3", "1E-5", "123.6e10", "1e5"])
    def test_reals_keep_their_spelling(self, source: str) -> None:
        real = value_of(source)
        assert isinstance(real, Real)
        assert real == float(source) and real.spelling == str(real) == source
        assert repr(real) == f"Real({source!r})"
        assert written(real) == source

    def test_names(self) -> None:
        name = value_of("/Foo-1.x")
        assert isinstance(name, Name) and name == "Foo-1.x" and repr(name) == "Name('Foo-1.x')"
        assert value_of("[/a/b /]") == ["a", "b", ""]

    @pytest.mark.parametrize(
        "source",
        [
            "{}",
            "{ exch def }",
            "{ { a } { b } ifelse }",
            "{ (}) pop }",
            "{ % }\n }",
            "{ (\\)}(})) /a 1 }",
            "{\n/X 1\n>>\n}",
        ],
    )
    def test_procedures_are_kept_as_they_are(self, source: str) -> None:
        procedure = value_of(source)
        assert isinstance(procedure, Procedure) and procedure == source
        assert repr(procedure) == f"Procedure({source!r})"
        assert written(procedure) == source

    @pytest.mark.parametrize(
        ("source", "text", "columns"),
        [
            ("()", "", None),
            ("(a b)", "a b", None),
            ("(% no comment)", "% no comment", None),
            ("(a(b(c))d)", "a(b(c))d", None),
            (r"(\n\r\t\b\f\\\(\))", "\n\r\t\b\f\\()", (5, 7, 9, 11, 13, 15, 17, 19)),
            (r"(a\(b)", "a(b", (5, 6, 8)),
            (r"(\101\60x\0)", "A0x\0", (5, 9, 12, 13)),
            (r"(\1234\777)", "S4\xff", (5, 9, 10)),
            (r"(\8\q)", "8q", (5, 7)),
            ("(ü\u2028€)", "ü\u2028€", None),
            ("<48656c6c6f>", "Hello", (5, 7, 9, 11, 13)),
            ("<4 8\t657>", "Hep", (5, 9, 11)),
            ("<fC>", "ü", (5,)),
            ("<>", "", None),
        ],
    )
    def test_strings(self, source: str, text: str, columns: tuple[int, ...] | None) -> None:
        line = string_of(source)
        assert line.text == text
        if columns is not None:
            assert isinstance(line, CodedLine)
            assert [line.place_of(i) for i in range(len(text))] == [(2, column) for column in columns]
        assert (line.number, line.column) == (2, 5)

    def test_strings_of_one_line_know_their_places(self) -> None:
        value = value_of("[(ab)(c) (d\\)e)\n  (f) ]")
        coded = CodedLine("d)e", 2, 14, source="d\\)e")
        assert value == [Line("ab", 2, 6), Line("c", 2, 10), coded, Line("f", 3, 4)]
        assert [coded.column_of(i) for i in range(4)] == [14, 15, 17, 18]

    @pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
    def test_strings_over_several_lines(self, newline: str) -> None:
        line = string_of(f"(ab{newline}cd\\{newline}e)")
        assert isinstance(line, CodedLine)
        assert line.text == "ab\ncde"
        assert [line.place_of(i) for i in range(6)] == [(2, 5), (2, 6), (2, 7), (3, 1), (3, 2), (4, 1)]
        fault = line.error("wrong", 5, expected="x")
        assert (fault.line, fault.column, fault.expected) == (4, 1, "x")
        assert line.error("wrong", 6).line == 4

    def test_hex_strings_over_several_lines(self) -> None:
        line = string_of("<41\n42 4\n3>")
        assert isinstance(line, CodedLine)
        assert line.text == "ABC"
        assert [line.place_of(i) for i in range(3)] == [(2, 5), (3, 1), (3, 4)]
        assert string_of("<\n>").error("empty").line == 2

    def test_places_of_items(self) -> None:
        node = one(GRAPH).get("node")
        assert node
        assert node.place() == (5, 7)
        assert node.place(0) == (6, 1)
        assert node.place(2, 1) == (8, 6)
        assert node.place(9, 9) == (5, 7)
        fault = node.error("too far", 2, 1, expected="less", found="much", code="far")
        assert fault == FormatError("too far", 8, 6, "less", "much", code="far")
        x = one(COMMENTED).get("X")
        assert x and x.place() == (5, 6)

    def test_nesting_up_to_the_limit(self) -> None:
        value = value_of("[" * MAX_DEPTH + "]" * MAX_DEPTH)
        assert value_of(written(value)) == value
        assert len(str(value_of("{" * MAX_DEPTH + "}" * MAX_DEPTH))) == 2 * MAX_DEPTH
        assert string_of("(" * 5000 + ")" * 5000).text == "(" * 4999 + ")" * 4999


class TestErrors:
    @pytest.mark.parametrize(
        ("text", "line", "column", "code", "expected", "found"),
        [
            ("", 1, 1, "no-dictionary", '"<<"', "the end of the text"),
            ("%!PS\nshow", 2, 5, "no-dictionary", '"<<"', "the end of the text"),
            ("%\n<<", 2, 1, "unclosed-dictionary", '">>" at the start of a line', "the end of the text"),
            ("<<\n/X 1", 1, 1, "unclosed-dictionary", '">>" at the start of a line', "the end of the text"),
            ("<<\n/X 1 % a", 1, 1, "unclosed-dictionary", '">>" at the start of a line', "the end of the text"),
            ("<<\n/X 1\n% >>", 1, 1, "unclosed-dictionary", '">>" at the start of a line', "the end of the text"),
            ("<< /X 1\n>>", 1, 4, "junk", "the end of the line", "'/X 1'"),
            ("<<>>", 1, 3, "junk", "a newline", "'>>'"),
            ("<<\n/X 1 >>", 2, 6, "junk", "a newline", "'>>'"),
            ("<<\n/X 1 2\n>>", 2, 6, "junk", "the end of the line", "'2'"),
            ("<<\n/X 1 /Y 2\n>>", 2, 6, "junk", "the end of the line", "'/Y 2'"),
            ("<<\n/X (a))\n>>", 2, 7, "junk", "the end of the line", "')'"),
            ("<<\n/X 1\n  /Y 2 3\n>>", 3, 8, "junk", "the end of the line", "'3'"),
            ("<<\r\n/X 1\r\n(a)\r\n>>", 3, 1, "junk", 'a key or ">>" at the start of a line', "'(a)'"),
            ("<<\n<<\n>>", 2, 1, "junk", 'a key or ">>" at the start of a line', "'<<'"),
            ("<<\n/X\n/Y 2\n>>", 2, 3, "no-value", None, "the end of the entry"),
            ("<<\n/X\n>>", 2, 3, "no-value", None, "the end of the entry"),
            ("<<\n/X >>", 2, 3, "no-value", None, "the end of the entry"),
            ("<<\n/X", 2, 3, "no-value", None, "the end of the text"),
            ("<<\n/ 1\n>>", 2, 2, "bad-key", "a letter, a digit or an underscore", "' 1'"),
            ("<<\n/\n>>", 2, 2, "bad-key", "a letter, a digit or an underscore", "the end of the line"),
            ("<<\n/a-b 1\n>>", 2, 3, "bad-key", "a blank, or one more letter, digit or underscore", "'-b 1'"),
            ("<<\n/a[1]\n>>", 2, 3, "bad-key", "a blank, or one more letter, digit or underscore", "'[1]'"),
            ("<<\n/ä 1\n>>", 2, 2, "bad-key", "a letter, a digit or an underscore", "'ä 1'"),
            ("<<\n/X 1\n% a\n/X 1\n>>", 4, 1, "duplicate-key", "each key once", ""),
            ("<<\n/a False\n>>", 2, 4, "bad-value", None, "'False'"),
            ("<<\n/a nurikabe\n>>", 2, 4, "bad-value", "(nurikabe)", "'nurikabe'"),
            ("<<\n/a [ 1 2x ]\n>>", 2, 8, "bad-value", None, "'2x'"),
            ("<<\n/a 1.2.3\n>>", 2, 4, "bad-value", None, "'1.2.3'"),
            ("<<\n/a ]\n>>", 2, 4, "bad-value", None, "']'"),
            ("<<\n/a )\n>>", 2, 4, "bad-value", None, "')'"),
            ("<<\n/a [ } ]\n>>", 2, 6, "bad-value", None, "'} ]'"),
            ("<<\n/a << /b 1 >>\n>>", 2, 4, "bad-value", None, "'<< /b 1 >>'"),
            ("<<\n/a <4x>\n>>", 2, 4, "bad-value", None, "'<4x>'"),
            ("<<\n/a 1000000000000000000\n>>", 2, 4, "bad-number", "at most 18 digits", "'1000000000000000000'"),
            ("<<\n/a -1e999\n>>", 2, 4, "bad-number", "at most 18 digits", "'-1e999'"),
            ("<<\n/a [\n(b\n(c) ]\n>>", 3, 1, "unclosed-string", '")"', "the end of the text"),
            ("<<\n/a [ (b\\) ]\n>>", 2, 6, "unclosed-string", '")"', "the end of the text"),
            ("<<\n/a [\n(b)\n/c 1\n>>", 4, 1, "unclosed-array", '"]"', "'/c 1'"),
            ("<<\n/a [\n(b)\n>>\n", 4, 1, "unclosed-array", '"]"', "'>>'"),
            ("<<\n/a [\n[ 1 2 ]\n [", 4, 2, "unclosed-array", '"]"', "the end of the text"),
            ("<<\n/a {\n( } ) {\n }\n>>\n", 2, 4, "unclosed-procedure", '"}"', "the end of the text"),
            ("<<\n/a " + "[" * 33, 2, 36, "too-deep", "at most 32 inside each other", "'['"),
            ("<<\n/a " + "{" * 33, 2, 36, "too-deep", "at most 32 inside each other", "'{'"),
        ],
    )
    def test_places(self, text: str, line: int, column: int, code: str, expected: str | None, found: str) -> None:
        fault = fault_of(text)
        assert (fault.line, fault.column, fault.code) == (line, column, code)
        assert fault.found == found
        if expected is None:
            expected = "a number, true, false, null, a name, a string, an array or a procedure"
        assert fault.expected == expected

    def test_keys_may_be_indented(self) -> None:
        text = "%!PS\n<<\n  /a 1\n\t/b [\n(c) ]\n % d\n  /e (f)\n  >>\n<<\n  /type (a)\n  /g h\n>>\n"
        first, *_ = read_envelopes(text[: text.index("<<\n  /type")])
        assert first.text() == text[: text.index("<<\n  /type")]
        assert [(entry.key, entry.column, entry.place()) for entry in first.entries] == [
            ("a", 3, (3, 6)), ("b", 2, (4, 5)), ("e", 3, (7, 6))]
        changed = first.with_values({"a": 2, "e": None}).text()
        assert changed == "%!PS\n<<\n  /a 2\n\t/b [\n(c) ]\n  >>\n"
        fault = fault_of(text)
        assert (fault.line, fault.column) == (11, 6), "the second dictionary is a puzzle as well"

    def test_forgotten_bracket_tells_where_the_array_began(self) -> None:
        assert "line 2, column 4" in fault_of("<<\n/a [\n(b)\n/c 1\n>>").what

    def test_found_is_short(self) -> None:
        assert len(fault_of("<<\n/a " + "x" * 100_000).found) < 40

    @pytest.mark.parametrize(
        "body",
        [
            "(" * 1_000_000,
            "[" * 1_000_000,
            "{" * 1_000_000,
            "<<" * 500_000,
            " " * 1_000_000,
            "\n" * 1_000_000,
            "9" * 1_000_000,
            "9." * 500_000,
            "<" + "4" * 1_000_000,
            "%" * 1_000_000,
            "{" + "(" * 1_000_000,
        ],
        ids=lambda body: body[:2],
    )
    def test_large_faulty_values(self, body: str) -> None:
        fault_of("<<\n/type (a)\n/k " + body)

    @pytest.mark.parametrize(
        "epilog", ["<<\n" * 300_000, "<<\n(\\(" * 150_000, "(" * 1_000_000, "\n%%EOF<<" * 120_000], ids=range(4)
    )
    def test_large_epilogs(self, epilog: str) -> None:
        first, second = read_envelopes("<<\n/type (a)\n>>\n" + epilog + "\n" + BARE)
        assert first.text() + second.text() == "<<\n/type (a)\n>>\n" + epilog + "\n" + BARE


class TestWriting:
    @pytest.mark.parametrize(
        ("value", "text"),
        [
            (5, "5"),
            (-5, "-5"),
            (False, "false"),
            (True, "true"),
            (None, "null"),
            (0.5, "0.5"),
            (1e22, "1e+22"),
            (Real("0.40"), "0.40"),
            ("hitori", "(hitori)"),
            (Line("hitori", 7), "(hitori)"),
            ("", "()"),
            (Name("Foo"), "/Foo"),
            (Procedure("{ a }"), "{ a }"),
            ("a\\b", "(a\\\\b)"),
            ("(a)(b(c))", "((a)(b(c)))"),
            ("a)b(", "(a\\)b\\()"),
            ("((a)", "(\\((a))"),
            ("a\n\r\t\b\f\0\x7f\x85", "(a\\n\\r\\t\\b\\f\\000\\177\\205)"),
            ("1\x001", "(1\\0001)"),
            ("Zoë €", "(Zoë €)"),
            ([], "[ ]"),
            ([1, 2, 3], "[ 1 2 3 ]"),
            ((1, 0.5, True, None, Name("a")), "[ 1 0.5 true null /a ]"),
            (["ab", "cd"], "[\n(ab)\n(cd) ]"),
            ([[0.693, 0.4], [1, 0]], "[\n[ 0.693 0.4 ]\n[ 1 0 ] ]"),
            ([[]], "[\n[ ] ]"),
            ([["a", "b"], ["c"]], "[ [\n(a)\n(b) ] [\n(c) ] ]"),
            ([["a"], 1], "[ [\n(a) ]\n1 ]"),
            ([[[1, 2]]], "[ [\n[ 1 2 ] ] ]"),
            ([Name("a"), "b", Name("c")], "[ /a (b) /c ]"),
            ([Procedure("{}"), Procedure("{ 1 }")], "[\n{}\n{ 1 } ]"),
        ],
    )
    def test_canonical_form(self, value: Writable, text: str) -> None:
        assert written(value) == text
        assert same(value_of(text), value)

    def test_newlines_of_choice(self) -> None:
        assert written(["a", ["b"]], "\r\n") == "[\r\n(a) [\r\n(b) ] ]"

    @pytest.mark.parametrize(
        "value",
        [
            math.inf,
            math.nan,
            10**18,
            -(10**18),
            Name("a b"),
            Name("("),
            Procedure("a"),
            Procedure("{"),
            Procedure("{}{}"),
            Procedure("{} "),
            Real("5"),
            Real("inf"),
            Real(" 5.5"),
        ],
    )
    def test_what_cannot_be_written(self, value: Writable) -> None:
        with pytest.raises(WriteError):
            written(value)
        with pytest.raises(WriteError):
            new_envelope({"k": [value]})

    def test_nesting_is_limited(self) -> None:
        value: list[Writable] = []
        value.append(value)
        with pytest.raises(WriteError, match="32"):
            written(value)

    def test_new_envelope(self) -> None:
        envelope = new_envelope(
            {
                "solution": ["12", "21"],
                "puzzle": ["..", ".."],
                "digits": 2,
                "Y": 2,
                "X": 2,
                "max": 5,
                "author": None,
                "description": ["two", "lines"],
                "sol": False,
                "type": "hitori",
                "format": 1,
            }
        )
        text = (
            "<<\n/format 1\n/type (hitori)\n/sol false\n/description [\n(two)\n(lines) ]\n/X 2\n/Y 2\n/digits 2\n"
            "/max 5\n/puzzle [\n(..)\n(..) ]\n/solution [\n(12)\n(21) ]\n>>\n"
        )
        assert envelope.text() == text
        assert [(entry.line, entry.place()) for entry in envelope.entries] == [(0, (0, 0))] * 10
        assert one(text).text() == text
        assert new_envelope({}).text() == "<<\n>>\n"

    @pytest.mark.parametrize("key", ["", "a b", "a-b", "ä", "/a", "a\n"])
    def test_bad_keys(self, key: str) -> None:
        with pytest.raises(WriteError):
            new_envelope({key: 1})


class TestChanges:
    def test_nothing_changed(self) -> None:
        envelope = one(PRINTABLE)
        values: dict[str, Writable] = {entry.key: entry.value for entry in envelope.entries}
        assert envelope.with_values(values) == envelope
        assert envelope.with_values({}) == envelope
        assert envelope.with_values({"nothing": None}) == envelope

    def test_equal_values_keep_their_spelling(self) -> None:
        envelope = one("<<\n/a 007\n/b 0.50\n/c (\\101)\n/d [1(x)]\n>>")
        assert envelope.with_values({"a": 7, "b": 0.5, "c": "A", "d": (1, "x")}) == envelope

    def test_kinds_differ(self) -> None:
        envelope = one("<<\n/a 1\n/b 1.0\n/c (x)\n/d true\n>>")
        changed = envelope.with_values({"a": True, "b": 1, "c": Name("x"), "d": [1]})
        assert changed.text() == "<<\n/a true\n/b 1\n/c /x\n/d [ 1 ]\n>>"

    def test_replace_keeps_place_and_comments(self) -> None:
        changed = one(COMMENTED).with_values({"X": 4, "puzzle": ["c"]})
        assert changed.text() == COMMENTED.replace("/X   3", "/X 4").replace("/puzzle [ (a) (b)\n]", "/puzzle [\n(c) ]")

    def test_delete(self) -> None:
        changed = one(PRINTABLE).with_values({"solution": None, "format": None})
        assert changed.text() == PRINTABLE.replace("/format 1\n", "").replace("/solution [\n(  )\n(# ) ]\n", "")

    def test_new_keys_come_in_the_usual_order(self) -> None:
        changed = one(BARE).with_values({"solution": ["12"], "author": "me", "digits": 1, "max": 2, "format": 1})
        assert [entry.key for entry in changed.entries] == [
            "format",
            "type",
            "sol",
            "author",
            "size",
            "digits",
            "max",
            "puzzle",
            "solution",
        ]
        assert one(changed.text()).text() == changed.text()

    def test_new_keys_use_the_files_newlines(self) -> None:
        changed = one(BARE.replace("\n", "\r\n")).with_values({"solution": ["12", "21"]})
        assert changed.text().endswith("(+-+-+) ]\r\n/solution [\r\n(12)\r\n(21) ]\r\n>>\r\n")
        assert "\n" not in changed.text().replace("\r\n", "")
        mac = one(BARE.replace("\n", "\r")).with_values({"size": 3})
        assert "/size 3\r" in mac.text()

    def test_changes_leave_the_original_alone(self) -> None:
        envelope = one(BARE)
        envelope.with_values({"size": 9})
        assert envelope.text() == BARE

    def test_prolog_and_epilog_can_be_replaced(self) -> None:
        assert replace(one(BARE), prolog="%!PS\n", epilog=">> pop\n").text() == "%!PS\n" + BARE[:-1] + " pop\n"


class TestSniff:
    @pytest.mark.parametrize("text", [BARE, PRINTABLE, GRAPH, COMMENTED, BARE.replace("\n", "\r"), "<<\n/type\n("])
    def test_spf(self, text: str) -> None:
        assert looks_like_spf(text)

    @pytest.mark.parametrize(
        "text",
        ["<<", "<< /type (a) >>", "<<\n/types (a)", "<<\n/type 1", "\ufeff% mine\n\n  <<\n/X 3", "%!PS-Adobe-3.0\nshow",
         "mine\n<<\n  /type (a)"],
    )
    def test_spf_with_a_mistake(self, text: str) -> None:
        assert looks_like_spf(text)

    @pytest.mark.parametrize("text", ["", "/type (a)\n<<", "a <<", "<a>", "% a", "a\n<<\n/types (a)", "a\n<<\n/type 1"])
    def test_other(self, text: str) -> None:
        assert not looks_like_spf(text)

    def test_long_texts(self) -> None:
        assert not looks_like_spf("a <<" + "\n/type    " * 100_000)
        assert not looks_like_spf("\n% a\n" * 100_000)


# --- properties ---

texts = st.text(st.characters(codec="utf-8"))
names = st.text(st.characters(codec="utf-8", exclude_characters="\0\t\n\f\r ()<>[]{}/%")).map(Name)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**18) + 1, 10**18 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.from_regex(r"[+-]?[0-9]{1,5}\.[0-9]{0,5}(e-?[0-9])?", fullmatch=True).map(Real),
    names,
    texts,
    st.text("()\\\n01").map(lambda text: Line(text, 3)),
    st.sampled_from(["{}", "{ exch { def } }", "{ (}) }", "{\n/a 1\n}"]).map(Procedure),
)
values: st.SearchStrategy[Writable] = st.recursive(scalars, st.lists)
keys = st.text("abXY_09", min_size=1, max_size=3)
newlines = st.sampled_from(["\n", "\r\n", "\r"])
fragments = st.sampled_from(
    [
        *("<<", ">>", "\n>>", "\n", "\r\n", "\r", "\n<<\n/type (a)\n", "\n/type ", "\n/a ", "%!PS", "%%EOF"),
        *("-.5", "true", "41", "(abc)", "[ 1 ]", *"/()[]{}<>%\\1 \t\0ü"),
    ]
)


@settings(deadline=None)
@given(values, newlines)
def test_written_values_are_read_back(value: Writable, newline: str) -> None:
    envelope = replace(new_envelope({}), opening="<<" + newline).with_values({"k": value})
    if value is None:
        assert envelope.entries == ()
        return
    again = one(envelope.text()).get("k")
    assert again is not None
    assert same(again.value, value)
    assert written(again.value, newline) == written(value, newline)


@settings(deadline=None)
@given(st.dictionaries(keys, scalars | st.lists(scalars, max_size=3), max_size=6))
def test_new_envelopes_are_read_back(given_values: dict[str, Writable]) -> None:
    envelope = new_envelope(given_values)
    again = one(envelope.text())
    assert again.text() == envelope.text()
    assert [entry.key for entry in again.entries] == [entry.key for entry in envelope.entries]
    assert again.with_values(given_values) == again


@settings(deadline=None)
@given(st.text() | st.lists(fragments).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    for body in (text, "<<" + text, "<<\n/k " + text, "<<\n/k [" + text + "]\n>>", "<<\n>>" + text):
        looks_like_spf(body)
        try:
            envelopes = read_envelopes(body)
        except FormatError as fault:
            assert fault.line >= 1 and fault.column >= 1 and fault.expected
            assert fault.found or fault.code == "duplicate-key"  # which says what was found in its first words
            continue
        assert "".join(envelope.text() for envelope in envelopes) == body
        for envelope in envelopes:
            assert "<<" not in envelope.prolog
            alone = one(envelope.text())
            assert alone.text() == envelope.text() and len(alone.entries) == len(envelope.entries)


@settings(deadline=None)
@given(st.text("ab()\\\n\r01 ") | texts)
def test_characters_know_their_places(text: str) -> None:
    source = "<<\n/k " + written(text).replace("\\n", "\n") + "\n>>"
    entry = one(source).get("k")
    assert entry and isinstance(entry.value, Line)
    rows = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for i, char in enumerate(entry.value.text):
        fault = entry.value.error("here", i)
        told = (rows[fault.line - 1] + "\n")[fault.column - 1]
        assert told in (char, "\\")
