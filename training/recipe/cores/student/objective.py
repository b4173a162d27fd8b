"""What a micro-batch is asked for and what it gives, however it is computed."""
from typing import NamedTuple


class Objective(NamedTuple):
    """What the gradient is of: `scale` times the summed smoothed cross-entropy plus `link_scale`
    times the summed alignment loss."""

    label_smoothing: float
    scale: float
    link_scale: float


class Sums(NamedTuple):
    """Sums over a micro-batch, in nats: plain cross-entropy, alignment loss; pieces and links counted."""

    cross_entropy: float
    alignment: float
    pieces: int
    links: int


def objective_of(settings, link_every):
    """The objective of one micro-batch of a training step.

    link_every: one pair in so many is aligned, which the weight of the alignment makes up for.
    Scales are those of a full step; neither optimiser minds them.
    """
    scale = 1 / (settings['stepMicroBatches'] * settings['microTokens'])
    return Objective(settings['labelSmoothing'], scale, settings['alignmentWeight'] * link_every * scale)
