"""Dictionaries and lists of names."""
import os
import re
import subprocess
import xml.etree.ElementTree as ElementTree

from ..packages import package_members

_CLDR_NAMES = ('languages/language', 'territories/territory', 'scripts/script')


def extract_ding(path, pairs):
    """The dictionary of `trans-de-en`: the first translation of every entry and example."""
    for _, content in package_members(path, re.compile(r'/trans/de-en$')):
        for line in content.decode('utf-8').split('\n'):
            if line.startswith('#') or '::' not in line:
                continue
            german, english = (side.split('|') for side in line.split('::', 1))
            # The forms after the first are only in step where there are as many on both sides.
            if len(german) != len(english):
                german, english = german[:1], english[:1]
            for left, right in zip(english, german):
                texts = [_first_plain(left, ('(', '...')), _first_plain(right, ('(', '...', '+'))]
                if all(texts):
                    pairs.add('de', *texts)


def _first_plain(entries, unwanted):
    for entry in entries.split(';'):
        # Grammar, subject, pronunciation and cross-references.
        text = re.sub(r'\{[^}]*\}|\[[^\]]*\]|/[^/]*/|<[^>]*>', '', entry)
        text = re.sub(r'\s+', ' ', text).strip()
        if text and not any(sign in text for sign in unwanted):
            return text
    return ''


def extract_cldr(path, pairs):
    """Names of languages, countries, scripts, currencies, cities and emoji in `unicode-cldr-core`."""
    names = {}
    wanted = re.compile(r'/cldr/common/(?:annotations|annotationsDerived|main)/([a-z]{2})\.xml$')
    for member, content in package_members(path, wanted):
        locale = wanted.search(member)[1]
        locale = 'zh_CN' if locale == 'zh' else locale
        names.setdefault(locale, {}).update(_cldr_names(ElementTree.fromstring(content)))
    english = names.pop('en', {})
    for locale, known in names.items():
        for key, name in known.items():
            if key in english and '↑' not in name:
                pairs.add(locale, english[key], name)


def _cldr_names(root):
    names = {}
    for group in _CLDR_NAMES:
        for element in root.findall(f'.//{group}'):
            if element.get('alt') is None and element.text:
                names[group, element.get('type')] = element.text
    for currency in root.iter('currency'):
        for name in currency.findall('displayName'):
            if name.get('count') is None and name.text:
                names['currency', currency.get('type')] = name.text
    for zone in root.iter('zone'):
        city = zone.find('exemplarCity')
        if city is not None and city.text:
            names['city', zone.get('type')] = city.text
    for annotation in root.iter('annotation'):
        if annotation.get('type') == 'tts' and annotation.text:
            names['emoji', annotation.get('cp')] = annotation.text
    return names


def extract_brought(folders, pairs):
    """`en-XX.tsv` files of some folders, or `en-XX.tsv.zst`: corpora in the recipe's own format.

    Each of their lines says which source it is from. A folder named earlier goes before a later one.
    """
    for folder in folders:
        for name in sorted(os.listdir(folder)):
            found = re.fullmatch(r'en-([a-z]{2})\.tsv(\.zst)?', name)
            if found is None:
                continue
            locale = 'zh_CN' if found[1] == 'zh' else found[1]
            for line in _lines(os.path.join(folder, name), found[2] is not None):
                fields = line.rstrip('\n').split('\t')
                if len(fields) == 3:
                    pairs.add(locale, *fields)


def _lines(path, is_packed):
    if not is_packed:
        with open(path, encoding='utf-8') as file:
            yield from file
        return
    with subprocess.Popen(['zstd', '-dc', path], stdout=subprocess.PIPE, encoding='utf-8') as unpacking:
        yield from unpacking.stdout
    if unpacking.returncode:
        raise OSError(f'{path} could not be unpacked')


def extract_tatoeba(folder, pairs):
    """`<language>.tsv` files of a folder, English TAB translation [TAB …], brought by the user.

    Debian has no package of Tatoeba's sentences; tatoeba.org lets everyone download them.
    """
    for name in sorted(os.listdir(folder)):
        locale, _, ending = name.rpartition('.')
        if ending != 'tsv':
            continue
        with open(os.path.join(folder, name), encoding='utf-8') as file:
            for line in file:
                fields = line.rstrip('\n').split('\t')
                if len(fields) >= 2:
                    pairs.add('zh_CN' if locale == 'zh' else locale, fields[0], fields[1])
