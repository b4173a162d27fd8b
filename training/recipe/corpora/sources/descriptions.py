"""Descriptions of Debian packages, translated by the DDTP: apt's `Translation-XX` lists."""
import glob
import os
import re
import subprocess

from ..locales import LANGUAGES

_LOCALES = [*(name for name in LANGUAGES if name != 'zh'), 'pt_BR', 'zh_CN']
_LIST_ITEM = re.compile(r'\s+(?:[-*•o+]|\d+\.)\s+')
_DESCRIPTION = re.compile(r'^Description-(?!md5)\w+: (.*)\n((?: .*\n?)*)', re.MULTILINE)


def extract_descriptions(store, pairs):
    """Adds summaries and paragraphs, paired by the checksum of the English text."""
    english = _read_lists(store.lists, 'en')
    for locale in _LOCALES:
        for key, (summary, paragraphs) in _read_lists(store.lists, locale).items():
            if key not in english:
                continue
            english_summary, english_paragraphs = english[key]
            pairs.add(locale, english_summary, summary)
            if len(english_paragraphs) == len(paragraphs):
                for left, right in zip(english_paragraphs, paragraphs):
                    pairs.add(locale, left, right)


def _read_lists(folder, locale):
    descriptions = {}
    name = f'*i18n_Translation-{locale.replace("_", "%5f")}*'
    for path in sorted(glob.glob(os.path.join(folder, name))):
        for stanza in _text_of(path).split('\n\n'):
            key = re.search(r'^Description-md5: (\w+)', stanza, re.MULTILINE)
            found = _DESCRIPTION.search(stanza + '\n')
            if key and found:
                descriptions[key[1]] = (found[1], split_paragraphs(found[2].split('\n')))
    return descriptions


def _text_of(path):
    # apt knows how its own lists are compressed.
    done = subprocess.run(['/usr/lib/apt/apt-helper', 'cat-file', path], capture_output=True, timeout=120)
    return done.stdout.decode('utf-8', 'replace')


def split_paragraphs(lines):
    """Paragraphs of a description; every item of a list is one."""
    paragraphs, current = [], []

    def flush():
        if current:
            paragraphs.append(' '.join(current))
            current.clear()

    for line in lines:
        item = _LIST_ITEM.match(line)
        if line.strip() in ('', '.'):
            flush()
        elif item:
            flush()
            current.append(line[item.end():].strip())
        else:
            current.append(line.strip())
    flush()
    return paragraphs
