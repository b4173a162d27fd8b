"""A SentencePiece vocabulary as a file: its pieces, read and exchanged.

The file is a protocol buffer whose fields 1 are the pieces: text (1), score (2) and kind (3). The
format: sentencepiece, src/sentencepiece_model.proto.
"""
import struct
from typing import NamedTuple

NORMAL, USER_DEFINED = 1, 4
_PIECE_TAG = b'\x0a'
_VARINT, _EIGHT_BYTES, _BYTES, _FOUR_BYTES = 0, 1, 2, 5


class Piece(NamedTuple):
    """One entry of a vocabulary."""

    text: str
    score: float
    kind: int = NORMAL


def read_pieces(content):
    """The pieces of a vocabulary file's content, and the rest of it as bytes."""
    pieces, rest = [], b''
    for start, number, value, end in _fields(content):
        if number == 1:
            pieces.append(_piece(value))
        else:
            rest += content[start:end]
    return pieces, rest


def content_of(pieces, rest):
    """The content of a vocabulary file with these pieces; the opposite of `read_pieces`."""
    return b''.join(_PIECE_TAG + _varint(len(entry)) + entry for entry in map(_entry, pieces)) + rest


def _entry(piece):
    text = piece.text.encode()
    kind = b'' if piece.kind == NORMAL else b'\x18' + _varint(piece.kind)
    return b'\x0a' + _varint(len(text)) + text + b'\x15' + struct.pack('<f', piece.score) + kind


def _piece(entry):
    text, score, kind = '', 0.0, NORMAL
    for _, number, value, _ in _fields(entry):
        if number == 1:
            text = value.decode()
        elif number == 2:
            (score,) = struct.unpack('<f', value)
        elif number == 3:
            kind = value
    return Piece(text, score, kind)


def _fields(content):
    """Yields `(start, number, value, end)` of every field of a message."""
    position = 0
    while position < len(content):
        start = position
        tag, position = _read_varint(content, position)
        kind = tag & 7
        if kind == _VARINT:
            value, position = _read_varint(content, position)
        else:
            size = {_EIGHT_BYTES: 8, _FOUR_BYTES: 4}.get(kind)
            if kind == _BYTES:
                size, position = _read_varint(content, position)
            if size is None or position + size > len(content):
                raise ValueError('this is not a SentencePiece vocabulary')
            value = content[position:position + size]
            position += size
        yield start, tag >> 3, value, position


def _read_varint(content, position):
    value = shift = 0
    while True:
        if position >= len(content):
            raise ValueError('this is not a SentencePiece vocabulary')
        byte = content[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position
        shift += 7


def _varint(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])
