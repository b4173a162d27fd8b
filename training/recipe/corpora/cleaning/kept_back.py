"""Sentences of test sets, which no model may be trained on."""
import glob
import os
import re

_LEAST_CHARACTERS = 25
# The other side may be in a script that says more with fewer characters.
_LEAST_OTHER_CHARACTERS = 12


class KeptBackSentences:
    """All lines, and all sentences in them, of the files of some folders."""

    def __init__(self, folders):
        self._known = set()
        for folder in folders:
            for path in sorted(glob.glob(os.path.join(folder, '**', '*'), recursive=True)):
                if os.path.isfile(path):
                    self._read(path)

    def _read(self, path):
        with open(path, encoding='utf-8', errors='ignore') as file:
            for line in file:
                for text in (line, *re.split(r'(?<=[.!?。！？])\s*', line)):
                    key = _key(text)
                    if len(key) >= _LEAST_OTHER_CHARACTERS:
                        self._known.add(key)

    def __len__(self):
        return len(self._known)

    def has(self, english, other):
        """Whether either side of a pair is one of them, whatever its punctuation and case."""
        return (len(english) >= _LEAST_CHARACTERS and _key(english) in self._known) or (
            len(other) >= _LEAST_OTHER_CHARACTERS and _key(other) in self._known
        )


def _key(text):
    return re.sub(r'\W+', '', text).casefold()
