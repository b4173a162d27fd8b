"""Gettext's compiled catalogues."""
import re
import struct

from .messages import Message

_MAGIC = 0x950412DE


def read_mo(content):
    """Yields the messages; nothing where the file is not such a catalogue."""
    if len(content) < 28:
        return
    order = next((sign for sign in '<>' if struct.unpack(f'{sign}I', content[:4])[0] == _MAGIC), None)
    if order is None:
        return
    count, originals, translations = struct.unpack(f'{order}III', content[8:20])
    charset = 'utf-8'
    for index in range(count):
        key = _string(content, order, originals + 8 * index)
        value = _string(content, order, translations + 8 * index)
        if not key:
            named = re.search(rb'charset=([\w-]+)', value)
            charset = named[1].decode() if named else charset
            continue
        try:
            text, forms = key.decode(charset), value.decode(charset)
        except (LookupError, UnicodeDecodeError):
            continue
        if forms:
            # A context comes first, set off by the character 4.
            singular, _, plural = text.rpartition('\4')[2].partition('\0')
            yield Message(singular, plural or None, tuple(forms.split('\0')))


def _string(content, order, position):
    length, start = struct.unpack_from(f'{order}II', content, position)
    return content[start:start + length]
