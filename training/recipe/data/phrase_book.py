"""Phrase books: words and short phrases with their translations, as the corpora agree on them.

Candidates are the pairs of a corpus whose both sides are a word or a few. Two things decide which
one is right. Sentences: the translation that stands in those of a phrase most often, in proportion
to how often both occur (the cosine of their occurrences). And votes: how many dictionaries and
catalogues have the pair, in proportion to what else they have for both.

A phrase in small letters is a word of every day, for which dictionaries and general texts speak; one
with a capital is a label of an interface, for which catalogues do: `order` and `Order`.
"""
import math
import re
from collections import Counter, defaultdict
from typing import NamedTuple

from .pairs import Pair
from .phrase_counts import PHRASE, Side, count_together, plain
from .phrase_forms import PLURAL, plural_pairs

MAX_CHARACTERS = 40
# Nobody writes a longer sentence word for word as somebody else did.
MAX_SENTENCE_CHARACTERS = 36
# Languages need more room than English does: `Keep out of reach of children` has 48 in German.
MAX_TRANSLATION_CHARACTERS = 54
# Shorter words with a full stop are not looked up without it: they may be abbreviations.
MIN_STOPPED_CHARACTERS = 5
# Words with commas, and the mark they end with.
SENTENCE = re.compile(r"¡?(?P<words>[^.!?:;…¡¿]*[\w}]) ?(?P<mark>[.!]?)")
SAME = 'same'
# Lists of words, which have rare senses and no contexts.
DICTIONARIES = frozenset(['ding', 'omw', 'apertium', 'freedict', 'esco', 'cldr', 'osm', 'tuxpaint-stamps'])
# What a source's word counts for, as a dictionary and as a catalogue, for a word and for a label.
WORD_VOTES = {True: 1.0, False: 0.3}
LABEL_VOTES = {True: 0.3, False: 1.0}
# All catalogues together have no more to say about a word.
MAX_CATALOGUE_VOTES = 0.6
# Sources that have no opinion of their own.
VOICELESS = {SAME: 0.0, PLURAL: 0.2}
# How much votes count beside sentences.
VOTES_SHARE = 0.8
# Keeps phrases that occur once or twice from looking certain.
SMOOTHING = 4
# Half the worth of a vote is kept for a translation that stands so often in general texts.
KNOWN = 3
SHARE_OF_LABELS = 0.5
LEAST_SCORE = 0.1
# Without a sentence in which they stand together.
LEAST_SCORE_OF_VOTES = 0.04
# A word that is its own translation nearly always stands on both sides; names of programs do at times.
LEAST_SCORE_OF_SAME = 0.4
# How much oftener than another translation a word has to stand on both sides, to be its own.
MUCH_OFTENER = 3
LEAST_TOGETHER_OF_SAME = 5
# A lone word in small letters is a noun sooner than a verb.
VERB_SHARE = 0.6
# A singular or a bare noun goes before its plural or one with an article that is not much better.
NEAR = {True: 0.35, False: 0.6}
MAX_ENTRIES = 70_000
# Whose phrases are looked for sooner than those of other catalogues: dictionaries, shops and services.
WANTED = DICTIONARIES | set(
    'magento woocommerce prestashop spree oscar vendure sylius saleor shopware thelia isotope edd reaction ofn'
    ' opensourcepos odoo dolibarr pretix mastodon mastodonapp discourse rallly mealie roundcube k9'
    ' easyappointments eventsmanager mozilla chromium'.split()
)
ARTICLES = {
    'en': ('the ', 'a ', 'an ', 'to '),
    'de': ('der ', 'die ', 'das ', 'ein ', 'eine '),
    'fr': ("l'", 'le ', 'la ', 'les ', 'un ', 'une '),
    'es': ('el ', 'la ', 'los ', 'las ', 'un ', 'una '),
    'it': ("l'", 'il ', 'lo ', 'la ', 'i ', 'gli ', 'le ', 'un ', 'uno ', 'una '),
    'nl': ('de ', 'het ', 'een '),
    'pt': ('o ', 'a ', 'os ', 'as ', 'um ', 'uma '),
}
# What a candidate may have more than another one and mean the same, seen from one language.
INFINITIVES = {
    'de': ('en', 'eln', 'ern'),
    'fr': ('er', 'ir', 're'),
    'es': ('ar', 'er', 'ir', 'arse', 'erse', 'irse'),
    'it': ('are', 'ere', 'ire', 'arsi', 'ersi', 'irsi'),
    'nl': ('en',),
    'pt': ('ar', 'er', 'ir', 'ar-se', 'er-se', 'ir-se'),
}
INFLECTIONS = {
    'en': ('s', 'es'),
    'de': ('e', 'n', 'en', 'er', 's', 'r', 'es', 'em'),
    'fr': ('s', 'x', 'e', 'es'),
    'es': ('s', 'es'),
    'nl': ('s', 'en', 'n', 'e'),
    'pt': ('s', 'es'),
}


def phrase_books(pairs, language):
    """From English and into English: two dictionaries of phrase to translation.

    pairs: the whole corpus, as `Pair`; language: the tag of the other side.
    """
    return books_of(*count_corpus(list(pairs), language), language)


def count_corpus(pairs, language):
    """The candidates, and what the whole corpus says about them."""
    entries = [pair for pair in pairs if _is_phrase(pair.english) and _is_phrase(pair.other)]
    entries += plural_pairs(entries, pairs, language)
    entries += _same_words(entries)
    english = Side(pair.english for pair in entries)
    other = Side(pair.other for pair in entries)
    wanted = defaultdict(set)
    for entry in entries:
        wanted[plain(entry.english)].add(plain(entry.other))
    return entries, english, other, count_together(pairs, wanted, english, other)


def books_of(entries, english, other, together, language):
    turned = [pair._replace(english=pair.other, other=pair.english) for pair in entries]
    return (
        _Book(entries, english, other, together, ('en', language)).choose(),
        _Book(turned, other, english, together.turned(), (language, 'en')).choose(),
    )


def with_sentences(book, sentences, languages):
    """A book with short sentences that people wrote for it, `(text, translation)`.

    Each goes before what the corpora say about the same text; of several translations, the first one
    counts. A sentence stands in it as it was written, with an exclamation mark and without any. With a
    full stop it is found by the form without, if it is too long for an abbreviation.
    languages: the tags of both sides.
    """
    own, variants = {}, {}
    for text, translation in sentences:
        if len(text) > MAX_SENTENCE_CHARACTERS or len(translation) > MAX_TRANSLATION_CHARACTERS:
            continue
        if '\t' in text + translation:
            continue
        own.setdefault(text.replace('’', "'"), translation)
        for form, form_of_translation in _with_other_marks(text, translation, languages):
            variants.setdefault(form.replace('’', "'"), form_of_translation)
    return variants | book | own


def _with_other_marks(text, translation, languages):
    one, other = SENTENCE.fullmatch(text), SENTENCE.fullmatch(translation)
    if not one or not other or one['mark'] != other['mark']:
        return []
    return [
        tuple(_marked(match['words'], mark, language) for match, language in zip((one, other), languages))
        for mark in (('', '.', '!') if len(one['words']) < MIN_STOPPED_CHARACTERS else ('', '!'))
    ]


def _marked(words, mark, language):
    before = '¡' if mark == '!' and language == 'es' else ''
    return f'{before}{words}{" " if mark == "!" and language == "fr" else ""}{mark}'


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


def _mark(text):
    return text[-1:] if text[-1:] in ('?', '!') else ''


def _capitalised(text):
    return text[:1].upper() + text[1:]


class _View(NamedTuple):
    """Whom to believe: what votes count, and which of the two counts of occurrences is taken."""

    votes: dict
    is_general: bool


_WORDS = _View(WORD_VOTES, True)
_LABELS = _View(LABEL_VOTES, False)


class _Book:
    """One direction: `english` of the pairs is the language that is looked up."""

    def __init__(self, entries, side, target, together, languages):
        self.side, self.target, self.together = side, target, together
        self.source_language, self.target_language = languages
        # Of each phrase, its translations, and of each, the sources and written forms.
        self.sources = defaultdict(lambda: defaultdict(set))
        self.written = defaultdict(Counter)
        self.spellings = defaultdict(Counter)
        self.abbreviations = defaultdict(Counter)
        self.cases = defaultdict(set)
        for entry in entries:
            phrase, translation = self._key(entry.english), self._key(entry.other)
            if len(phrase) > 1 and entry.english.isupper() and not entry.other.isupper():
                self.abbreviations[entry.english][entry.other] += 1
                continue
            if _mark(phrase) != _mark(translation):
                continue
            is_capital = entry.english[:1].isupper()
            self.sources[phrase][translation].add((entry.source, is_capital))
            if entry.source != SAME:
                self.cases[phrase].add(entry.english[:1].isupper())
                self.spellings[phrase][entry.english] += 1
                self.spellings[translation][entry.other] += 1
                self.written[phrase, translation][entry.other.replace('’', "'")] += 1
        self.votes = {view: self._count_votes(view) for view in (True, False)}

    @staticmethod
    def _key(text):
        return plain(text) + _mark(text)

    def _count_votes(self, is_general):
        """How each translation is voted for, and the sums of both sides."""
        counts = WORD_VOTES if is_general else LABEL_VOTES
        votes, ours, theirs = {}, Counter(), Counter()
        for phrase, translations in self.sources.items():
            for translation, sources in translations.items():
                vote = sum(counts[True] for name in {name for name, _ in sources} & DICTIONARIES)
                catalogues = sum(
                    VOICELESS.get(name, counts[False] * (0.5 if is_capital == is_general else 1))
                    for name, is_capital in sources if name not in DICTIONARIES
                )
                vote += min(catalogues, MAX_CATALOGUE_VOTES) if is_general else catalogues
                votes[phrase, translation] = vote
                ours[phrase] += vote
                theirs[translation] += vote
        return votes, ours, theirs

    def choose(self):
        book = {}
        for phrase in self.sources:
            as_word = self._best(phrase, _WORDS)
            as_label = self._best(phrase, _LABELS)
            is_noun = self._is_capital_noun(phrase, self.side, self.source_language)
            if not (as_word or as_label):
                continue
            if is_noun:
                book[_capitalised(phrase)] = self._as_word(phrase, as_word or as_label)
                continue
            book[phrase] = self._as_word(phrase, as_word or as_label)
            book[_capitalised(phrase)] = self._as_label(phrase, as_label or as_word)
        for phrase, forms in self.abbreviations.items():
            form = max(forms, key=lambda text: (forms[text], text))
            if forms[form] > 1:
                book[phrase] = form
        return self._most_frequent(_without_capitals(book))

    def _best(self, phrase, view):
        ranked = self._rank(phrase, view)
        if not ranked:
            return None
        best = ranked[0]
        for score, text in ranked[1:]:
            if score > NEAR[view.is_general] * best[0] and self._is_simpler(text, best[1], phrase):
                best = (best[0], text)
        return best[1]

    def _is_simpler(self, text, than, phrase):
        """The bare noun of one with an article, the singular of a plural."""
        if self.source_language in ('de', 'nl') and phrase.endswith('n') and self.target_language == 'en':
            if than in (text + 'ing', text[:-1] + 'ing', text + text[-1:] + 'ing'):
                return True
        articles = ARTICLES.get(self.target_language, ())
        if any(than == article + text for article in articles):
            return not phrase.startswith(ARTICLES.get(self.source_language, ()))
        if self.source_language in ('en', 'fr', 'es', 'pt') and phrase.endswith('s'):
            return False
        if self.target_language == 'it' and than[:-1] == text[:-1]:
            return (text[-1:], than[-1:]) in {('o', 'i'), ('e', 'i'), ('a', 'e')}
        endings = INFLECTIONS.get(self.target_language, ())
        return any(than == text + ending for ending in endings)

    def _rank(self, phrase, view):
        """`(score, translation)`, the best one first.

        A word is its own translation only where no other one is good enough by itself: texts that are
        left untranslated have `apple` on both sides, too. Its own plural is no other one.
        """
        ranked, same, by_sentences = [], [], 0
        for translation, sources in self.sources[phrase].items():
            sentences = self._by_sentences(phrase, translation, view)
            if translation == phrase and all(name == SAME for name, _ in sources):
                if sentences >= LEAST_SCORE_OF_SAME:
                    same.append((sentences, translation))
                continue
            if phrase not in translation:
                by_sentences = max(by_sentences, sentences)
            score = sentences + VOTES_SHARE * self._by_votes(phrase, translation, view)
            if view.is_general and self._is_verb(translation):
                score *= VERB_SHARE
            if score >= (LEAST_SCORE if sentences else LEAST_SCORE_OF_VOTES):
                ranked.append((score, translation))
        ranked.sort(reverse=True)
        has_other = any(phrase not in text for _, text in ranked)
        is_frequent = self.together.counts[plain(phrase), plain(phrase)] >= LEAST_TOGETHER_OF_SAME
        if has_other and same and is_frequent and same[0][0] > MUCH_OFTENER * by_sentences:
            return same + ranked
        return ranked if has_other else sorted(ranked + same, reverse=True)

    def _is_verb(self, translation):
        """An infinitive, as far as its letters say; German verbs have no capital."""
        if ' ' in translation or not translation.endswith(INFINITIVES.get(self.target_language, ('?',))):
            return False
        return not self._is_capital_noun(translation, self.target, self.target_language)

    def _by_sentences(self, phrase, translation, view):
        one, two = plain(phrase), plain(translation)
        kind = 'general' if view.is_general else 'counts'
        together = getattr(self.together, kind)[one, two]
        # The entry itself is no evidence.
        entries = min(len(self.sources[phrase][translation]), self.together.counts[one, two])
        if self.together.counts[one, two] <= entries:
            return 0
        occurrences = (getattr(self.side, kind)[one] + SMOOTHING) * (getattr(self.target, kind)[two] + SMOOTHING)
        return together / math.sqrt(occurrences)

    def _by_votes(self, phrase, translation, view):
        votes, ours, theirs = self.votes[view.is_general]
        vote = votes[phrase, translation]
        if not vote:
            return 0
        share = vote / ((ours[phrase] + 0.5) ** 0.6 * (theirs[translation] + 0.5) ** 0.4)
        if not view.is_general:
            return share * SHARE_OF_LABELS
        known = math.log1p(min(self.target.general[word] for word in plain(translation).split(' ')))
        return share * (0.1 + known) / (KNOWN + known)

    def _is_capital_noun(self, phrase, side, language):
        if language != 'de':
            return False
        if plain(phrase).split(' ')[0] in side.forms:
            return side.usual_form(plain(phrase))[:1].isupper()
        return self.spellings[phrase].most_common(1)[0][0][:1].isupper() if self.spellings[phrase] else False

    def _as_word(self, phrase, translation):
        usual = self.target.usual_form(plain(translation))
        if self.target_language == 'de' and not any(word in self.target.forms for word in plain(translation).split(' ')):
            usual = self._spelling(phrase, translation)
        # Titles show a word with a capital only; names have one on both sides.
        if self.target_language not in ('en', 'de') and False in self.cases[phrase]:
            usual = plain(translation)
        if self.target_language == 'en':
            usual = usual.removeprefix('to ')
        return usual + self._ending(translation)

    def _as_label(self, phrase, translation):
        spelling = self._spelling(phrase, translation)
        return _capitalised(spelling.removeprefix('to ') if self.target_language == 'en' else spelling)

    def _spelling(self, phrase, translation):
        forms = self.written[phrase, translation]
        return max(forms, key=lambda text: (forms[text], text)) if forms else translation

    def _ending(self, translation):
        mark = _mark(translation)
        return f' {mark}' if mark and self.target_language == 'fr' else mark

    def _most_frequent(self, book):
        def frequency(phrase):
            key = self._key(phrase)
            names = {name for sources in self.sources[key].values() for name, _ in sources}
            votes = sum(self.votes[view][1][key] for view in (True, False)) + bool(names & WANTED)
            return votes + math.log1p(self.side.counts[plain(key)]) + math.log1p(self.side.general[plain(key)])

        frequent = sorted(book, key=lambda phrase: (-frequency(phrase), phrase))
        return {phrase: book[phrase] for phrase in frequent[:MAX_ENTRIES]}


def _without_capitals(book):
    """Leaves out what follows from the entry in small letters."""

    def follows(phrase, translation):
        lower = phrase[:1].lower() + phrase[1:]
        return lower != phrase and lower in book and translation == _capitalised(book[lower])

    return {phrase: text for phrase, text in book.items() if not follows(phrase, text)}
