"""Raw pairs of all sources -> `en-XX.tsv`, one file a language."""
import os
from collections import Counter, defaultdict

from ...data.pairs import corpus_path
from ...files import replacing
from ..raw_pairs import raw_path, read_raw_pairs
from .accelerators import without_accelerators
from .checks import find_fault, is_length_plausible
from .normalise import normalise
from .sentences import split_pair

# More translations of the same words teach nothing but that there are many.
MAX_TRANSLATIONS = 4
# Of phrases that many sources have, the translations that most of them have are kept.
MAX_PHRASE_BLANKS = 3


class SourceCounts:
    """What became of one source in one language."""

    def __init__(self):
        self.pairs = self.words = 0
        self.dropped = Counter()


def clean_language(raw_folder, corpora_folder, language, sources, kept_back):
    """Cleans the pairs of a language; returns `{source: SourceCounts}`.

    Of a pair that several sources have, the one named first in `sources` keeps it.
    """
    seen, translations, counts = set(), Counter(), {}
    usual = _usual_translations(raw_folder, language, sources)
    with replacing(corpus_path(corpora_folder, language)) as draft, open(draft, 'w', encoding='utf-8') as file:
        for source, path in _raw_files(raw_folder, language, sources):
            count = counts[source] = SourceCounts()
            for english, other, tagged in read_raw_pairs(path):
                for left, right in clean_pair(english, other, source, language):
                    fault = find_fault(left, right, language)
                    phrase, key = hash(left.casefold()), _key(left, right)
                    if not fault and key in seen:
                        fault = 'duplicate'
                    elif not fault and (translations[phrase] >= MAX_TRANSLATIONS or key not in usual.get(phrase, {key})):
                        fault = 'many translations'
                    elif not fault and kept_back.has(left, right):
                        fault = 'test sentence'
                    if fault:
                        count.dropped[fault] += 1
                        continue
                    seen.add(key)
                    translations[phrase] += 1
                    count.pairs += 1
                    count.words += len(left.split())
                    file.write(f'{left}\t{right}\t{tagged}\n')
    return counts


def _raw_files(raw_folder, language, sources):
    """The sources that have pairs in a language, each with its file."""
    files = [(source, raw_path(raw_folder, source, language)) for source in sources]
    return [(source, path) for source, path in files if os.path.exists(path)]


def _usual_translations(raw_folder, language, sources):
    """Of each short phrase that has more translations than are kept, the keys of those in most sources."""
    found = defaultdict(lambda: defaultdict(set))
    for source, path in _raw_files(raw_folder, language, sources):
        for english, other, tagged in read_raw_pairs(path):
            if english.count(' ') > MAX_PHRASE_BLANKS:
                continue
            for left, right in clean_pair(english, other, source, language):
                if not find_fault(left, right, language):
                    found[hash(left.casefold())][_key(left, right)].add(tagged)
    return {
        phrase: set(sorted(keys, key=lambda key: -len(keys[key]))[:MAX_TRANSLATIONS])
        for phrase, keys in found.items() if len(keys) > MAX_TRANSLATIONS
    }


def _key(left, right):
    return hash((left.casefold(), right.casefold()))


def clean_pair(english, other, source, language):
    """The sentences of a raw pair, without anything of its format."""
    english, other = normalise(english, source), normalise(other, source)
    english, other = without_accelerators(english, other, language)
    # A tab would end a field.
    english, other = english.replace('\t', ' '), other.replace('\t', ' ')
    return split_pair(english, other, language, lambda left, right: is_length_plausible(left, right, language))


def write_counts(path, counts):
    """Writes a table of what each source gave: `{language: {source: SourceCounts}}`."""
    with replacing(path) as draft, open(draft, 'w', encoding='utf-8') as file:
        file.write('language\tsource\tpairs\tenglish words\tdropped\n')
        for language, sources in counts.items():
            for source, count in sources.items():
                dropped = ', '.join(f'{reason} {number}' for reason, number in count.dropped.most_common())
                file.write(f'{language}\t{source}\t{count.pairs}\t{count.words}\t{dropped}\n')
