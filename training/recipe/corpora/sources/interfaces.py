"""Interfaces of programs that keep their texts in forms of their own."""
import gzip
import io
import json
import os
import re
import struct
import zipfile

from ..locales import language_of
from ..packages import package_members


def extract_chromium(path, pairs):
    """`.pak` files of `chromium-l10n`; its English is British."""
    texts = {}
    for name, content in package_members(path, re.compile(r'/locales/[\w-]+\.pak$')):
        locale = os.path.basename(name)[:-len('.pak')]
        if locale == 'en-GB' or language_of(locale):
            texts[locale] = read_pak(gzip.decompress(content) if content[:2] == b'\x1f\x8b' else content)
    english = texts.pop('en-GB', {})
    for locale, known in texts.items():
        for key, text in known.items():
            original = english.get(key, '')
            has_branches = '{' in original.replace('{0}', '').replace('{1}', '')
            if len(original) < 2000 and not has_branches and not original.startswith('<'):
                pairs.add(locale, original, text)


def read_pak(content):
    """The texts of one of Chromium's resource files, by number."""
    (version,) = struct.unpack_from('<I', content)
    if version == 5:
        _, count, _ = struct.unpack_from('<IHH', content, 4)
        position = 12
    elif version == 4:
        (count,) = struct.unpack_from('<I', content, 4)
        position = 9
    else:
        return {}
    rows = [struct.unpack_from('<HI', content, position + 6 * index) for index in range(count + 1)]
    return {
        key: content[start:end].decode('utf-8', 'replace') for (key, start), (_, end) in zip(rows, rows[1:])
    }


def extract_mozilla(paths, pairs):
    """Language packs of one of Mozilla's programs; its English is British."""
    texts = {}
    for path in paths:
        locale = re.search(r'l10n-([\w-]+?)_', os.path.basename(path))[1]
        locale = 'es' if locale == 'es-es' else locale
        for _, content in package_members(path, re.compile(r'\.xpi$')):
            texts.setdefault(locale, {}).update(_read_language_pack(content))
    english = texts.pop('en-gb', {})
    for locale, known in texts.items():
        for key, text in known.items():
            original = english.get(key, '')
            if '->' in original or '->' in text or '{' in re.sub(r'\{ ?[-$\w]+ ?\}', '', original):
                continue
            pairs.add(locale, _tighten(original), _tighten(text))


def _tighten(text):
    return re.sub(r'\{ (\S+) \}', r'{\1}', text)


def _read_language_pack(content):
    texts = {}
    with zipfile.ZipFile(io.BytesIO(content)) as pack:
        for name in pack.namelist():
            read = {'.ftl': read_fluent, '.properties': read_properties}.get(os.path.splitext(name)[1])
            if read:
                place = re.sub(r'(localization|locale)/[\w-]+/', r'\1/*/', name)
                for key, text in read(pack.read(name).decode('utf-8', 'replace')).items():
                    texts[place, key] = text
    return texts


def read_fluent(text):
    """Messages and attributes of a Fluent file, each in one line."""
    messages, message, key = {}, '', None
    for line in text.split('\n'):
        start = re.match(r'(-?[A-Za-z][\w-]*)\s*=\s?(.*)$', line)
        attribute = re.match(r'\s+\.([\w-]+)\s*=\s?(.*)$', line)
        if start:
            message = key = start[1]
            messages[key] = start[2].strip()
        elif attribute and message:
            key = f'{message}.{attribute[1]}'
            messages[key] = attribute[2].strip()
        elif line.startswith((' ', '\t')) and key and line.strip():
            messages[key] = f'{messages[key]} {line.strip()}'.strip()
        elif line and not line.startswith((' ', '}')):
            key = None
    return messages


def read_properties(text):
    """The texts of a `.properties` file."""
    texts = {}
    for found in re.finditer(r'^([\w.-]+)\s*=\s*(.*)$', text, re.MULTILINE):
        value = re.sub(r'\\u([0-9a-fA-F]{4})', lambda code: chr(int(code[1], 16)), found[2])
        texts[found[1]] = value.replace('\\n', '\n')
    return texts


def extract_mediawiki(path, pairs):
    """Messages of MediaWiki and its extensions, without wiki markup."""
    locales = {'pt': 'pt_PT', 'pt-br': 'pt_BR', 'zh-hans': 'zh_CN'}
    wanted = re.compile(r'^(.*i18n(?:/.*)?)/([a-z-]+)\.json$')
    messages = {}
    for name, content in package_members(path, wanted):
        folder, locale = wanted.search(name).groups()
        if locale == 'en' or language_of(locales.get(locale, locale)):
            messages.setdefault(folder, {})[locale] = json.loads(content)
    for texts in messages.values():
        english = texts.pop('en', {})
        for locale, known in texts.items():
            for key, text in known.items():
                original = english.get(key)
                if not isinstance(text, str) or not isinstance(original, str):
                    continue
                left, right = _without_wiki_markup(original), _without_wiki_markup(text)
                if not any(sign in left + right for sign in ('{{', '[[')):
                    pairs.add(locales.get(locale, locale), left, right)


def _without_wiki_markup(text):
    text = re.sub(r'\{\{GENDER:[^|{}]*\|([^|{}]*)[^{}]*\}\}', r'\1', text)
    text = re.sub(r'\{\{PLURAL:[^|{}]*\|(?:[^|{}]*\|)*([^|{}]*)\}\}', r'\1', text)
    text = re.sub(r'\[\[[^\[\]|]*\|([^\[\]]*)\]\]', r'\1', text)
    text = re.sub(r'\[(?:https?:)?//\S+ ([^\]]*)\]', r'\1', text)
    return re.sub(r"'''?", '', text).replace('{{SITENAME}}', 'Wiki')


def extract_freeorion(path, pairs):
    """The string tables of `freeorion-data`."""
    tables = {}
    for name, content in package_members(path, re.compile(r'/stringtables/[a-z]{2}\.txt$')):
        tables[os.path.basename(name)[:2]] = read_string_table(content.decode('utf-8-sig', 'replace'))
    english = tables.pop('en', {})
    for language, table in tables.items():
        for key, text in table.items():
            original = english.get(key, '')
            if original != text and '[[' not in original + text:
                pairs.add('zh_CN' if language == 'zh' else language, original, text)


def read_string_table(text):
    """Keys in capitals, each with the text of the next line, or of all lines up to `'''`."""
    table, lines = {}, iter(text.split('\n'))
    for line in lines:
        if not re.fullmatch(r'[A-Z0-9_]+', line.strip()):
            continue
        value = next(lines, '')
        if value.startswith("'''"):
            value = value[3:]
            while "'''" not in value:
                further = next(lines, None)
                if further is None:
                    break
                value += '\n' + further
            value = value.replace("'''", '')
        table[line.strip()] = value
    return table
