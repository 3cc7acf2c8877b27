"""Issues of magazines: many puzzles, their pages and a proof sheet, from one file in TOML.

``plan`` reads the file and ``toml`` writes it, ``pieces`` and ``run`` make and examine the puzzles, ``proof`` compares
them with earlier issues and sums up what is known of them, and ``output`` writes the folder.
"""
