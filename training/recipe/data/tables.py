"""What training must know of the vocabulary, as arrays, so that it needs no SentencePiece."""
import numpy as np

from ..files import replacing

MAX_SPLITS = 4


def write_tables(path, vocabulary, languages, marks=()):
    """Writes how pieces split, and which pieces ask for which language and which form of address.

    Raises ValueError where the vocabulary takes a prefix for anything but a piece of its own.
    """
    left, right, count = _splits(vocabulary)
    prefixes = np.array([_prefix_pieces(vocabulary, language.prefix) for language in languages], np.uint16)
    marks = np.array([_prefix_pieces(vocabulary, mark) for mark in marks], np.uint16)
    with replacing(path) as draft, open(draft, 'wb') as file:
        np.savez_compressed(
            file, split_left=left, split_right=right, split_count=count, prefixes=prefixes, marks=marks
        )


def _prefix_pieces(vocabulary, prefix):
    example = 'Hello'
    pieces = vocabulary.encode(prefix)
    if len(pieces) != 2 or vocabulary.encode(f'{prefix} {example}') != pieces + vocabulary.encode(example):
        raise ValueError(f'the vocabulary has no piece {prefix}')
    return pieces


def _splits(vocabulary):
    """For every piece, the best ways to write it as two others: `(left, right, count)`."""
    pieces = vocabulary.get_piece_size()
    usable = {
        vocabulary.id_to_piece(piece): piece
        for piece in range(pieces)
        if not vocabulary.is_control(piece) and not vocabulary.is_unknown(piece)
    }
    left = np.zeros((pieces, MAX_SPLITS), np.uint16)
    right = np.zeros((pieces, MAX_SPLITS), np.uint16)
    count = np.zeros(pieces, np.uint8)
    for text, piece in usable.items():
        if text.startswith('>>'):
            continue
        ways = [
            (usable[text[:at]], usable[text[at:]])
            for at in range(1, len(text))
            if text[:at] in usable and text[at:] in usable
        ]
        ways.sort(key=lambda way: -vocabulary.get_score(way[0]) - vocabulary.get_score(way[1]))
        for place, way in enumerate(ways[:MAX_SPLITS]):
            left[piece, place], right[piece, place] = way
        count[piece] = min(len(ways), MAX_SPLITS)
    return left, right, count
