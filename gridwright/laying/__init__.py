"""Random layouts for new puzzles: areas, dominoes, paths, rectangles, and places of clues."""
