"""Kernels compiled on demand, and the functions made of them."""
