"""Placeholders and addresses as the engine shows them to a model.

The product never shows a model `%s` or `https://example.org`: it puts short codes (`X1`), or
numbers (`701`), in their place and takes the model's copy of them back. So a model should see
such codes in training, and nothing else of the kind.
"""
import re

PLACEHOLDER = re.compile(
    r'%(?:\d+\$)?[-+#0]*\d*(?:\.\d+)?(?:hh|h|ll|l|L|q|z|j|t)?[diouxXeEfgGcspnmS]'
    r'|%\([\w.]+\)[sdrf]|%L?\d+|[%#$]?\{[\w.$ -]*\}|\$[A-Za-z_]\w*|%[A-Z_]{3,}%|@@[^@\s]*@@'
)
ADDRESS = re.compile(r'https?://[^\s<>"]*[\w/]|\b[\w.+-]+@[\w-]+\.[\w.]*\w|(?<!\w)/(?:[\w.+-]+/)+[\w.+-]*\w')
PROTECTED = re.compile(f'(?:{ADDRESS.pattern})|(?:{PLACEHOLDER.pattern})')

# The engine's own choice; see packages/engines/src/neural/stand-ins.ts.
LETTERS = 'XZQKW'
FIRST_NUMBERS = (701, 821, 941, 361)
MAX_STAND_INS = 12


def with_stand_ins(english, other, choice):
    """Both sides of a pair with the same code for the same protected piece.

    choice: any number; decides which codes. The pair comes back as it is where there is nothing to
    protect, or where the two sides do not hold the same pieces.
    """
    pieces = PROTECTED.findall(english)
    if not pieces or len(pieces) > MAX_STAND_INS:
        return english, other
    translated = [_as_in_english(piece, pieces) for piece in PROTECTED.findall(other)]
    if sorted(pieces) != sorted(piece for piece, _ in translated):
        return english, other
    codes = _codes(len(pieces), choice, english + other)
    if codes is None:
        return english, other
    waiting = {}
    for piece, code in zip(pieces, codes):
        waiting.setdefault(piece, []).append(code)
    other_codes = [
        waiting[piece].pop(0) if place is None else codes[place] for piece, place in translated
    ]
    if len(set(other_codes)) < len(codes):
        return english, other
    return _replace(english, codes), _replace(other, other_codes)


def _as_in_english(piece, pieces):
    """A piece of a translation as the English has it, and which of them where it says so.

    A translation may count arguments (`%2$s`) that the English takes in order (`%s`).
    """
    counted = re.fullmatch(r'%(\d+)\$(.+)', piece)
    if counted and piece not in pieces and int(counted[1]) <= len(pieces):
        place = int(counted[1]) - 1
        if pieces[place] == f'%{counted[2]}':
            return pieces[place], place
    return piece, None


def _codes(count, choice, text):
    # One pair in six gets numbers, which the engine takes only where codes failed.
    if choice % 6 == 0:
        first = FIRST_NUMBERS[choice // 6 % len(FIRST_NUMBERS)]
        return None if re.search(r'\d', PROTECTED.sub('', text)) else [str(first + index) for index in range(count)]
    letter = LETTERS[choice // 6 % len(LETTERS)]
    if re.search(rf'{letter}\d', text, re.IGNORECASE):
        return None
    return [f'{letter}{index + 1}' for index in range(count)]


def _replace(text, codes):
    remaining = iter(codes)

    def code(match):
        # Set off from a word by blanks, as the engine does.
        before = ' ' if text[match.start() - 1:match.start()].isalnum() else ''
        after = ' ' if text[match.end():match.end() + 1].isalnum() else ''
        return before + next(remaining) + after

    return PROTECTED.sub(code, text)
