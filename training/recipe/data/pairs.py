"""Sentence pairs: `en-XX.tsv`, English TAB translation TAB source[:variant]."""
import os
from typing import Iterator, NamedTuple


class Pair(NamedTuple):
    """One line of a corpus."""

    english: str
    other: str
    source: str
    variant: str
    # How the translation addresses its reader, '' for not at all; None: by its words.
    address: str | None = None


def corpus_path(folder, corpus):
    """Where the pairs of a language lie."""
    return os.path.join(folder, f'en-{corpus}.tsv')


def read_pairs(path) -> Iterator[Pair]:
    """Reads a corpus; lines of another form are left out."""
    with open(path, encoding='utf-8', newline='\n') as file:
        for line in file:
            fields = line.rstrip('\n').split('\t')
            if len(fields) == 3 and fields[0] and fields[1]:
                source, _, variant = fields[2].partition(':')
                yield Pair(fields[0], fields[1], source, variant)


def pairs_of_language(folder, language) -> Iterator[Pair]:
    """The pairs of a language, those of another variant left out."""
    return pairs_of_varieties(folder, [language])


def pairs_of_varieties(folder, languages) -> Iterator[Pair]:
    """The pairs of some varieties of a language, which lie in one corpus; each once."""
    for pair in read_pairs(corpus_path(folder, languages[0].corpus)):
        if any(is_of_language(pair, language) for language in languages):
            yield pair


def is_of_language(pair, language):
    """Whether a pair is in the variety of a language; one without a variety serves all."""
    return language.variant is None or pair.variant in ('', language.variant)
