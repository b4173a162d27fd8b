"""Names of languages, as packages write them."""
import re

LANGUAGES = ('de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ru', 'ja', 'zh')

# Regions other than these are other varieties (de_AT, zh_TW) and stay out.
_REGIONS = {
    'de': ['DE'], 'fr': ['FR'], 'es': ['ES'], 'it': ['IT'], 'pt': ['PT', 'BR'], 'nl': ['NL'],
    'pl': ['PL'], 'ru': ['RU'], 'ja': ['JP'], 'zh': ['CN', 'Hans'],
}
_BARE = set(LANGUAGES) - {'zh'}


def language_of(locale):
    """The language of a locale such as `de`, `pt_BR` or `zh-hans`; None for all we do not use."""
    language, _, region = locale.replace('-', '_').partition('_')
    if not region:
        return language if language in _BARE else None
    known = {name.lower() for name in _REGIONS.get(language, [])}
    return language if region.lower() in known else None


def variant_of(locale):
    """What to call the variety of a locale: `br` or `pt` for Portuguese, else nothing."""
    if language_of(locale) != 'pt':
        return ''
    return 'br' if locale.lower().endswith('br') else 'pt'


def locale_of_path(path):
    """The locale a catalogue is in, by where it lies and what it is called; None if unknown.

    Knows `…/de/LC_MESSAGES/x.mo`, `po/de.po`, `po/de/x.po` and `x_de.qm`.
    """
    parts = path.replace('\\', '/').split('/')
    stem = parts[-1].rsplit('.', 1)[0]
    if language_of(stem):
        return stem
    if 'LC_MESSAGES' in parts[1:]:
        locale = parts[parts.index('LC_MESSAGES') - 1]
        return locale if language_of(locale) else None
    ending = re.search(r'[_.@-]([a-z]{2}(?:[_-][A-Za-z]{2,4})?)$', stem)
    if ending and language_of(ending[1]):
        return ending[1]
    return next((part for part in reversed(parts[:-1]) if language_of(part)), None)
