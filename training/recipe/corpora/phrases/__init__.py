"""Everyday phrases this project wrote itself: what corpora of programs and manuals hardly hold.

A file `XX.txt` has a phrase a line, `English | translation`. `{name}` stands for every value of a list
`@name English|translation; …` further up; braces around anything else are text.

A file `written/NAME.tsv` has sentences with their translations into all languages, or into some. Its first line
names the columns: `en`, a tag for each language, and `address`, which says whether the translations
address somebody as `formal`, as `informal`, or not at all. What lies in `written/to-english` is for phrase
books into English only: `Bises` ends a letter as `Love` does, but `Love` is not `Bises`.
"""
import glob
import itertools
import os
import random
import re

from ...data.pairs import Pair, is_of_language
from ..address import ADDRESSES
from ..locales import language_of, variant_of

SOURCE = 'phrases'
WRITTEN = 'written'
MAX_FORMS = 60
_FOLDER = os.path.dirname(os.path.abspath(__file__))
TO_ENGLISH = os.path.join(_FOLDER, WRITTEN, 'to-english')


def phrases_of(corpus):
    """The pairs for a corpus (`de`), every form of every phrase; none where there is no file."""
    path = os.path.join(_FOLDER, f'{corpus}.txt')
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as file:
        return [Pair(english, other, SOURCE, '') for english, other in expand(file.read())]


def sentences_of(varieties, is_from_english):
    """Phrases and sentences for a phrase book of some varieties of a language, as `(text, translation)`.

    From English, a book that several varieties share has what all of them write the same, and what only
    one of them writes with its prefix in front, as the model's source text has it.
    """
    corpus = varieties[0].corpus
    if not is_from_english:
        pairs = (*phrases_of(corpus), *written_of(corpus), *written_of(corpus, TO_ENGLISH))
        return [(pair.other, pair.english) for pair in pairs]
    if len(varieties) == 1:
        return [(pair.english, pair.other) for pair in (*phrases_of(corpus), *written_of(corpus))]
    sentences = []
    for pair in written_of(corpus):
        own = [language for language in varieties if is_of_language(pair, language)]
        starts = [''] if len(own) == len(varieties) else [f'{language.prefix} ' for language in own]
        sentences += [(start + pair.english, pair.other) for start in starts]
    return sentences


def written_of(corpus, folder=os.path.join(_FOLDER, 'written')):
    """The sentences for a corpus (`pt`), each variety's its own where they differ, in the order of the files.

    Raises ValueError for a line with other columns than the first line of its file.
    """
    pairs = []
    for path in sorted(glob.glob(os.path.join(folder, '*.tsv'))):
        with open(path, encoding='utf-8') as file:
            names, *rows = (line.rstrip('\n').split('\t') for line in file)
        for number, row in enumerate(rows, 2):
            if len(row) != len(names) or row[names.index('address')] not in ('', *ADDRESSES):
                raise ValueError(f'{path}, line {number}: not the columns {", ".join(names)}')
            pairs += _written_pairs(dict(zip(names, row)), corpus)
    return pairs


def _written_pairs(row, corpus):
    texts = {tag: text for tag, text in row.items() if language_of(tag) == corpus and text}
    if len(set(texts.values())) == 1:
        return [Pair(row['en'], next(iter(texts.values())), WRITTEN, '', row['address'])]
    return [Pair(row['en'], text, WRITTEN, variant_of(tag), row['address']) for tag, text in texts.items()]


def expand(text):
    """All pairs of a phrase file, in order, each once.

    Of a phrase with more than MAX_FORMS forms, that many are drawn, always the same ones. Raises
    ValueError for a line that is neither a phrase nor a list.
    """
    lists, pairs = {}, {}
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith('#'):
            continue
        if line.startswith('@'):
            name, _, values = line[1:].partition(' ')
            lists[name] = [_sides(value) for value in values.split(';')]
        else:
            pairs.update(dict.fromkeys(_forms(*_sides(line), lists)))
    return list(pairs)


def _sides(text):
    english, bar, other = (part.strip() for part in text.partition('|'))
    if not bar or not english or not other:
        raise ValueError(f'a phrase is "English | translation", not "{text}"')
    return english, other


def _forms(english, other, lists):
    names = [name for name in dict.fromkeys(re.findall(r'\{(\w+)\}', english)) if name in lists]
    choices = list(itertools.product(*(lists[name] for name in names)))
    if len(choices) > MAX_FORMS:
        choices = random.Random(english).sample(choices, MAX_FORMS)
    for choice in choices:
        filled, filled_other = english, other
        for name, (value, value_other) in zip(names, choice):
            filled = filled.replace(f'{{{name}}}', value)
            filled_other = filled_other.replace(f'{{{name}}}', value_other)
        yield filled, filled_other
