"""One translated message of a catalogue, and the pairs in it."""
import re
from typing import NamedTuple

# glib once put the context in front of the text: `Menu|Open`.
_CONTEXT_PREFIX = re.compile(r'^[\w .:-]{1,40}\|(?=\S)')
# The first form that means "many" in the order of each language's plural forms.
_MANY = {'pl': 2, 'ru': 2}
_WITHOUT_PLURAL = ('ja', 'zh')


class Message(NamedTuple):
    """`plural` is None for most; translations then holds one text."""

    text: str
    plural: str | None
    translations: tuple


def pairs_of(message, language):
    """The pairs of a message: singular and plural where there are both."""
    text, plural, translations = message
    first = translations[0]
    if '|' not in first:
        text = _CONTEXT_PREFIX.sub('', text)
    if plural is None or len(translations) == 1:
        yield (plural if plural and language in _WITHOUT_PLURAL else text), first
        return
    yield text, first
    many = _MANY.get(language, 1)
    if len(translations) > many and translations[many]:
        yield plural, translations[many]
