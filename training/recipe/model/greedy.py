"""Greedy decoding as the engine does it: beam 1, `<unk>` never chosen."""
import torch

from .student import END, UNKNOWN

# As in the engine's settings: the longest translation, for each piece of the source with its END.
MAX_LENGTH_FACTOR = 3


@torch.no_grad()
def translate_pieces(student, source):
    """source: pieces with END last. Returns the pieces of the translation, without END."""
    like = student.Wemb
    pieces = torch.tensor([source], device=like.device)
    memory, mask = student.encode(pieces, torch.tensor([len(source)], device=like.device))
    states = student.initial_states(1, like)
    history = torch.zeros(1, 1, student.architecture.width, device=like.device)
    translated = []
    for position in range(MAX_LENGTH_FACTOR * len(source)):
        hidden, states, _ = student.decode(history, memory, mask, states, position)
        scores = student.logits(hidden)[0, 0]
        scores[UNKNOWN] = -torch.inf
        piece = int(scores.argmax())
        if piece == END:
            break
        translated.append(piece)
        history = student.embed(torch.tensor([[piece]], device=like.device))
    return translated


@torch.no_grad()
def concession(student, source, target):
    """How much less probable than the best piece a translation's pieces are where that is most, as a
    difference of logarithms: 0 for what greedy decoding finds. Both with END last."""
    like = student.Wemb
    pieces = torch.tensor([source], device=like.device)
    lengths = torch.tensor([len(source)], device=like.device)
    translation = torch.tensor([target], device=like.device)
    hidden, _ = student.hidden_states(pieces, lengths, translation)
    scores = student.logits(hidden)[0]
    scores[:, UNKNOWN] = -torch.inf
    chosen = scores.gather(1, translation[0][:, None])[:, 0]
    return float((scores.max(1).values - chosen).max())


def translate_lines(student, vocabulary, lines, prefix=''):
    """Translates texts one by one. prefix: what the model wants before each, such as `>>de<<`."""
    start = f'{prefix} ' if prefix else ''
    student.eval()
    return [
        vocabulary.decode(translate_pieces(student, [*vocabulary.encode(start + line), END]))
        for line in lines
    ]
