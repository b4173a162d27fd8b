"""The SentencePiece vocabulary all languages of the data share."""
import random
from collections import Counter

import sentencepiece

from ..files import replacing
from .pairs import pairs_of_language
from .stand_ins import with_stand_ins
from .vocabulary_file import NORMAL, USER_DEFINED, Piece, content_of, read_pieces
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
            user_defined_symbols=[*config.marks, *(language.prefix for language in config.languages)],
            required_chars=config.vocabulary.get('characters', ''),
            bos_id=-1,
            eos_id=0,
            unk_id=1,
            split_digits=True,
            num_threads=threads,
            max_sentence_length=2000,
            minloglevel=1,
        )


def adapt_vocabulary(config, corpora, before, path, report=print):
    """Writes the vocabulary `before` with the marks, prefixes and characters of the data file that it lacks.

    They take the places of the pieces that a sample of the corpora needs least, so all other pieces,
    and what a model has learnt of them, stay as they are. The size stays the same, too. Raises
    ValueError where `before` has another size than the data file says.
    """
    with open(before, 'rb') as file:
        pieces, rest = read_pieces(file.read())
    if len(pieces) != config.vocabulary['pieces']:
        raise ValueError(f'{before} has {len(pieces)} pieces, not {config.vocabulary["pieces"]}')
    known = {piece.text for piece in pieces}
    least = min(piece.score for piece in pieces)
    symbols = [*config.marks, *(language.prefix for language in config.languages)]
    characters = dict.fromkeys(config.vocabulary.get('characters', ''))
    wanted = [Piece(text, 0.0, USER_DEFINED) for text in symbols if text not in known]
    wanted += [Piece(text, least) for text in characters if text not in known]
    places = _least_used(config, corpora, before, pieces)[:len(wanted)]
    for place, piece in zip(places, wanted):
        pieces[place] = piece
    with replacing(path) as draft, open(draft, 'wb') as file:
        file.write(content_of(pieces, rest))
    report(f'{len(wanted)} new pieces')


def _least_used(config, corpora, path, pieces):
    """Places of the pieces of several letters, the least needed first."""
    vocabulary = sentencepiece.SentencePieceProcessor(model_file=path)
    uses = Counter()
    for row in vocabulary.encode(list(_sample(config, corpora))):
        uses.update(row)
    spare = [place for place, piece in enumerate(pieces) if piece.kind == NORMAL and len(piece.text) > 1]
    return sorted(spare, key=lambda place: uses[place])


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
