"""The container of the Standard Puzzle Format: a PostScript dictionary between a prolog and an epilog.

Nothing is executed. A text is cut into envelopes, one for each puzzle dictionary, and nothing of it is lost: the texts
of all envelopes, one behind the other, are the text that was read, byte for byte. What the entries mean is told by the
modules of the genres.

The form that is read::

    prolog                      anything without "<<"
    <<                          then nothing but blanks or a comment on this line
    /key value                  the slash is the first character of its line, white space follows the key
    >>                          the first two characters of a line
    epilog                      anything

Values are integers, reals, true, false, null, /names, (strings), <hex strings>, [arrays] and {procedures}. Between two
tokens stand white space and comments from % to the end of the line. Lines may end in LF, CRLF or CR.

A further dictionary in the epilog belongs to a further puzzle if its "<<" begins a line and a line with the key /type
comes before the dictionary's end; all other "<<" there are drawing code. The text between two puzzles is divided by the
first of these rules that applies: the next prolog begins with the last line that begins "%!PS"; behind the last line
that begins "%%EOF"; with the comments and blank lines directly above its "<<". It never contains "<<", so that the
text of each envelope can be read by itself.

Bytes written as numbers (\\ddd in strings, pairs of digits in hex strings) become the characters with these numbers.
"""

from __future__ import annotations

from .dictionaries import looks_like_spf, read_envelopes
from .envelope import Entry, Envelope, new_envelope
from .strings import CodedLine
from .values import MAX_DEPTH, Name, Procedure, Real, Value, Writable, same
from .writing import written

__all__ = [
    "MAX_DEPTH", "CodedLine", "Entry", "Envelope", "Name", "Procedure", "Real", "Value", "Writable", "looks_like_spf",
    "new_envelope", "read_envelopes", "same", "written",
]
