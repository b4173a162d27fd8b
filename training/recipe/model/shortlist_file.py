"""Marian's binary lexical shortlist: for every source piece, the target pieces worth a look.

Little endian. Source: marian-dev, src/data/shortlist.cpp.
"""
import struct

import numpy as np

MAGIC = 0xF11A48D5013417F5
# The checksum is only looked at with `check-bytearray`, and 32-bit builds compute another one.
NO_CHECKSUM = 0


def write_shortlist(path, candidates, first_count, best_count):
    """Writes a shortlist.

    candidates: for every source piece, in order, the target pieces. `first_count` most frequent
    pieces are taken for every sentence; `best_count` says how many a source piece had at most.
    """
    rows = [sorted(set(row)) for row in candidates]
    offsets = np.zeros(len(rows) + 1, '<u8')
    np.cumsum([len(row) for row in rows], out=offsets[1:])
    identifiers = np.array([piece for row in rows for piece in row], '<u4')
    # The size must be a multiple of eight bytes; the last row takes the filler.
    if len(identifiers) % 2:
        identifiers = np.append(identifiers, np.uint32(0)).astype('<u4')
        offsets[-1] = len(identifiers)
    with open(path, 'wb') as file:
        file.write(struct.pack('<6Q', MAGIC, NO_CHECKSUM, first_count, best_count, len(offsets), len(identifiers)))
        file.write(offsets.tobytes() + identifiers.tobytes())


def read_shortlist(path):
    """The rows of a shortlist, and its two counts: `(candidates, first_count, best_count)`."""
    with open(path, 'rb') as file:
        content = file.read()
    magic, _, first_count, best_count, offset_count, count = struct.unpack_from('<6Q', content)
    if magic != MAGIC:
        raise ValueError(f'{path} is not a shortlist')
    offsets = np.frombuffer(content, '<u8', offset_count, 48).astype(int)
    identifiers = np.frombuffer(content, '<u4', count, 48 + 8 * offset_count)
    rows = [identifiers[start:end].tolist() for start, end in zip(offsets, offsets[1:])]
    return rows, first_count, best_count
