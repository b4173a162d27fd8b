"""All weights of a student one after another, so that processes share them as one block of memory."""
import math
from typing import NamedTuple

from ...model.student import Student

# A cache line of 32-bit numbers: no two weights share one.
_ALIGNMENT = 16
EMBEDDINGS = 'Wemb'
OUTPUT_BIAS = 'decoder_ff_logit_out_b'


class Entry(NamedTuple):
    """One weight: its name and shape, and where it begins."""

    name: str
    shape: tuple
    start: int

    @property
    def is_matrix(self):
        """Whether it multiplies: no bias, no scale, not the embeddings."""
        return self.shape[0] > 1 and self.name != EMBEDDINGS


class Layout:
    """Where each weight of a student stands: matrices first, then embeddings, then the rest.

    size: numbers in all; matrices_end: where the embeddings begin.
    """

    def __init__(self, architecture):
        self.architecture = architecture
        shapes = [(name, tuple(value.shape)) for name, value in Student(architecture).named_parameters()]
        shapes.sort(key=_kind)
        self.entries, self.size = [], 0
        for name, shape in shapes:
            self.entries.append(Entry(name, shape, self.size))
            self.size += -(-math.prod(shape) // _ALIGNMENT) * _ALIGNMENT
        self.matrices = [entry for entry in self.entries if entry.is_matrix]
        self.matrices_end = next(entry.start for entry in self.entries if entry.name == EMBEDDINGS)

    def views(self, numbers):
        """The weights by name, as views on `numbers`, a vector of `size`."""
        return {
            entry.name: numbers[entry.start:entry.start + math.prod(entry.shape)].view(entry.shape)
            for entry in self.entries
        }

    def fill(self, numbers, weights):
        """Copies weights by name into `numbers`. Raises ValueError where names or shapes differ."""
        views = self.views(numbers)
        wrong = sorted(
            {name for name in {*views, *weights}
             if name not in views or name not in weights or views[name].shape != weights[name].shape}
        )
        if wrong:
            raise ValueError(f'these weights are of another shape of model: {", ".join(wrong[:5])}')
        for name, view in views.items():
            view.copy_(weights[name])


def _kind(item):
    name, shape = item
    if name == EMBEDDINGS:
        return 1
    return 0 if shape[0] > 1 else 2
