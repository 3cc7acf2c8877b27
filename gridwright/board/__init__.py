"""Boards and their graphs: spots, rectangles, planar graphs, symmetry, searches. No puzzle, no genre."""
