"""Message catalogues: .po, .mo and .qm inside packages and tarballs."""
import re
import struct
import tarfile

from ..formats.messages import pairs_of
from ..formats.mo import read_mo
from ..formats.po import decode_po, read_po
from ..formats.qm import read_qm
from ..locales import language_of, locale_of_path
from ..packages import archive_members, package_members

_CATALOGUE = re.compile(r'\.(?:po|mo|gmo|qm)$')


def extract_catalogs(store, names, source_names, pairs, report=print):
    """Adds the pairs of all catalogues in packages and in source tarballs."""
    for name in names:
        path = store.find(name)
        if path:
            _extract(package_members(path, _CATALOGUE), pairs, name, report)
    for name in source_names:
        for path in store.source_archives(name):
            _extract(archive_members(path, _CATALOGUE), pairs, name, report)


def _extract(members, pairs, package, report):
    try:
        for name, content in members:
            locale = locale_of_path(name)
            if locale is None:
                continue
            for message in read_catalogue(name, content):
                for english, other in pairs_of(message, language_of(locale)):
                    pairs.add(locale, english, other)
    except (OSError, EOFError, ValueError, struct.error, tarfile.TarError) as error:
        report(f'{package}: {error}')


def read_catalogue(name, content):
    """The messages of a catalogue, by the ending of its name."""
    if name.endswith('.po'):
        return read_po(decode_po(content))
    return read_qm(content) if name.endswith('.qm') else read_mo(content)
