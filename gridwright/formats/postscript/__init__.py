"""The container of the Standard Puzzle Format: a PostScript dictionary between a prolog and an epilog.

Nothing is executed. A text is split into envelopes, one for each puzzle dictionary. Joined, the texts of all envelopes
are the text that was read, byte for byte. What the entries mean is up to the package ``spf``.

The form that is read::

    prolog                      anything without "<<"
    <<                          only blanks or a comment may follow on this line
    /key value                  only blanks may precede it on its line, white space follows the key
    >>                          only blanks may precede it on its line
    epilog                      anything

Values are integers, reals, true, false, null, /names, (strings), <hex strings>, [arrays] and {procedures}. Tokens are
separated by white space and by comments from % to the end of the line. Lines end in LF, CRLF or CR.

A dictionary in the epilog belongs to another puzzle if its "<<" begins a line and a line with the key /type precedes
the dictionary's end; all other "<<" there are drawing code. The first of these rules that applies says where the next
prolog begins: at the last line that begins "%!PS"; after the last line that begins "%%EOF"; at the comments and blank
lines directly above the "<<". A prolog never contains "<<", so the text of each envelope can be read by itself.

Bytes written as numbers (\\ddd in strings, pairs of digits in hex strings) become the characters with these numbers.
"""

from __future__ import annotations

from .envelope import Entry, Envelope, looks_like_spf, new_envelope, read_envelopes
from .syntax import written
from .values import MAX_DEPTH, CodedLine, Name, PostScriptValue, Procedure, Real, Writable, same

__all__ = [
    "MAX_DEPTH", "CodedLine", "Entry", "Envelope", "Name", "PostScriptValue", "Procedure", "Real", "Writable",
    "looks_like_spf", "new_envelope", "read_envelopes", "same", "written",
]
