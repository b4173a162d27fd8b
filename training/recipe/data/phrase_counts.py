"""How often the phrases of two languages stand in the texts of a corpus, and in the same pair."""
import re
from collections import Counter, defaultdict

WORD = r"[^\W\d_]+(?:['’-][^\W\d_]+)*"
MAX_WORDS = 4
PHRASE = re.compile(rf'({WORD}(?: {WORD}){{0,{MAX_WORDS - 1}}})[  ]?([?!]?)')
WORDS = re.compile(WORD)
MAX_SENTENCE_WORDS = 40
# Texts about everything; the others are about software, where a mouse has buttons.
GENERAL = frozenset(
    'tatoeba europarl mtgeneval pud mlqe xquad tico19 cocoa mgsm udhr sdg obs gasp wesnoth games andors'
    ' adonthell cdda crawl tuxemon fillets thrive freecol ufoai warzone shattered spd supertux adarkroom'
    ' tuxpaint-stamps freeciv freeorion sutta written phrases'.split()
)
TECHNICAL_WEIGHT = 0.03


def plain(phrase):
    """A phrase as it is counted: in small letters, one kind of apostrophe, without a closing mark."""
    return phrase.lower().replace('’', "'").replace('ĳ', 'ij').rstrip('?! \u00a0\u202f')


class Side:
    """How often the phrases of one language occur, and in which letter case.

    counts: in all texts; general: with the weight that a text has for the language of every day.
    """

    def __init__(self, phrases):
        self.phrases = {plain(phrase) for phrase in phrases}
        # What a longer phrase begins with.
        self.beginnings = {phrase[:end] for phrase in self.phrases for end in _word_ends(phrase)}
        self.counts = Counter()
        self.general = Counter()
        self.forms = defaultdict(Counter)

    def count(self, text, weight):
        """Counts the phrases in a text, each once; returns them."""
        written = WORDS.findall(text)
        if len(written) > MAX_SENTENCE_WORDS:
            return set()
        words = [word.lower().replace('’', "'") for word in written]
        if len(words) > 3:
            for word, form in zip(words[1:], written[1:]):
                self.forms[word][form.replace('’', "'")] += 1
        found = set()
        for start, phrase in enumerate(words):
            for following in words[start + 1 : start + MAX_WORDS]:
                if phrase in self.phrases:
                    found.add(phrase)
                if phrase not in self.beginnings:
                    break
                phrase = f'{phrase} {following}'
            else:
                if phrase in self.phrases:
                    found.add(phrase)
        for phrase in found:
            self.counts[phrase] += 1
            self.general[phrase] += weight
        return found

    def usual_form(self, phrase):
        """A phrase in the letter case that it has inside sentences."""
        return ' '.join(
            max(self.forms[word].items(), key=lambda form: form[::-1])[0] if word in self.forms else word
            for word in phrase.split(' ')
        )


def _word_ends(phrase):
    return [place for place, letter in enumerate(phrase) if letter == ' ']


class Together:
    """How often two phrases stand in the same pair: `counts` and `general` as for a `Side`."""

    def __init__(self):
        self.counts = Counter()
        self.general = Counter()

    def turned(self):
        other = Together()
        other.counts = Counter({(two, one): count for (one, two), count in self.counts.items()})
        other.general = Counter({(two, one): count for (one, two), count in self.general.items()})
        return other


def count_together(pairs, wanted, english, other):
    """Counts `wanted`, a dictionary of English phrase to the set of its translations, in all pairs."""
    together = Together()
    for pair in pairs:
        weight = 1 if pair.source in GENERAL else TECHNICAL_WEIGHT
        left, right = english.count(pair.english, weight), other.count(pair.other, weight)
        for one in left:
            for two in right & wanted.get(one, set()):
                together.counts[one, two] += 1
                together.general[one, two] += weight
    return together
