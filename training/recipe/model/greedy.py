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
def judge_pieces(student, source, translated):
    """Goes through a translation as if its pieces had been chosen.

    source: pieces with END last; translated: pieces, also with END where it has ended. Returns for
    each of those the logarithm of its probability, and that of the piece that greedy decoding would
    have chosen in its place.
    """
    like = student.Wemb
    hidden, _ = student.hidden_states(
        torch.tensor([source], device=like.device),
        torch.tensor([len(source)], device=like.device),
        torch.tensor([translated], device=like.device),
    )
    scores = student.logits(hidden)[0].log_softmax(-1)
    chosen = scores[torch.arange(len(translated)), translated]
    scores[:, UNKNOWN] = -torch.inf
    return chosen.tolist(), scores.max(-1).values.tolist()
