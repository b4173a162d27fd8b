"""Beginning with the weights of another model: of the same pair, the other direction, or another pair."""
import torch

from ..model.marian_file import CONFIGURATION_NAME, read_model, values_of
from ..release.export import ALPHA
from .student.layout import EMBEDDINGS, OUTPUT_BIAS


def weights_of_file(path):
    """The best weights a file holds: a checkpoint's moving average, the ones alone, or a model's as it is shipped."""
    if path.endswith('.bin'):
        return _weights_of_model(path)
    saved = torch.load(path, map_location='cpu')
    if 'progress' in saved:
        saved = saved.get('average', saved['weights'])
    return {name: value.float() for name, value in saved.items()}


def _weights_of_model(path):
    return {
        name: torch.tensor(values_of(tensor))
        for name, tensor in read_model(path).items()
        if name != CONFIGURATION_NAME and not name.endswith(ALPHA)
    }


def carry_over(weights, views, parts=None):
    """Copies into `views` what fits of `weights`; returns how many weights and how many pieces did.

    Weights go by name and shape. parts: for each piece, the pieces of the vocabulary before that it is
    made of; see `parts_of_pieces`. A piece that was there takes its embedding and its bias of the output
    over, another one begins with the mean of its parts', and one without parts keeps what it has. Raises
    ValueError where the embeddings do not fit and no parts say how they would.
    """
    count = 0
    for name, view in views.items():
        if name not in (EMBEDDINGS, OUTPUT_BIAS) and name in weights and weights[name].shape == view.shape:
            view.copy_(weights[name])
            count += 1
    before, pieces = weights[EMBEDDINGS], views[EMBEDDINGS]
    if parts is None:
        if before.shape != pieces.shape:
            raise ValueError('the embeddings are of another size: --start-vocabulary says what they stand for')
        parts = [[place] for place in range(len(pieces))]
    if before.shape[1] != pieces.shape[1]:
        return count, 0
    for place, places_before in enumerate(parts):
        if places_before:
            pieces[place] = before[places_before].mean(0)
            views[OUTPUT_BIAS][0, place] = weights[OUTPUT_BIAS][0, places_before].mean()
    return count + 2, sum(len(places_before) == 1 for places_before in parts)


def parts_between(path_before, path):
    """The parts of the pieces of a vocabulary in another one's, by their files; see `parts_of_pieces`."""
    return parts_of_pieces(piece_texts(path_before), piece_texts(path))


def parts_of_pieces(texts_before, texts):
    """For each piece, the places of those before that make up its text: the longest first, or none."""
    place_before = {text: place for place, text in enumerate(texts_before)}
    return [_parts(text, place_before) for text in texts]


def _parts(text, place_before):
    parts = []
    while text:
        length = next((length for length in range(len(text), 0, -1) if text[:length] in place_before), 0)
        if not length:
            return []
        parts.append(place_before[text[:length]])
        text = text[length:]
    return parts


def piece_texts(path):
    """The pieces of a SentencePiece vocabulary, in order."""
    import sentencepiece

    vocabulary = sentencepiece.SentencePieceProcessor(model_file=path)
    return [vocabulary.id_to_piece(place) for place in range(vocabulary.get_piece_size())]
