"""XML and HTML documents as a list of blocks, so that two languages can be laid side by side."""
import html
import re

# Elements that hold running text.
_TEXT = set(
    'p para simpara title td desc item term entry subtitle li dt dd h1 h2 h3 h4 h5 h6 caption th primary '
    'secondary refpurpose screeninfo phrase'.split()
)
# Elements that end a block without being one.
_STRUCTURE = set(
    'section chapter sect1 sect2 sect3 sect4 listitem varlistentry itemizedlist orderedlist steps list note '
    'warning tip table tr row div ul ol dl page body figure media info links terms comment important caution '
    'example informaltable procedure step book article'.split()
)
# Elements in a line that stand for a gap between words.
_GAPS = {'br', 'hr', 'img', 'bookmark_value', 'indexterm', 'anchor', 'xref'}
_SKIPPED = re.compile(
    r'<!--.*?-->|<(mal:credit|credit|info(?=[ >])(?!.*<desc)|script|style|pre|screen|programlisting|revhistory'
    r'|legalnotice|authorgroup|othercredit|head)\b[^>]*>.*?</\1>|<!\[CDATA\[.*?\]\]>|<\?.*?\?>'
    r'|<!DOCTYPE.*?\]?>(?=\s*<)',
    re.DOTALL,
)
_TAG_OR_TEXT = re.compile(r'<(/?)([A-Za-z][\w:.-]*)([^>]*?)(/?)>|([^<]+)')


def read_blocks(text):
    """The blocks of a document as `(element, text)`, in order; `-` is text outside of any."""
    blocks, words, open_elements = [], [], []

    def flush():
        line = re.sub(r'\s+', ' ', ''.join(words)).strip()
        words.clear()
        if line:
            blocks.append((open_elements[-1] if open_elements else '-', html.unescape(line)))

    for is_end, name, _, is_empty, run in _TAG_OR_TEXT.findall(_SKIPPED.sub(' ', text)):
        name = name.split(':')[-1].lower()
        if run:
            words.append(run)
        elif name in _TEXT or name in _STRUCTURE:
            flush()
            if name in _TEXT and is_end:
                if open_elements and open_elements[-1] == name:
                    open_elements.pop()
            elif name in _TEXT and not is_empty:
                open_elements.append(name)
        elif name in _GAPS:
            words.append(' ')
    flush()
    return blocks
