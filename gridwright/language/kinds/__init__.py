"""The rule kinds that genres share, one file each."""
