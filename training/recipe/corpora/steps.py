"""The three steps to the corpora: download packages, extract raw pairs, clean them."""
import glob
import os

from ..files import read_json
from .cleaning.clean import clean_language, write_counts
from .cleaning.kept_back import KeptBackSentences
from .locales import LANGUAGES
from .packages import PackageStore
from .raw_pairs import RawPairs, raw_path
from .sources.catalogs import extract_catalogs
from .sources.descriptions import extract_descriptions
from .sources.documents import (
    extract_gimp_help,
    extract_gnome_help,
    extract_handbook,
    extract_kde_manuals,
    extract_man_pages,
    extract_references,
    unpack_all,
)
from .sources.interfaces import extract_chromium, extract_freeorion, extract_mediawiki, extract_mozilla
from .sources.word_lists import extract_brought, extract_cldr, extract_ding, extract_tatoeba

# As apt names the lists of package descriptions.
_APT_LANGUAGES = ['en', *(name for name in LANGUAGES if name != 'zh'), 'pt_BR', 'zh_CN']

_DOCUMENTS = {
    'gimp-help': extract_gimp_help,
    'gnome-help': extract_gnome_help,
    'handbook': extract_handbook,
    'kde-manuals': extract_kde_manuals,
    'man-pages': extract_man_pages,
    'references': extract_references,
}
_SINGLE_PACKAGES = {
    'cldr': extract_cldr,
    'chromium': extract_chromium,
    'ding': extract_ding,
    'freeorion': extract_freeorion,
    'mediawiki': extract_mediawiki,
}


def read_sources(wanted=None):
    """The table of sources, best first: of a pair that two have, the first one keeps it."""
    table = read_json(os.path.join(os.path.dirname(__file__), 'sources.json'))
    unknown = set(wanted or ()) - {row['source'] for row in table}
    if unknown:
        raise ValueError(f'there is no source {", ".join(sorted(unknown))}')
    return [row for row in table if not wanted or row['source'] in wanted]


def download(packages_folder, wanted=None, report=print):
    """Lists and packages of the sources; what is there already is not fetched again."""
    store = PackageStore(packages_folder)
    store.update(_APT_LANGUAGES)
    for row in read_sources(wanted):
        failed = store.download(row.get('packages', [])) + store.download_sources(row.get('sources', []))
        count = len(row.get('packages', [])) + len(row.get('sources', []))
        missing = f'; not to be had: {" ".join(failed)}' if failed else ''
        report(f'{row["source"]}: {count - len(failed)} of {count} packages{missing}')


def extract(packages_folder, raw_folder, wanted=None, tatoeba=None, brought=(), report=print):
    """Raw pairs of the sources; those extracted before are left alone."""
    store = PackageStore(packages_folder)
    for row in read_sources(wanted):
        source = row['source']
        if glob.glob(raw_path(raw_folder, source, '*')):
            report(f'{source}: there already')
            continue
        with RawPairs(source, raw_folder) as pairs:
            _extract_source(row, store, pairs, tatoeba, brought, report)
        report(f'{source}: {", ".join(f"{name} {count}" for name, count in pairs.counts.items()) or "nothing"}')


def _extract_source(row, store, pairs, tatoeba, brought, report):
    kind, packages = row['kind'], row.get('packages', [])
    if kind == 'catalogs':
        extract_catalogs(store, packages, row.get('sources', []), pairs, report)
    elif kind == 'descriptions':
        extract_descriptions(store, pairs)
    elif kind == 'tatoeba':
        if tatoeba:
            extract_tatoeba(tatoeba, pairs)
    elif kind == 'brought':
        extract_brought(brought, pairs)
    elif kind == 'mozilla':
        for program in ('firefox-esr', 'thunderbird'):
            extract_mozilla(store.find_all(f'{program}-l10n-*'), pairs)
    elif kind in _DOCUMENTS:
        _DOCUMENTS[kind](unpack_all(store, packages, os.path.join(store.unpacked, row['source'])), pairs)
    else:
        for path in filter(None, map(store.find, packages)):
            _SINGLE_PACKAGES[kind](path, pairs)


def clean(raw_folder, corpora_folder, test_sets=(), languages=None, report=print):
    """`en-XX.tsv` of all languages, or of some, and `counts.tsv` of these.

    test_sets: folders of test sentences; pairs that hold one are left out.
    """
    if unknown := set(languages or ()) - set(LANGUAGES):
        raise ValueError(f'there is no language {", ".join(sorted(unknown))}')
    kept_back = KeptBackSentences(test_sets)
    report(f'{len(kept_back)} test sentences are kept out')
    sources = [row['source'] for row in read_sources()]
    counts = {}
    for language in languages or LANGUAGES:
        counts[language] = clean_language(raw_folder, corpora_folder, language, sources, kept_back)
        total = sum(count.pairs for count in counts[language].values())
        report(f'{language}: {total} pairs')
    write_counts(os.path.join(corpora_folder, 'counts.tsv'), counts)
