"""Which pairs are kept back to watch training with."""
import zlib

_PARTS = 1 << 20


def is_held_out(english, share):
    """Whether a sentence is kept back: about `share` of them, by their text alone.

    So the same English is kept back in all languages, and a model for one of them never sees it.
    """
    return zlib.crc32(english.casefold().encode()) % _PARTS < share * _PARTS
