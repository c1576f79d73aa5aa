"""Python code of the wire protocol; the packages below are versions of it."""
