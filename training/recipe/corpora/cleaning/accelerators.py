"""Marks of keyboard accelerators: `_File`, `&File`, `~File`, `ファイル(_F)`."""
import re

_MARKS = '_&~'
_UNSPACED = ('ja', 'zh')
# What can only be an accelerator even where the translation has none.
_LONELY = {'~': re.compile(r'\b((?:[A-Z][a-z]*)?)~(?=[A-Za-z]{2})'), '&': re.compile(r'(^|[\s(])&(?=[A-Z][a-z])')}


def without_accelerators(english, other, language):
    """Both sides without the marks; they stay where `_`, `&` or `~` may mean something else."""
    for mark in _MARKS:
        if not _is_accelerator(english, other, mark):
            continue
        if other.count(mark) != 1 and language not in _UNSPACED:
            if mark not in other and mark in _LONELY:
                english = _LONELY[mark].sub(r'\1', english)
            continue
        english = english.replace(mark, '')
        if language in _UNSPACED:
            other = re.sub(rf'\s*[(（]\s*{re.escape(mark)}[A-Za-z0-9]\s*[)）]', '', other)
        if other.count(mark) == 1:
            other = other.replace(mark, '')
    return english, other


def _is_accelerator(english, other, mark):
    escaped = re.escape(mark)
    if english.count(mark) != 1 or not re.search(rf'{escaped}\w', english):
        return False
    # file_name.txt, a_b=c
    if re.search(rf'\w{escaped}\w.*[_/.=]', english):
        return False
    if mark == '_':
        if re.search(r'[a-zA-Z0-9]_[a-zA-Z0-9]', english) and other.count('_') != 1:
            return False
        return not (re.search(r'\w_\w', english) and ' ' not in english and english.islower())
    return True
