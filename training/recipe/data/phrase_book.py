"""Phrase books: words and short phrases with their translations, as the corpora agree on them.

Candidates are the pairs of a corpus whose both sides are a word or a few. Which candidate is right
is decided by the sentences: the one that stands in the translations of a phrase most often, in
proportion to how often both occur (the cosine of their occurrences). Dictionaries list rare senses
beside common ones; sentences show which one is meant.
"""
import math
import re
from collections import Counter, defaultdict

from .pairs import Pair

WORD = r"[^\W\d_]+(?:['’-][^\W\d_]+)*"
PHRASE = re.compile(rf'{WORD}(?: {WORD}){{0,2}}')
WORDS = re.compile(WORD)
MAX_CHARACTERS = 40
MAX_SENTENCE_WORDS = 40
# Lists of words, which have rare senses and no contexts.
SAME = 'same'
DICTIONARIES = frozenset(['ding', 'omw', 'apertium', 'freedict', 'esco', 'cldr', SAME])
# How much the entry itself counts as an occurrence.
PRIOR = {True: 0.4, False: 0.7}
# Keeps phrases that occur once or twice from looking certain.
SMOOTHING = 4
LEAST_OCCURRENCES = 3
LEAST_TOGETHER = 2
LEAST_SCORE = 0.1
# A word that is its own translation nearly always stands on both sides; names of programs do at times.
LEAST_SCORE_OF_SAME = 0.4
# Candidates this close to the best one are told apart by the letter case of the entry.
NEAR = 0.6
MAX_ENTRIES = 30_000


def phrase_books(pairs, language):
    """From English and into English: two dictionaries of phrase to translation.

    pairs: the whole corpus, as `Pair`; language: the tag of the other side.
    """
    pairs = list(pairs)
    entries = [pair for pair in pairs if _is_phrase(pair.english) and _is_phrase(pair.other)]
    entries += _same_words(entries)
    english = _Side(pair.english for pair in entries)
    other = _Side(pair.other for pair in entries)
    wanted = {(pair.english.lower(), pair.other.lower()) for pair in entries}
    together = Counter()
    for pair in pairs:
        left, right = english.count(pair.english), other.count(pair.other)
        together.update(key for one in left for two in right if (key := (one, two)) in wanted)
    from_english = _book(entries, english, other, together, has_capital_nouns=language == 'de')
    flipped = Counter({(two, one): count for (one, two), count in together.items()})
    turned = [pair._replace(english=pair.other, other=pair.english) for pair in entries]
    return from_english, _book(turned, other, english, flipped, has_capital_nouns=False)


def write_phrase_book(path, book):
    """`phrase TAB translation`, in the order of the bytes of the phrases."""
    lines = sorted((phrase.encode(), translation.encode()) for phrase, translation in book.items())
    with open(path, 'wb') as file:
        file.writelines(phrase + b'\t' + translation + b'\n' for phrase, translation in lines)


def _same_words(entries):
    """Every word as its own translation, such as `Page`: corpora leave out pairs of equal sides."""
    words = {text for entry in entries for text in (entry.english, entry.other) if ' ' not in text}
    return [Pair(word, word, SAME, '') for word in sorted(words)]


def _is_phrase(text):
    return len(text) <= MAX_CHARACTERS and PHRASE.fullmatch(text) is not None


class _Side:
    """How often the phrases of one language occur, and in which letter case."""

    def __init__(self, phrases):
        self.phrases = {phrase.lower() for phrase in phrases}
        self.counts = Counter()
        self.forms = defaultdict(Counter)

    def count(self, text):
        """Counts the phrases in a text, each once; returns them."""
        written = WORDS.findall(text)
        if len(written) > MAX_SENTENCE_WORDS:
            return ()
        words = [word.lower() for word in written]
        if len(words) > 3:
            for word, form in zip(words[1:], written[1:]):
                self.forms[word][form] += 1
        found = set()
        for start in range(len(words)):
            for end in range(start + 1, min(start + 3, len(words)) + 1):
                phrase = ' '.join(words[start:end])
                if phrase in self.phrases:
                    found.add(phrase)
        self.counts.update(found)
        return found

    def usual_form(self, phrase):
        """A phrase in the letter case that it has inside sentences."""
        return ' '.join(
            max(self.forms[word].items(), key=lambda form: form[::-1])[0] if self.forms[word] else word
            for word in phrase.split(' ')
        )


def _book(entries, side, target, together, has_capital_nouns):
    translations = defaultdict(lambda: defaultdict(set))
    exact = defaultdict(lambda: defaultdict(set))
    for entry in entries:
        translations[entry.english.lower()][entry.other.lower()].add(entry.source)
        exact[entry.english][entry.other].add(entry.source)
    ranked = {
        phrase: _rank(phrase, candidates, side, target, together)
        for phrase, candidates in translations.items()
        if side.counts[phrase] >= LEAST_OCCURRENCES
    }
    book = {}
    for phrase, written in exact.items():
        candidates = ranked.get(phrase.lower())
        if not candidates:
            continue
        score, chosen = _choose(phrase, candidates, written)
        if score < LEAST_SCORE or together[phrase.lower(), chosen] < LEAST_TOGETHER:
            continue
        usual = target.usual_form(chosen)
        as_entry = [text for text in written if text.lower() == chosen]
        is_noun = has_capital_nouns and usual[:1].isupper()
        text = usual if is_noun or not as_entry else min(as_entry)
        book[phrase] = text.removeprefix('to ') if not has_capital_nouns else text
    return _most_frequent(_without_capitals(book), side)


def _rank(phrase, candidates, side, target, together):
    """`(score, translation)`, the best one first.

    A word is its own translation only where no other one is good enough by itself: texts that are
    left untranslated have `apple` on both sides, too. Its own plural is no other one.
    """
    ranked, same = [], []
    for translation, sources in candidates.items():
        count = together[phrase, translation]
        if count:
            prior = PRIOR[sources <= DICTIONARIES]
            occurrences = (side.counts[phrase] + SMOOTHING) * (target.counts[translation] + SMOOTHING)
            score = (count - 1 + prior) / math.sqrt(occurrences)
            if sources != {SAME}:
                ranked.append((score, translation))
            elif score >= LEAST_SCORE_OF_SAME:
                same.append((score, translation))
    ranked.sort(reverse=True)
    has_other = any(score >= LEAST_SCORE and phrase not in text for score, text in ranked)
    return ranked if has_other else sorted(ranked + same, reverse=True)


def _choose(phrase, ranked, written):
    """`Help` is a noun and `help` a verb: among close ones, what catalogues say for this very form."""
    best = ranked[0]
    if phrase[:1].isupper() and not phrase.isupper():
        said = {text.lower() for text, sources in written.items() if not sources <= DICTIONARIES}
        near = [one for one in ranked if one[0] > NEAR * best[0] and one[1] in said]
        if near:
            return near[0]
    return best


def _without_capitals(book):
    """Leaves out what follows from the entry in small letters."""

    def capitalised(text):
        return text[:1].upper() + text[1:]

    def follows(phrase, translation):
        plain = phrase.lower()
        return (
            phrase == capitalised(plain) != plain
            and plain in book
            and translation == capitalised(book[plain])
        )

    return {phrase: text for phrase, text in book.items() if not follows(phrase, text)}


def _most_frequent(book, side):
    frequent = sorted(book, key=lambda phrase: (-side.counts[phrase.lower()], phrase))
    return {phrase: book[phrase] for phrase in frequent[:MAX_ENTRIES]}
