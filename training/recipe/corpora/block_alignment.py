"""Blocks of a document and of its translation, side by side."""
import re
from difflib import SequenceMatcher

_ANCHOR = re.compile(r'[A-Za-z_]*\d+|[A-Z]{3,}|\w+_\w+|--?[a-z][\w-]+|/\w+')
_MOST_ANCHORS = 6
# A run of blocks that match by nothing but their kind must be this long to be believed.
_SHORTEST_RUN = 4


def pair_blocks(english, other, least_similar=0.7, trim=0):
    """Pairs of texts of two lists of `(kind, text)`.

    All of them where the kinds agree, else the runs in which kind and what is never translated
    (numbers, options, names of files) agree, if the documents are alike enough at all; of these
    runs, `trim` blocks at both ends are left out.
    """
    if _kinds(english) == _kinds(other):
        return [(left[1], right[1]) for left, right in zip(english, other)]
    matcher = SequenceMatcher(None, _marks(english), _marks(other), autojunk=False)
    if matcher.ratio() <= least_similar:
        return []
    pairs = []
    for start, other_start, size in matcher.get_matching_blocks():
        for step in range(trim, size - trim):
            text = english[start + step][1]
            if size >= _SHORTEST_RUN or (not trim and _anchors(text)):
                pairs.append((text, other[other_start + step][1]))
    return pairs


def pair_sections(english, other):
    """The same for pages with sections, each of which is paired on its own.

    Translated pages often have one section more at their end, about the translation.
    """
    if _kinds(english) == _kinds(other):
        return pair_blocks(english, other)
    left, right = _sections(english), _sections(other)
    if len(right) == len(left) + 1:
        right.pop()
    if len(left) != len(right):
        return []
    return [pair for ours, theirs in zip(left, right) for pair in pair_blocks(ours, theirs)]


def _kinds(blocks):
    return [kind for kind, _ in blocks]


def _anchors(text):
    return sorted(set(_ANCHOR.findall(text)))[:_MOST_ANCHORS]


def _marks(blocks):
    return [f'{kind}|{",".join(_anchors(text))}' for kind, text in blocks]


def _sections(blocks):
    sections = []
    for block in blocks:
        if block[0] == 'section' or not sections:
            sections.append([])
        sections[-1].append(block)
    return sections
