"""The decoder's recurrence over a whole sentence at once."""
import torch


def scan_recurrence(forget, candidates, state):
    """All cells of `c[t] = f[t] * c[t-1] + (1 - f[t]) * x[t]`.

    forget, candidates: `[batch, time, width]`; state: `[batch, width]`, the cell before. Pairs of
    neighbouring steps are merged, then pairs of those, so that a sentence of n pieces takes
    log2(n) rounds instead of n, which is what makes training on a GPU fast.
    """
    decay = forget
    cells = (1 - forget) * candidates
    cells = torch.cat([cells[:, :1] + forget[:, :1] * state[:, None], cells[:, 1:]], 1)
    length, distance = forget.shape[1], 1
    while distance < length:
        earlier_cells = cells[:, :-distance]
        cells = torch.cat([cells[:, :distance], cells[:, distance:] + decay[:, distance:] * earlier_cells], 1)
        decay = torch.cat([decay[:, :distance], decay[:, distance:] * decay[:, :-distance]], 1)
        distance *= 2
    return cells
