"""Learning curves: what the training log says of the losses, kept with the recipe and drawn as one picture."""
import glob
import html
import json
import os

from ..files import replacing

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 56, 150, 24, 44
# Colours that people with impaired colour vision tell apart (Okabe and Ito).
COLOURS = ('#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000', '#888888')


def add_to_curve(log_path, curve_path, tokens_before=0):
    """Takes the losses of a training log over into a curve: JSON lines of `tokens`, `heldOut`, `testSet`.

    tokens_before: target tokens the model had seen before the log began. What the curve holds up to
    there stays; the rest is replaced by the log.
    """
    rows = [row for row in _read_rows(curve_path) if row['tokens'] <= tokens_before]
    rows += [
        {'tokens': tokens_before + row['pieces'], 'heldOut': row['heldOut'], 'testSet': row['testSet']}
        for row in _read_rows(log_path)
        if 'heldOut' in row and 'testSet' in row
    ]
    if not rows:
        raise ValueError(f'{log_path} tells no losses of a test set; train with --test-set')
    with replacing(curve_path) as draft, open(draft, 'w', encoding='utf-8') as file:
        file.writelines(json.dumps(row) + '\n' for row in rows)


def draw_curves(folder, picture):
    """Draws the test-set losses of all curves in a folder (`<model>.jsonl`) over target tokens, as SVG."""
    curves = {
        os.path.basename(path).removesuffix('.jsonl'): [
            (row['tokens'] / 1e6, row['testSet']) for row in _read_rows(path)
        ]
        for path in sorted(glob.glob(os.path.join(folder, '*.jsonl')))
    }
    if not curves:
        raise ValueError(f'{folder} holds no curves')
    with replacing(picture) as draft, open(draft, 'w', encoding='utf-8') as file:
        file.write(_svg(curves))


def _read_rows(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as file:
        return [json.loads(line) for line in file if line.strip()]


def _svg(curves):
    points = [point for curve in curves.values() for point in curve]
    most = max(tokens for tokens, _ in points)
    low, high = min(loss for _, loss in points), max(loss for _, loss in points)

    def x(tokens):
        return LEFT + tokens / most * (WIDTH - LEFT - RIGHT)

    def y(loss):
        return TOP + (high - loss) / max(1e-9, high - low) * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        '<title>Loss on the test set by number of target tokens</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for place in range(5):
        tokens, loss = most * place / 4, low + (high - low) * place / 4
        parts += [
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(loss):.1f}" y2="{y(loss):.1f}" stroke="#ddd"/>',
            f'<text x="{LEFT - 8}" y="{y(loss) + 4:.1f}" text-anchor="end">{loss:.2f}</text>',
            f'<text x="{x(tokens):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{tokens:.0f}</text>',
        ]
    for place, (name, curve) in enumerate(curves.items()):
        colour = COLOURS[place % len(COLOURS)]
        line = ' '.join(f'{x(tokens):.1f},{y(loss):.1f}' for tokens, loss in curve)
        parts += [
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>',
            f'<text x="{WIDTH - RIGHT + 10}" y="{TOP + 12 + 18 * place}" fill="{colour}">{html.escape(name)}</text>',
        ]
    parts += [
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">'
        'million target tokens seen</text>',
        f'<text x="16" y="{HEIGHT / 2}" transform="rotate(-90 16 {HEIGHT / 2})" text-anchor="middle">'
        'loss on the test set, nats per token</text>',
        '</svg>\n',
    ]
    return '\n'.join(parts)
