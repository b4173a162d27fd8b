"""Sentences made from frames, so that rare nouns, numbers, times and names have been seen in a sentence.

`frames.txt` has a sentence a line in all languages, with slots. `{x:the+q.a}`: the noun x with the
definite article and an adjective, in the accusative; `{q:x}`: an adjective said of x. Other slots are
numbers, money, times, dates, measures and names: `_MAKERS` says which letter is what. What is drawn
for a slot is the same in all languages. Grammar is in `grammar.py`, writing in `values.py`.
"""
import os
import re
from random import Random

from ...data.pairs import Pair
from . import values
from .grammar import Noun, noun_form, predicate

SOURCE = 'frames'
PER_FRAME = 250
_FOLDER = os.path.dirname(os.path.abspath(__file__))
_SLOT = re.compile(r'\{(\w+?)(?::([\w+.]+))?\}')

# By the slot's name; a digit after it makes another one of the same kind.
_MAKERS = {
    'N': values.large, 'p': values.money, 'r': values.money, 'P': values.millions, 't': values.time, 'i': values.opening,
    'j': values.opening, 'd': values.date, 'w': values.weekday, 'l': values.month, 'year': values.year,
    'k': values.measure(['km', 'm']), 'g': values.measure(['g', 'kg']), 'h': values.measure(['ml', 'l', 'cl']),
    'e': values.percent, 'a': values.person, 'b': values.person, 'o': values.place, 'z': values.place, 's': values.emoji,
}
_SIZED_MAKERS = {'n': values.count, 'm': values.count, 'c': values.code}
# Qualities that pass: Spanish has another "to be" for them.
_STATES = ('clean', 'dirty', 'broken')


def frames_of(corpus, per_frame=PER_FRAME):
    """The pairs for a corpus (`de`), always the same ones; none for a language without frames."""
    if corpus not in values.LANGUAGES[1:]:
        return []
    nouns, qualities = _words('nouns.txt', _noun), _words('adjectives.txt', _quality)
    pairs = {}
    for row in _rows('frames.txt'):
        texts = dict(zip(values.LANGUAGES, row))
        random = Random(texts['en'])
        for _ in range(per_frame):
            drawn = _draw(texts['en'], random, nouns, qualities)
            pairs[_fill(texts['en'], 'en', drawn), _fill(texts[corpus], corpus, drawn)] = None
    return [Pair(english, other, SOURCE, '') for english, other in pairs]


def _rows(name):
    with open(os.path.join(_FOLDER, name), encoding='utf-8') as file:
        rows = [[part.strip() for part in line.split('|')] for line in file if line.strip() and line[0] != '#']
    wrong = [row for row in rows if len(row) != len(values.LANGUAGES)]
    if wrong:
        raise ValueError(f'{name}: not one part for each language: {" | ".join(wrong[0])}')
    return rows


def _words(name, make):
    return [{language: make(language, part) for language, part in zip(values.LANGUAGES, row)} for row in _rows(name)]


def _noun(language, part):
    gender, text = (None, part) if language == 'en' else part.split(' ', 1)
    return Noun(gender, *text.split(', '))


def _quality(_, part):
    return part.split(', ')


def _draw(english, random, nouns, qualities):
    """What stands in each slot of the English: its texts by language, or its words."""
    drawn = {'q': random.choice(qualities), 'heavy': next(row for row in qualities if row['en'] == ['heavy'])}
    drawn['x'], drawn['y'] = random.sample(nouns, 2)
    for name, size in _SLOT.findall(english):
        kind = name.rstrip('0123456789')
        if name in drawn:
            continue
        if kind in _SIZED_MAKERS:
            drawn[name] = _SIZED_MAKERS[kind](random, int(size))
        elif name == 'f':
            drawn[name] = values.letters(random, int(size)) if size else values.company(random)
        else:
            drawn[name] = _MAKERS[kind](random)
    return drawn


def _fill(text, language, drawn):
    def value(match):
        name, form = match[1], match[2]
        if name in ('x', 'y'):
            return noun_form(language, drawn[name][language], form, drawn['q'][language])
        if name in ('q', 'heavy'):
            return predicate(language, drawn[form][language], drawn[name][language])
        if name == 'be':
            return 'está' if drawn['q']['en'][0] in _STATES else 'es'
        return drawn[name][language]

    filled = _SLOT.sub(value, text)
    # The first letter, after an opening mark where there is one.
    return re.sub(r'^([¿¡«„“"]*\s?)(\w)', lambda match: match[1] + match[2].upper(), filled)
