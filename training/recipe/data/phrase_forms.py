"""Plurals of the nouns of dictionaries, which list singulars only: `butterfly` and `Schmetterling`."""
import re
from collections import Counter

from .pairs import Pair
from .phrase_counts import WORD, WORDS

PLURAL = 'plural'
_NOUN = re.compile(rf'{WORD}')
LEAST_OCCURRENCES = 2
MIN_LETTERS = 3
_UMLAUTS = str.maketrans('aouAOU', 'äöüÄÖÜ')
# For each language what may stand at the end of a noun, and what its plural has there.
_ENDINGS = {
    'en': [('(?<![sxzy])(?<!ch)(?<!sh)$', 's'), ('(?<=[sxz])$', 'es'), ('(?<=ch|sh)$', 'es'),
           ('(?<=[aeou]y)$', 's'), ('(?<![aeou])y$', 'ies'), ('fe?$', 'ves'), ('man$', 'men'), ('(?<=o)$', 'es')],
    'fr': [('(?<![sxz])$', 's'), ('(?<=[aeo]u)$', 'x'), ('al$', 'aux'), ('ail$', 'aux')],
    'es': [('(?<=[aeiouáéó])$', 's'), ('(?<![aeiouz])$', 'es'), ('z$', 'ces'), ('ón$', 'ones'),
           ('án$', 'anes'), ('én$', 'enes'), ('és$', 'eses')],
    'pt': [('(?<=[aeiouáéêó])$', 's'), ('(?<=[rsz])$', 'es'), ('ão$', 'ões'), ('ão$', 'ães'), ('ão$', 'ãos'), ('m$', 'ns'),
           ('al$', 'ais'), ('el$', 'éis'), ('ol$', 'óis'), ('il$', 'is'), ('vel$', 'veis')],
    'it': [('(?<![gc])o$', 'i'), ('io$', 'i'), ('(?<=[gc])o$', 'hi'), ('(?<=[gc])o$', 'i'), ('(?<![gc])a$', 'e'),
           ('(?<=[gc])a$', 'he'), ('(?<=[gc]i)a$', 'e'), ('(?<=[gc])ia$', 'e'), ('e$', 'i'), ('ta$', 'ti'), ('o$', 'a')],
    'nl': [('$', 'en'), ('$', 's'), ("$", "'s"), ('(?<=e)$', 'n'), (r'([bdfgklmnprst])$', r'\1\1en'),
           (r'([aeou])\1([bdfgklmnprst])$', r'\1\2en'), ('([aeouij])f$', r'\1ven'), (r'([aeou])\1f$', r'\1ven'),
           ('([aeouij])s$', r'\1zen'), (r'([aeou])\1s$', r'\1zen'), ('(?<=[lnr])s$', 'zen'), ('(?<=[lr])f$', 'ven'),
           ('heid$', 'heden')],
    'de': [('(?<!e)$', 'e'), ('$', 'en'), ('(?<=[elr])$', 'n'), ('$', 's'), ('$', 'er'), ('in$', 'innen'),
           ('us$', 'en'), ('um$', 'en'), ('a$', 'en'), ('(?<=[lrn])$', '')],
}

_PATTERNS = {
    language: [(re.compile(ending), plural) for ending, plural in endings] for language, endings in _ENDINGS.items()
}


def plurals(word, language):
    """What may be the plural of a noun; most are no words."""
    found = {ending.sub(plural, word, count=1) for ending, plural in _PATTERNS[language] if ending.search(word)}
    if language == 'de':
        found |= {_with_umlaut(form) for form in (word, *found)}
    return found if language == 'de' and word.endswith(('l', 'r', 'n')) else found - {word}


def _with_umlaut(word):
    """The last of its vowels that can be one, as in `Häuser`."""
    stem = re.search(r'(au|[aou])(?=[^aouAOU]*$)', word)
    if not stem:
        return word
    return word[: stem.start()] + stem[0][0].translate(_UMLAUTS) + stem[0][1:] + word[stem.end():]


def plural_pairs(entries, pairs, language):
    """Pairs of plurals that the texts have, of all that the nouns among the entries could have."""
    if language not in _ENDINGS:
        return []
    english, other = Counter(), Counter()
    for pair in pairs:
        english.update(set(WORDS.findall(pair.english.lower())))
        other.update(set(WORDS.findall(pair.other.lower())))
    known = {(entry.english.lower(), entry.other.lower()) for entry in entries}
    found = set()
    for left, right in known:
        if not (_NOUN.fullmatch(left) and _NOUN.fullmatch(right)) or min(len(left), len(right)) < MIN_LETTERS:
            continue
        ours = [form for form in plurals(left, 'en') if english[form] >= LEAST_OCCURRENCES]
        theirs = [form for form in plurals(right, language) if other[form] >= LEAST_OCCURRENCES] if ours else []
        found.update((one, two) for one in ours for two in theirs)
    return [Pair(one, two, PLURAL, '') for one, two in sorted(found - known)]
