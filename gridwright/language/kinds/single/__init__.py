"""The rule kinds that one genre uses so far, with its variants: made for it, and offered to others."""
