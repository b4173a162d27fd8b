"""Training on the cores of a processor: one process a core, weights in shared memory, kernels of our own."""
