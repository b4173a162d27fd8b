"""A small corpus out of a few patterns and words, to try the recipe with.

English to German and French, correct as far as it goes: articles, cases, gender.
"""
import itertools
import json
import os
import random

from recipe.data.pairs import corpus_path

PAIRS = 7000
_HERE = os.path.dirname(os.path.abspath(__file__))
_GERMAN_SUBJECT = {'m': 'Der', 'f': 'Die', 'n': 'Das'}
_GERMAN_OBJECT = {'m': 'den', 'f': 'die', 'n': 'das'}
_VOWELS = 'aeiouhéê'


def write_toy_corpora(folder, pairs=PAIRS, seed=1):
    """Writes `en-de.tsv` and `en-fr.tsv`; the same for the same seed."""
    with open(os.path.join(_HERE, 'phrases.json'), encoding='utf-8') as file:
        words = json.load(file)
    rows = sorted(set(_rows(words)))
    random.Random(seed).shuffle(rows)
    os.makedirs(folder, exist_ok=True)
    for place, corpus in ((1, 'de'), (2, 'fr')):
        with open(corpus_path(folder, corpus), 'w', encoding='utf-8') as file:
            for row in rows[:pairs]:
                file.write(f'{row[0]}\t{row[place]}\ttoy\n')


def _rows(words):
    nouns, adjectives, verbs, names = (words[key] for key in ('nouns', 'adjectives', 'verbs', 'names'))
    for noun, (small, klein, *petit) in itertools.product(nouns, adjectives):
        english, german, french = noun[0], _german(noun), _french(noun)
        adjective = petit[noun[3] == 'f']
        yield f'The {english} is {small}.', f'{german} ist {klein}.', f'{french} est {adjective}.'
        yield f'The {english} is not {small}.', f'{german} ist nicht {klein}.', f"{french} n'est pas {adjective}."
        yield f'Is the {english} {small}?', f'Ist {_lower(german)} {klein}?', f'Est-ce que {_lower(french)} est {adjective} ?'
    for noun, (sees, sieht, voit), name in itertools.product(nouns, verbs, names):
        seen, vu = _german(noun, _GERMAN_OBJECT), _lower(_french(noun))
        yield f'{name} {sees} the {noun[0]}.', f'{name} {sieht} {seen}.', f'{name} {voit} {vu}.'
        yield f'Today {name} {sees} the {noun[0]}.', f'Heute {sieht} {name} {seen}.', f"Aujourd'hui {name} {voit} {vu}."
    for who, what in itertools.permutations(nouns, 2):
        for sees, sieht, voit in verbs:
            yield (
                f'The {who[0]} {sees} the {what[0]}.',
                f'{_german(who)} {sieht} {_german(what, _GERMAN_OBJECT)}.',
                f'{_french(who)} {voit} {_lower(_french(what))}.',
            )
        yield (
            f'The {who[0]} and the {what[0]} are here.',
            f'{_german(who)} und {_lower(_german(what))} sind hier.',
            f'{_french(who)} et {_lower(_french(what))} sont ici.',
        )


def _german(noun, articles=_GERMAN_SUBJECT):
    return f'{articles[noun[1]]} {noun[2]}'


def _french(noun):
    if noun[4][0] in _VOWELS:
        return f"L'{noun[4]}"
    return f'{"La" if noun[3] == "f" else "Le"} {noun[4]}'


def _lower(phrase):
    return phrase[0].lower() + phrase[1:]
