"""The solver and the checker. They work on demands and know no genre and no format."""
