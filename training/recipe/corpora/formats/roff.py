"""Manual pages as a list of blocks, so that two languages can be laid side by side."""
import re

_FORMATTING = re.compile(r'\\f(?:\[[^\]]*\]|\(..|.)|\\s[-+]?\d|\\[&/,|^%:]|\\m\[[^\]]*\]')
_CHARACTERS = {
    'aq': "'", 'dq': '"', 'lq': '“', 'rq': '”', 'oq': '‘', 'cq': '’', 'bu': '•', 'em': '—', 'en': '–',
    'co': '©', 'ti': '~', 'ha': '^', 'Fo': '«', 'Fc': '»',
}
_NAMED = re.compile(r'\\(?:\((..)|\[(\w\w)\])')
_SIGNS = {'\\-': '-', '\\ ': ' ', '\\~': ' ', '\\0': ' ', '\\e': '\\', "\\'": '´', '\\`': '`'}

_VERBATIM_STARTS = {'nf', 'EX', 'Vb', 'DS', 'Bd', 'TS', 'PS', 'de', 'ig', 'Sy'}
_VERBATIM_ENDS = {'fi', 'EE', 'Ve', 'DE', 'Ed', 'TE', 'PE'}
_BREAKS = {
    'PP', 'P', 'LP', 'Pp', 'HP', 'RS', 'RE', 'br', 'sp', 'in', 'ti', 'It', 'SY', 'YS', 'OP', 'ne', 'TH',
}
_FONTS = {'B', 'I', 'R', 'SM', 'SB', 'UE', 'ME', 'CW'}
_FONT_PAIRS = {'BR', 'RB', 'BI', 'IB', 'IR', 'RI'}


def plain_text(line):
    """A line without roff's escapes."""
    line = _NAMED.sub(lambda match: _CHARACTERS.get(match[1] or match[2], match[0]), _FORMATTING.sub('', line))
    for escape, sign in _SIGNS.items():
        line = line.replace(escape, sign)
    return line


def _arguments(text):
    found = re.findall(r'"((?:[^"]|"")*)"|(\S+)', text.replace('\\ ', '\x01'))
    return [(quoted or plain).replace('\x01', ' ') for quoted, plain in found]


def read_man_page(text):
    """The blocks of a page as `(kind, text)`.

    Kinds: `section`, `subsection`, `tag` of a list, `paragraph`. What is set verbatim stays out.
    """
    reader = _PageReader()
    for line in text.split('\n'):
        reader.read(line)
    reader.flush()
    return reader.blocks


class _PageReader:
    def __init__(self):
        self.blocks = []
        self._words = []
        self._kind = 'paragraph'
        self._next_kind = None
        self._is_verbatim = False

    def flush(self):
        text = ' '.join(self._words).strip()
        self._words = []
        if text:
            self.blocks.append((self._kind, text))
        self._kind = 'paragraph'

    def read(self, line):
        if line.startswith(('.\\"', "'\\\"", '.\\ ', "'\\ ")):
            return
        line = re.sub(r'(?<!\\)\\".*$', '', line)
        if line.startswith(('.', "'")):
            self._read_request(line)
        elif self._is_verbatim:
            return
        elif not line.strip() or re.match(r'[ \t]{4}', line):
            self.flush()
        else:
            self._add(plain_text(line.strip()))

    def _add(self, text):
        self._words.append(text)
        if self._next_kind:
            self._kind, self._next_kind = self._next_kind, None
            self.flush()

    def _read_request(self, line):
        if line.startswith('..'):
            self._is_verbatim = False
            return
        found = re.match(r"[.']\s*([A-Za-z]+\S*)\s*(.*)$", line)
        if not found:
            return
        name, rest = found[1], found[2]
        if name in _VERBATIM_STARTS:
            self.flush()
            self._is_verbatim = True
        elif name in _VERBATIM_ENDS:
            self._is_verbatim = False
            self._words = []
        elif self._is_verbatim:
            return
        elif name in ('SH', 'Sh', 'SS', 'Ss'):
            self.flush()
            self._next_kind = 'section' if name in ('SH', 'Sh') else 'subsection'
            if rest:
                self._add(plain_text(' '.join(_arguments(rest))))
        elif name in ('TP', 'TQ'):
            self.flush()
            self._next_kind = 'tag'
        elif name == 'IP':
            self.flush()
            tag = plain_text((_arguments(rest) or [''])[0])
            if re.search(r'\w\w', tag):
                self.blocks.append(('tag', tag))
        elif name in _BREAKS:
            self.flush()
        elif name in _FONTS and rest:
            self._add(plain_text(' '.join(_arguments(rest))))
        elif name in _FONT_PAIRS:
            self._add(plain_text(''.join(_arguments(rest))))
