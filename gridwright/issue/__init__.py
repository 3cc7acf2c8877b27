"""Issues of magazines: many puzzles, their pages and a proof sheet, from one file in TOML.

``plan`` reads the file, ``pieces`` makes and examines the puzzles, ``proof`` compares them with earlier issues and sums
up what is known of them, and ``output`` writes the folder.
"""
