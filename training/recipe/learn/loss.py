"""What training minimises."""
from typing import NamedTuple

import torch
import torch.nn.functional as functional


class LossParts(NamedTuple):
    """Sums over a batch, in nats, and what they are sums over.

    smoothed and cross_entropy: the same with and without label smoothing, over `pieces`;
    alignment: how little of its attention the first head of the last layer gives to the linked
    source piece, over `links`.
    """

    smoothed: torch.Tensor
    cross_entropy: torch.Tensor
    alignment: torch.Tensor
    pieces: int
    links: torch.Tensor


class Loss:
    """The loss of a batch and its parts, all per target piece, in nats."""

    def __init__(self, total, cross_entropy, alignment, pieces):
        self.total = total
        self.cross_entropy = cross_entropy
        self.alignment = alignment
        self.pieces = pieces


def loss_of(student, batch, label_smoothing=0.0, alignment_weight=0.0):
    """batch: a `Batch` of tensors. To the smoothed cross-entropy comes `alignment_weight` times the alignment."""
    parts = loss_parts(student, batch, label_smoothing)
    alignment = parts.alignment / parts.links.clamp(min=1)
    total = parts.smoothed / parts.pieces
    if alignment_weight:
        total = total + alignment_weight * alignment
    return Loss(total, parts.cross_entropy / parts.pieces, alignment.detach(), parts.pieces)


def loss_parts(student, batch, label_smoothing=0.0):
    """The parts of the loss of a `Batch` of tensors."""
    hidden, attention = student.hidden_states(batch.source, batch.source_lengths, batch.target)
    # Scores are the largest tensor by far: none for padding.
    scores = student.logits(hidden.flatten(0, 1).index_select(0, batch.piece_places)).float()
    wanted = batch.target.flatten().index_select(0, batch.piece_places)
    smoothed = functional.cross_entropy(scores, wanted, label_smoothing=label_smoothing, reduction='sum')
    with torch.no_grad():
        plain = (scores.logsumexp(1) - scores.gather(1, wanted[:, None])[:, 0]).sum()
    is_linked = batch.links >= 0
    given = attention.gather(2, batch.links.clamp(min=0)[..., None])[..., 0]
    alignment = -(torch.log(given.float() + 1e-6) * is_linked).sum()
    return LossParts(smoothed, plain, alignment, len(batch.piece_places), is_linked.sum())
