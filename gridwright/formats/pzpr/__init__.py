"""Links to puzz.link and pzv.jp, and the files that these sites save (pzprv3).

Both formats belong to one program, pzprjs, and tell the same puzzles. The table in ``games`` says for each genre of
that program of which parts its addresses and its files consist. ``codes`` has the parts of addresses, ``pieces`` those
of files. Each part fills in some *roles* of a ``Sheet`` (see ``formats.roles``).
"""
