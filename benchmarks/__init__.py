"""Benchmarks of the referee: every figure is a ratio of two things measured in one run."""
