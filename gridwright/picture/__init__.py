"""Pictures of puzzles, made from the looks that the layers of a genre declare; no genre is known by name here."""
