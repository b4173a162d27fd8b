"""Pairs as they were found, before cleaning: `<source>.<language>.tsv`."""
import os
import re

from .locales import language_of, variant_of

_ESCAPES = {'\\': '\\\\', '\t': ' ', '\r': '', '\n': '\\n'}


class RawPairs:
    """Writes the pairs of one source. Use with `with`: what was interrupted leaves no files."""

    def __init__(self, source, folder):
        self._source, self._folder = source, folder
        self._files = {}
        self.counts = {}

    def __enter__(self):
        os.makedirs(self._folder, exist_ok=True)
        return self

    def __exit__(self, failure, *_):
        for language, file in self._files.items():
            file.close()
            draft = self._path(language) + '.draft'
            if failure is None:
                os.replace(draft, self._path(language))
            else:
                os.remove(draft)

    def add(self, locale, english, other, source=None):
        """Adds a pair; empty ones and those of other languages are left out.

        source: where it comes from, if these are the pairs of several sources.
        """
        language = language_of(locale)
        if language is None or not english or not other:
            return
        if language not in self._files:
            self._files[language] = open(self._path(language) + '.draft', 'w', encoding='utf-8', errors='ignore')
        variant = variant_of(locale)
        source = source or (f'{self._source}:{variant}' if variant else self._source)
        self._files[language].write(f'{_escape(english)}\t{_escape(other)}\t{source}\n')
        self.counts[language] = self.counts.get(language, 0) + 1

    def _path(self, language):
        return raw_path(self._folder, self._source, language)


def raw_path(folder, source, language):
    """Where the raw pairs of a source lie."""
    return os.path.join(folder, f'{source}.{language}.tsv')


def read_raw_pairs(path):
    """Yields `(english, other, source)`, with line breaks as they were."""
    with open(path, encoding='utf-8') as file:
        for line in file:
            fields = line.rstrip('\n').split('\t')
            if len(fields) == 3:
                yield _unescape(fields[0]), _unescape(fields[1]), fields[2]


def _escape(text):
    return re.sub(r'[\\\t\r\n]', lambda match: _ESCAPES[match[0]], text)


def _unescape(text):
    return re.sub(r'\\(.)', lambda match: '\n' if match[1] == 'n' else match[1], text)
