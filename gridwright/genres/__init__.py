"""The genres: one file each, found by looking into this folder."""
