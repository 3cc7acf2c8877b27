"""Expressions, clauses, counting, and the clock that long loops check. No board, no puzzle."""
