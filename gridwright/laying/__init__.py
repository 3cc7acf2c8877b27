"""Random layouts for new puzzles: areas, dominoes, paths, rectangles, and where clues stand."""
