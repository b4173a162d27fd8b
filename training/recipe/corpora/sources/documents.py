"""Manual pages and manuals, aligned by their structure."""
import glob
import gzip
import os

from ..block_alignment import pair_blocks, pair_sections
from ..formats.marked_up import read_blocks
from ..formats.roff import read_man_page
from ..packages import unpack

# How folders and file names call the languages, by source.
_HELP = ['de', 'fr', 'es', 'it', 'pt', 'pt_BR', 'nl', 'pl', 'ru', 'ja', 'zh_CN']
_HANDBOOK = {
    'de': 'de-DE', 'fr': 'fr-FR', 'es': 'es-ES', 'it': 'it-IT', 'pt_BR': 'pt-BR', 'nl': 'nl-NL', 'pl': 'pl-PL',
    'ru': 'ru-RU', 'ja': 'ja-JP', 'zh_CN': 'zh-CN',
}
_MAN_LOCALES = ['de', 'fr', 'es', 'it', 'nl', 'pl', 'pt_BR', 'ru', 'ja']
_ALIKE = 0.9


def unpack_all(store, names, folder):
    """Unpacks those of the packages that were downloaded, once; returns the folder."""
    for name in names:
        path = store.find(name)
        done = os.path.join(folder, '.unpacked', name)
        if path and not os.path.exists(done):
            unpack(path, folder)
            os.makedirs(done)
    return folder


def extract_man_pages(root, pairs):
    """Pages below `usr/share/man`, with those of the same name in English."""
    pages = os.path.join(root, 'usr/share/man')
    english = {os.path.basename(path): path for path in glob.glob(f'{pages}/man*/*.gz')}
    for locale in _MAN_LOCALES:
        for path in sorted(glob.glob(f'{pages}/{locale}/man*/*.gz')):
            original = english.get(os.path.basename(path))
            if original is None or os.path.islink(path):
                continue
            left, right = _read_gzip(original), _read_gzip(path)
            if left.startswith('.so') or right.startswith('.so'):
                continue
            for pair in pair_sections(read_man_page(left), read_man_page(right)):
                pairs.add(locale, *pair)


def extract_gnome_help(root, pairs):
    """Mallard and DocBook pages below `usr/share/help`."""
    base = os.path.join(root, 'usr/share/help')
    for ending in ('.page', '.docbook'):
        _extract_mirrored(base, 'C', {locale: locale for locale in _HELP}, ending, pairs)


def extract_kde_manuals(root, pairs):
    """DocBook manuals below `usr/share/doc/HTML`."""
    base = os.path.join(root, 'usr/share/doc/HTML')
    _extract_mirrored(base, 'en', {locale: locale for locale in _HELP}, '.docbook', pairs)


def extract_gimp_help(root, pairs):
    """HTML pages of the manual of GIMP."""
    base = os.path.join(root, 'usr/share/gimp/2.0/help')
    _extract_mirrored(base, 'en', {locale: locale for locale in _HELP}, '.html', pairs)


def extract_handbook(root, pairs):
    """HTML pages of The Debian Administrator's Handbook."""
    base = os.path.join(root, 'usr/share/doc/debian-handbook/html')
    _extract_mirrored(base, 'en-US', _HANDBOOK, '.html', pairs)


def extract_references(root, pairs):
    """Debian Reference, the Developer's Reference and the FAQ: HTML, languages side by side."""
    share = os.path.join(root, 'usr/share')
    for locale in (*_HELP, 'zh-cn'):
        for folder in ('debian-reference', 'doc/debian/FAQ'):
            for original in sorted(glob.glob(f'{share}/{folder}/*.en.html')):
                _extract_page(locale, original, original[:-len('en.html')] + f'{locale}.html', pairs)
        for original in sorted(glob.glob(f'{share}/developers-reference/*.html')):
            translated = os.path.join(os.path.dirname(original), locale, os.path.basename(original))
            _extract_page(locale, original, translated, pairs)


def _extract_mirrored(base, english, folders, ending, pairs):
    """Folders of the same files, one a language."""
    for locale, folder in folders.items():
        for original in sorted(glob.glob(f'{base}/{english}/**/*{ending}', recursive=True)):
            translated = os.path.join(base, folder, os.path.relpath(original, f'{base}/{english}'))
            _extract_page(locale, original, translated, pairs)


def _extract_page(locale, original, translated, pairs):
    if not os.path.exists(translated):
        return
    blocks = (read_blocks(_read(original)), read_blocks(_read(translated)))
    for pair in pair_blocks(*blocks, least_similar=_ALIKE, trim=1):
        pairs.add(locale, *pair)


def _read(path):
    with open(path, encoding='utf-8', errors='replace') as file:
        return file.read()


def _read_gzip(path):
    try:
        with gzip.open(path) as file:
            return file.read().decode('utf-8', 'replace')
    except (OSError, EOFError):
        return ''
