"""Turns the corpora into packed tokens, once, so that training reads nothing but arrays."""
import itertools
import os
import zlib
from collections import Counter

import numpy as np

from ..corpora.address import ADDRESSES, address_of
from ..corpora.frames import frames_of
from ..corpora.phrases import phrases_of, written_of
from ..files import write_json
from ..model.student import UNKNOWN
from .held_out import is_held_out
from .packed import MAX_TOKENS, remove_links, write_array
from .pairs import is_of_language, pairs_of_language
from .stand_ins import with_stand_ins
from .weights import SourceWeights

CHUNK_PAIRS = 50_000
# Of pairs that address nobody, one in so many has a mark.
IDLE_MARK_EVERY = 8


class _Rows:
    """Grows the arrays of one folder."""

    def __init__(self):
        self._parts = {name: [] for name in ('lengths', 'english', 'other', 'language', 'weight', 'mark')}

    def add(self, english, other, languages, weights, marks):
        lengths = np.array([[len(left), len(right)] for left, right in zip(english, other)])
        self._parts['lengths'].append(lengths.reshape(-1, 2))
        for name, rows in (('english', english), ('other', other)):
            tokens = itertools.chain.from_iterable(rows)
            self._parts[name].append(np.fromiter(tokens, np.uint16, sum(map(len, rows))))
        self._parts['language'].append(languages)
        self._parts['weight'].append(weights)
        self._parts['mark'].append(marks)

    def write(self, folder):
        remove_links(folder)
        for name, parts in self._parts.items():
            write_array(folder, name, np.concatenate(parts))


def pack_corpora(config, corpora, vocabulary, train_folder, held_out_folder, report=print):
    """Tokenises all pairs of the data file's languages, this project's own first.

    Left out are pairs longer than MAX_TOKENS on a side, those with a character that is not in the
    vocabulary, and those of weight 0. Of the sentences to hold back, at most
    `heldOutPairs` a language are written to the other folder, the rest is in neither. The texts of
    what is held back go beside it as `en-<tag>.tsv`, and `sources.json` counts what is trained on.

    `keptShares` of the packing keeps a share of single sources away from training, by the English,
    so that all translations of a sentence are: their texts go to `<source>/en-<tag>.tsv`.
    """
    kept_shares = config.packing.get('keptShares', {})
    train, held_out, sources = _Rows(), _Rows(), Counter()
    os.makedirs(held_out_folder, exist_ok=True)
    weights = SourceWeights(config.source_weights)
    for number, language in enumerate(config.languages):
        counts = Counter()
        own = [*phrases_of(language.corpus), *written_of(language.corpus), *frames_of(language.corpus)]
        pairs = itertools.chain(
            (pair for pair in own if is_of_language(pair, language)), pairs_of_language(corpora, language)
        )
        held_out_left, begun = config.packing['heldOutPairs'], set()
        while chunk := list(itertools.islice(pairs, CHUNK_PAIRS)):
            apart, chunk = partition(
                chunk, lambda pair: is_held_out(pair.english, kept_shares.get(pair.source, 0))
            )
            for source in kept_shares:
                rows = [(pair,) for pair in apart if pair.source == source]
                os.makedirs(os.path.join(held_out_folder, source), exist_ok=True)
                path = os.path.join(held_out_folder, source, f'en-{language.tag}.tsv')
                _write_texts(path, rows, source not in begun)
                begun.add(source)
                counts['kept away'] += len(rows)
            kept = _tokenise(chunk, weights, vocabulary, counts)
            is_kept_back = [is_held_out(row[0].english, config.packing['heldOutShare']) for row in kept]
            rows = [row for row, is_back in zip(kept, is_kept_back) if not is_back]
            shown = list(with_marks(rows, language.tag, config.marked_share))
            back = [row for row, is_back in zip(kept, is_kept_back) if is_back][:held_out_left]
            held_out_left -= len(back)
            for target, chosen in ((train, shown), (held_out, [(*row, 0) for row in back])):
                target.add(
                    [row[1] for row in chosen],
                    [row[2] for row in chosen],
                    [number] * len(chosen),
                    [row[3] for row in chosen],
                    [row[4] for row in chosen],
                )
            _write_texts(os.path.join(held_out_folder, f'en-{language.tag}.tsv'), back, counts['held out'] == 0)
            sources.update(row[0].source for row in rows)
            counts['train'] += len(rows)
            counts['marked'] += sum(row[4] > 0 for row in shown)
            counts['held out'] += len(back)
            counts['tokens'] += sum(len(row[1]) + len(row[2]) for row in rows)
        report(language.tag, ', '.join(f'{name} {count}' for name, count in counts.items()))
    train.write(train_folder)
    held_out.write(held_out_folder)
    write_json(os.path.join(train_folder, 'sources.json'), dict(sources.most_common()))


def partition(items, is_first):
    """Those that are, and those that are not."""
    items = list(items)
    return [item for item in items if is_first(item)], [item for item in items if not is_first(item)]


def with_marks(rows, tag, share):
    """The rows to show, each with its mark: a pair that addresses somebody with and without it.

    share: how much of such a pair's weight goes with the mark, 0 for no marks at all. A few of the
    other pairs have some mark, too, since a mark is asked for whether or not a text addresses anybody.
    """
    for pair, left, right, weight in rows:
        if share == 0:
            yield pair, left, right, weight, 0
            continue
        address = pair.address if pair.address is not None else address_of(pair.english, pair.other, tag)
        if address:
            yield pair, left, right, weight * (1 - share), 0
            yield pair, left, right, weight * share, ADDRESSES.index(address) + 1
        else:
            drawn = zlib.crc32(pair.other.encode()) % (IDLE_MARK_EVERY * len(ADDRESSES))
            yield pair, left, right, weight, drawn + 1 if drawn < len(ADDRESSES) else 0


def _write_texts(path, rows, is_first):
    with open(path, 'w' if is_first else 'a', encoding='utf-8') as file:
        for pair, *_ in rows:
            file.write(f'{pair.english}\t{pair.other}\t{pair.source}\n')


def _tokenise(chunk, weights, vocabulary, counts):
    weighed = [(pair, weights.of(pair.source, pair.english)) for pair in chunk]
    wanted = [(pair, weight) for pair, weight in weighed if weight > 0]
    texts = [
        with_stand_ins(pair.english, pair.other, index) for index, (pair, _) in enumerate(wanted)
    ]
    english = vocabulary.encode([row[0] for row in texts])
    other = vocabulary.encode([row[1] for row in texts])
    kept = []
    for (pair, weight), left, right in zip(wanted, english, other):
        if not left or not right or max(len(left), len(right)) > MAX_TOKENS:
            counts['too long'] += 1
        elif UNKNOWN in left or UNKNOWN in right:
            counts['unknown character'] += 1
        else:
            kept.append((pair, left, right, weight))
    return kept
