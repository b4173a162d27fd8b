"""Texts without what belongs to their format rather than to their language."""
import html
import re
import unicodedata

_INVISIBLE = dict.fromkeys(map(ord, '\u00ad\u200b\ufeff\u200e\u200f'))
_TAG = re.compile(r'</?([A-Za-z][\w:.-]*)[^<>]{0,300}?/?>|<!--.*?-->')
# Elements that set words apart. Others (b, emph, link …) may stand inside a word.
_GAPS = {'bookmark_value', 'br', 'p', 'li', 'tr', 'td', 'div', 'para', 'item', 'note', 'hr', 'img', 'title'}
_MAN_FONT = re.compile(r'\b[BIRSCFL]<([^<>]*)>')
_ESCAPES = {
    '\\<': '<', '\\>': '>', '\\"': '"', '\\-': '-', '\\(aq': "'", '\\(cq': '’', '\\(oq': '‘', '\\&': '',
    '\\e': '\\', '\\(lq': '“', '\\(rq': '”', '\\(bu': '•', '\\(em': '—', '\\(en': '–',
}
_ESCAPE = re.compile('|'.join(map(re.escape, _ESCAPES)))
_WESNOTH_CONTEXT = re.compile(r'^[^\s^]{1,60}\^')
# What a text is about, for translators only: `?plural:units`, `?female:Admiral %s`.
_QUALIFIER = re.compile(r'^(?:\?[a-z_]+:)+')
_MARKDOWN_ESCAPE = re.compile(r'\\([\[\](){}*_!#])')
_COMPILER_QUOTES = re.compile(r'%<|%>')


def normalise(text, source):
    """A text in NFC without markup, entities, escapes and invisible characters.

    Where an element goes that set words apart, a blank comes.
    """
    text = unicodedata.normalize('NFC', text).translate(_INVISIBLE)
    text = _QUALIFIER.sub('', text)
    if source == 'wesnoth':
        text = _WESNOTH_CONTEXT.sub('', text)
    if '%<' in text:
        text = _COMPILER_QUOTES.sub('"', text)
    if '<' in text:
        for _ in range(2):  # one inside another
            text = _MAN_FONT.sub(r'\1', text)
        text = _TAG.sub(_without_tag, text)
    if '&' in text and ';' in text:
        text = html.unescape(html.unescape(text))
    if '\\' in text:
        text = _MARKDOWN_ESCAPE.sub(r'\1', _ESCAPE.sub(lambda match: _ESCAPES[match[0]], text))
    return text


def _without_tag(match):
    return ' ' if (match[1] or '').lower() in _GAPS else ''
