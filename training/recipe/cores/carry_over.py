"""Beginning with the weights of another model: of the same pair, the other direction, or another pair."""
import torch

from .student.layout import EMBEDDINGS, OUTPUT_BIAS


def weights_of_file(path):
    """The best weights a file holds: those of a checkpoint's moving average, or the ones alone."""
    saved = torch.load(path, map_location='cpu')
    if 'progress' in saved:
        saved = saved.get('average', saved['weights'])
    return {name: value.float() for name, value in saved.items()}


def carry_over(weights, views, pieces_before=None, pieces=None):
    """Copies into `views` what fits of `weights`; returns how many weights and how many pieces did.

    Weights go by name and shape. Where both vocabularies are given, as the texts of their pieces in
    order, embeddings and biases of the output go by text, and pieces that are new keep what they
    have. Raises ValueError where the embeddings do not fit and no vocabulary says how they would.
    """
    count = 0
    for name, view in views.items():
        if name not in (EMBEDDINGS, OUTPUT_BIAS) and name in weights and weights[name].shape == view.shape:
            view.copy_(weights[name])
            count += 1
    rows, rows_before = _same_pieces(weights, views, pieces_before, pieces)
    if rows and weights[EMBEDDINGS].shape[1] == views[EMBEDDINGS].shape[1]:
        views[EMBEDDINGS][rows] = weights[EMBEDDINGS][rows_before]
        views[OUTPUT_BIAS][0, rows] = weights[OUTPUT_BIAS][0, rows_before]
        return count + 2, len(rows)
    return count, 0


def _same_pieces(weights, views, pieces_before, pieces):
    """Places of pieces in the new vocabulary, and of the same pieces in the one before."""
    if pieces_before is None:
        if weights[EMBEDDINGS].shape != views[EMBEDDINGS].shape:
            raise ValueError('the embeddings are of another size: --start-vocabulary says what they stand for')
        every = list(range(len(views[EMBEDDINGS])))
        return every, every
    place_before = {text: place for place, text in enumerate(pieces_before)}
    shared = [(place, place_before[text]) for place, text in enumerate(pieces) if text in place_before]
    return [place for place, _ in shared], [before for _, before in shared]


def piece_texts(path):
    """The pieces of a SentencePiece vocabulary, in order."""
    import sentencepiece

    vocabulary = sentencepiece.SentencePieceProcessor(model_file=path)
    return [vocabulary.id_to_piece(place) for place in range(vocabulary.get_piece_size())]
