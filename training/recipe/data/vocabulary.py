"""The SentencePiece vocabulary all languages of the data share."""
import random

import sentencepiece

from ..files import replacing
from .pairs import pairs_of_language
from .stand_ins import with_stand_ins
from .weights import SourceWeights


def train_vocabulary(config, corpora, path, threads=2):
    """Learns a vocabulary from a sample of the corpora, and writes it to `path`.

    END is piece 0, `<unk>` piece 1, and the languages' prefixes are pieces of their own. Digits
    stay single, which makes numbers easy to copy.
    """
    # Given a file to read or to write, SentencePiece stores its path in the vocabulary.
    with replacing(path) as draft, open(draft, 'wb') as file:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=_sample(config, corpora),
            model_writer=file,
            vocab_size=config.vocabulary['pieces'],
            character_coverage=config.vocabulary['characterCoverage'],
            user_defined_symbols=[language.prefix for language in config.languages],
            bos_id=-1,
            eos_id=0,
            unk_id=1,
            split_digits=True,
            num_threads=threads,
            max_sentence_length=2000,
            minloglevel=1,
        )


def _sample(config, corpora):
    """Pairs drawn by weight, the same number for every language: one line of each side."""
    limit = config.vocabulary['linesPerLanguage']
    weights = SourceWeights(config.source_weights)
    for index, language in enumerate(config.languages):
        source = random.Random(f'vocabulary {language.tag}')
        chosen = []
        seen = 0
        for pair in pairs_of_language(corpora, language):
            if source.random() >= weights.of(pair.source, pair.english):
                continue
            seen += 1
            # Reservoir sampling: every line is as likely, whatever their number.
            place = seen - 1 if seen <= limit else source.randrange(seen)
            if place < limit:
                row = with_stand_ins(pair.english, pair.other, index + seen)
                if place < len(chosen):
                    chosen[place] = row
                else:
                    chosen.append(row)
        for english, other in chosen:
            yield other
            yield english
