"""What training minimises."""
import torch
import torch.nn.functional as functional


class Loss:
    """The loss of a batch and its parts, all per target piece, in nats."""

    def __init__(self, total, cross_entropy, alignment, pieces):
        self.total = total
        self.cross_entropy = cross_entropy
        self.alignment = alignment
        self.pieces = pieces


def loss_of(student, batch, label_smoothing=0.0, alignment_weight=0.0):
    """batch: a `Batch` of tensors.

    To the smoothed cross-entropy comes, times `alignment_weight`, how little of its attention the
    first head of the last layer gives to the linked source piece.
    """
    hidden, attention = student.hidden_states(batch.source, batch.source_lengths, batch.target)
    # Scores are the largest tensor by far: none for padding.
    scores = student.logits(hidden.flatten(0, 1).index_select(0, batch.piece_places)).float()
    wanted = batch.target.flatten().index_select(0, batch.piece_places)
    smoothed = functional.cross_entropy(scores, wanted, label_smoothing=label_smoothing)
    with torch.no_grad():
        plain = (scores.logsumexp(1) - scores.gather(1, wanted[:, None])[:, 0]).mean()
    alignment = _alignment_loss(attention, batch.links)
    total = smoothed + alignment_weight * alignment if alignment_weight else smoothed
    return Loss(total, plain, alignment.detach(), len(batch.piece_places))


def _alignment_loss(attention, links):
    is_linked = links >= 0
    given = attention.gather(2, links.clamp(min=0)[..., None])[..., 0]
    losses = -torch.log(given.float() + 1e-6) * is_linked
    return losses.sum() / is_linked.sum().clamp(min=1)
