"""Everyday phrases this project wrote itself: what corpora of programs and manuals hardly hold.

A file `XX.txt` has a phrase a line, `English | translation`. `{name}` stands for every value of a list
`@name English|translation; …` further up; braces around anything else are text.
"""
import itertools
import os
import random
import re

from ...data.pairs import Pair

SOURCE = 'phrases'
MAX_FORMS = 60
_FOLDER = os.path.dirname(os.path.abspath(__file__))


def phrases_of(corpus):
    """The pairs for a corpus (`de`), every form of every phrase; none where there is no file."""
    path = os.path.join(_FOLDER, f'{corpus}.txt')
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as file:
        return [Pair(english, other, SOURCE, '') for english, other in expand(file.read())]


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
