"""Gettext's text catalogues."""
import re

from .messages import Message

_ESCAPES = {'n': '\n', 't': '\t', 'r': '\r', '"': '"', '\\': '\\'}
_KEYWORD = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d+)\])?\s+(".*)$')


def decode_po(content):
    """The text of a catalogue, by the character set its header names."""
    named = re.search(rb'charset=([\w-]+)', content[:4000])
    try:
        return content.decode(named[1].decode() if named else 'utf-8')
    except (LookupError, UnicodeDecodeError):
        return content.decode('utf-8', 'ignore')


def read_po(text):
    """Yields the translated messages; fuzzy and obsolete ones are left out."""
    fields, current, is_fuzzy = {}, None, False
    for line in [*text.split('\n'), '']:
        keyword = _KEYWORD.match(line)
        if keyword:
            name = keyword[1] if keyword[1] != 'msgstr' else f'msgstr{keyword[2] or 0}'
            if name in ('msgctxt', 'msgid') and 'msgid' in fields:
                yield from _message(fields, is_fuzzy)
                fields, is_fuzzy = {}, False
            current = name
            fields[name] = _unquote(keyword[3])
        elif line.startswith('"') and current:
            fields[current] += _unquote(line)
        else:
            current = None
            if 'msgstr0' in fields:
                yield from _message(fields, is_fuzzy)
                fields, is_fuzzy = {}, False
            if line.startswith('#,') and 'fuzzy' in line:
                is_fuzzy = True
            elif line.startswith('#~'):
                is_fuzzy = False


def _message(fields, is_fuzzy):
    count = sum(name.startswith('msgstr') for name in fields)
    translations = tuple(fields.get(f'msgstr{form}', '') for form in range(count))
    if fields.get('msgid') and not is_fuzzy and translations and translations[0]:
        yield Message(fields['msgid'], fields.get('msgid_plural'), translations)


def _unquote(quoted):
    inner = quoted[quoted.find('"') + 1:quoted.rfind('"')]
    return re.sub(r'\\(.)', lambda match: _ESCAPES.get(match[1], match[0]), inner)
