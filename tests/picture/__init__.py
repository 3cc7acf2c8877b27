"""Tests of pictures: what they show, what they are written as, and what comes out of a printer."""
