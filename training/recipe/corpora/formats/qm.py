"""Qt's compiled catalogues, where they still hold their source texts."""
import struct

from .messages import Message

_MAGIC = b'\x3c\xb8\x64\x18'
_HEADER_BYTES = 16
_MESSAGES_SECTION = 0x69
_NOTHING = 0xFFFFFFFF
# Tags of what a message is made of.
_END, _TRANSLATION, _OLD_HASH, _SOURCE, _CONTEXT, _COMMENT = 1, 3, 5, 6, 7, 8


def read_qm(content):
    """Yields the messages; nothing where the file is not such a catalogue."""
    if content[:4] != _MAGIC:
        return
    messages = _section(content, _MESSAGES_SECTION)
    position, source, translation = 0, None, None
    while position < len(messages):
        tag = messages[position]
        position += 1
        if tag == _END:
            if source and translation:
                text = _decode(source, 'utf-8'), _decode(translation, 'utf-16-be')
                if all(text):
                    yield Message(text[0], None, (text[1],))
            source = translation = None
        elif tag in (_TRANSLATION, _SOURCE, _CONTEXT, _COMMENT):
            (length,) = struct.unpack_from('>I', messages, position)
            position += 4
            length = 0 if length == _NOTHING else length
            value = messages[position:position + length]
            position += length
            if tag == _SOURCE:
                source = value
            elif tag == _TRANSLATION and translation is None:
                translation = value
        elif tag == _OLD_HASH:
            position += 4
        else:
            return


def _section(content, wanted):
    position = _HEADER_BYTES
    while position + 5 <= len(content):
        tag, (length,) = content[position], struct.unpack_from('>I', content, position + 1)
        position += 5
        if tag == wanted:
            return content[position:position + length]
        position += length
    return b''


def _decode(value, encoding):
    try:
        return value.decode(encoding)
    except UnicodeDecodeError:
        return None
