"""Tokenised pairs as arrays in a folder, read without loading them.

| file | type | what |
|---|---|---|
| `lengths.npy` | uint8 `[pairs, 2]` | tokens of the English and of the other side |
| `english.npy`, `other.npy` | uint16 | all tokens, one pair after the other, without END or prefix |
| `language.npy` | uint8 `[pairs]` | place of the language in the data file |
| `weight.npy` | float16 `[pairs]` | how often an epoch shows the pair |
| `mark.npy` | uint8 `[pairs]` | the mark in front of the English: 0 for none, else its place among the marks, from 1 |
| `english-links.npy` | int8 | for each English token, how much further its counterpart stands |
| `other-links.npy` | int8 | the same for the other side's tokens |

A link of `NO_LINK` is none. Links are differences of positions, since those pack best.
"""
import os

import numpy as np

NO_LINK = -128
MAX_TOKENS = 120
ARRAYS = {
    'lengths': np.uint8,
    'english': np.uint16,
    'other': np.uint16,
    'language': np.uint8,
    'weight': np.float16,
    'mark': np.uint8,
    'english-links': np.int8,
    'other-links': np.int8,
}


class PackedPairs:
    """The arrays of a folder, and where each pair's tokens begin."""

    def __init__(self, folder):
        self._arrays = {
            name: np.load(os.path.join(folder, f'{name}.npy'), mmap_mode='r')
            for name in ARRAYS
            if os.path.exists(os.path.join(folder, f'{name}.npy'))
        }
        if 'lengths' not in self._arrays:
            raise ValueError(f'{folder} holds no packed pairs')
        self.lengths = np.array(self._arrays['lengths'])
        self.language = np.array(self._arrays['language'])
        self.weight = np.array(self._arrays['weight'], np.float32)
        self.mark = np.array(self._arrays['mark']) if 'mark' in self._arrays else np.zeros(len(self.lengths), np.uint8)
        # One more than there are pairs: the end of the last one.
        self.offsets = np.zeros((len(self.lengths) + 1, 2), np.int64)
        np.cumsum(self.lengths, axis=0, dtype=np.int64, out=self.offsets[1:])

    def __len__(self):
        return len(self.lengths)

    @property
    def has_links(self):
        """Whether the pairs are aligned."""
        return 'english-links' in self._arrays

    def side(self, name):
        """All tokens of `english` or `other`, or all its links."""
        return self._arrays[name]

    def tokens(self, index):
        """The tokens of one pair, for looking at it: `(english, other)`."""
        (start, other_start), (end, other_end) = self.offsets[index], self.offsets[index + 1]
        return self.side('english')[start:end], self.side('other')[other_start:other_end]


def write_array(folder, name, values):
    """Writes one of the arrays, as a whole or not at all."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f'{name}.npy')
    with open(f'{path}.draft', 'wb') as file:
        np.save(file, np.ascontiguousarray(values, ARRAYS[name]))
    os.replace(f'{path}.draft', path)


def remove_links(folder):
    """Removes the links of pairs that are about to be replaced."""
    for name in ('english-links', 'other-links'):
        path = os.path.join(folder, f'{name}.npy')
        if os.path.exists(path):
            os.remove(path)
