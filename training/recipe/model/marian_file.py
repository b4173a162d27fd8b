"""Marian's binary model format, written and read.

Little endian throughout. Source: marian-dev, src/common/binary.cpp; the layout of 8-bit matrices
is that of marian-conv in the browsermt branch.
"""
import struct
from typing import NamedTuple

import numpy as np

VERSION = 1
TYPE_INT8 = 0x0101
TYPE_FLOAT32 = 0x0404
TYPE_INTGEMM8 = 0x4101
ALIGNMENT_BYTES = 256
CONFIGURATION_NAME = 'special:model.yml'


class Tensor(NamedTuple):
    """One entry of a model file; `data` holds its bytes as they lie in the file."""

    name: str
    type: int
    shape: tuple
    data: bytes


def _padded(data):
    return data + b'\0' * (-len(data) % ALIGNMENT_BYTES)


def float_tensor(name, values):
    """A tensor in 32-bit floating point."""
    values = np.ascontiguousarray(values, np.float32)
    return Tensor(name, TYPE_FLOAT32, values.shape, _padded(values.tobytes()))


def quantise(weights):
    """8-bit weights and the factor they were multiplied with, one for the whole matrix."""
    largest = float(np.abs(weights).max())
    factor = np.float32(127.0 / largest) if largest > 0 else np.float32(1)
    return np.clip(np.rint(weights * factor), -127, 127).astype(np.int8), factor


def quantised_tensor(name, weights):
    """A matrix `[inputs, outputs]` in 8 bits.

    All but embeddings are stored transposed, and the shape still names inputs first. The factor
    follows the weights.
    """
    quantised, factor = quantise(np.ascontiguousarray(weights, np.float32))
    rows = quantised if 'Wemb' in name else np.ascontiguousarray(quantised.T)
    return Tensor(name, TYPE_INTGEMM8, weights.shape, _padded(rows.tobytes() + struct.pack('<f', factor)))


def configuration_tensor(yaml):
    """The model's configuration, which every file must hold."""
    data = yaml.encode() + b'\0'
    return Tensor(CONFIGURATION_NAME, TYPE_INT8, (len(data),), _padded(data))


def write_model(path, tensors):
    """Writes a model file."""
    head = struct.pack('<QQ', VERSION, len(tensors))
    for name, kind, shape, data in tensors:
        head += struct.pack('<QQQQ', len(name.encode()) + 1, kind, len(shape), len(data))
    for tensor in tensors:
        head += tensor.name.encode() + b'\0'
    for tensor in tensors:
        head += struct.pack(f'<{len(tensor.shape)}i', *tensor.shape)
    # The data begins at the next multiple of 256, never right here.
    data_start = ((len(head) + 8) // ALIGNMENT_BYTES + 1) * ALIGNMENT_BYTES
    gap = data_start - len(head) - 8
    with open(path, 'wb') as file:
        file.write(head + struct.pack('<Q', gap) + b'\0' * gap)
        for tensor in tensors:
            file.write(tensor.data)


def read_model(path):
    """The tensors of a model file, by name.

    Raises ValueError where the file is not in this format.
    """
    with open(path, 'rb') as file:
        content = file.read()
    version, count = struct.unpack_from('<QQ', content, 0)
    if version != VERSION:
        raise ValueError(f'{path} is not a Marian model of version {VERSION}')
    headers = [struct.unpack_from('<QQQQ', content, 16 + 32 * index) for index in range(count)]
    position = 16 + 32 * count
    names, shapes = [], []
    for name_bytes, _, _, _ in headers:
        names.append(content[position:position + name_bytes - 1].decode())
        position += name_bytes
    for _, _, dimensions, _ in headers:
        shapes.append(struct.unpack_from(f'<{dimensions}i', content, position))
        position += 4 * dimensions
    (gap,) = struct.unpack_from('<Q', content, position)
    position += 8 + gap
    tensors = {}
    for name, shape, (_, kind, _, data_bytes) in zip(names, shapes, headers):
        tensors[name] = Tensor(name, kind, shape, content[position:position + data_bytes])
        position += data_bytes
    if position > len(content):
        raise ValueError(f'{path} is cut off')
    return tensors


def values_of(tensor):
    """A tensor's numbers in floating point, 8-bit ones multiplied back, in the shape it names."""
    count = int(np.prod(tensor.shape))
    if tensor.type == TYPE_FLOAT32:
        return np.frombuffer(tensor.data, np.float32, count).reshape(tensor.shape)
    if tensor.type != TYPE_INTGEMM8:
        raise ValueError(f'{tensor.name} holds no numbers')
    (factor,) = struct.unpack_from('<f', tensor.data, count)
    quantised = np.frombuffer(tensor.data, np.int8, count).astype(np.float32) / factor
    if 'Wemb' in tensor.name:
        return quantised.reshape(tensor.shape)
    return quantised.reshape(tensor.shape[::-1]).T
