"""Links to puzz.link and pzv.jp, and the files that these sites save (pzprv3).

Both formats belong to one program, pzprjs, and hold the same puzzles. A genre says with a ``Notation`` of which parts
its addresses and its files consist. ``codes`` has the parts of addresses, ``pieces`` and ``roles.items`` those of
files. Each part fills in layers on a ``Sheet`` (see ``formats.roles``).
"""
