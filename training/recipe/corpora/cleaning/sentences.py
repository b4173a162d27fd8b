"""Paragraphs cut into sentences, where both sides are cut alike."""
import re

_UNSPACED = ('ja', 'zh')
_SENTENCE_END = re.compile(r'(?<=[.!?…。！？])["”’»)\]]*\s+(?=["“‘«¿¡(]*[A-ZÀ-ÝŁŚŻŹĆА-ЯЁ0-9¿¡])')
_UNSPACED_END = re.compile(r'(?<=[。！？])(?=[^」』）)])')
_ABBREVIATION = re.compile(
    r'(?:\b(?:e\.g|i\.e|etc|vs|cf|Mr|Mrs|Dr|St|No|Nr|z\.B|d\.h|bzw|usw|ca|p\.ex|p\.ej|Sr|Sra|ej|ex|es|ecc|np|tj'
    r'|m\.in|т\.е|т\.д|т\.п|др|bijv|o\.a|Abs|fig|Fig|approx|incl|inkl|evtl|ggf|vgl|Bsp|u\.a|u\.s|U\.S|Inc|Co|Jr|v'
    r'|pág|Std|min|max)|\b[A-Z])\.$'
)
_LIST_MARK = re.compile(r'^(?:[-*•]|\d+[.)])\s+')
_LINE_END = re.compile(r'[.:!?。;]\s*$')
_BLANKS = re.compile(r'\s+')
_BLANK_BETWEEN_UNSPACED = re.compile(r'(?<=[\u3000-\u9fff\uff00-\uffef]) (?=[\u3000-\u9fff\uff00-\uffef])')


def split_sentences(text, unspaced=False):
    """The sentences of a paragraph. unspaced: Japanese or Chinese."""
    boundary = _UNSPACED_END if unspaced and re.search('[。！？]', text) else _SENTENCE_END
    sentences = []
    for part in boundary.split(text):
        part = part.strip()
        if part and sentences and _ABBREVIATION.search(sentences[-1]):
            sentences[-1] += f' {part}'
        elif part:
            sentences.append(part)
    return sentences


def split_pair(english, other, language, is_plausible):
    """Yields the sentences of both sides.

    Paragraphs, lines and sentences are told apart only where both sides have as many, and
    sentences only where `is_plausible(english, other)` holds for each.
    """
    unspaced = language in _UNSPACED
    for left, right in _paired(_paragraphs(english), _paragraphs(other), (english, other)):
        for ours, theirs in _lines(left, right):
            ours, theirs = _tidy(ours), _tidy(theirs)
            if unspaced:
                theirs = _BLANK_BETWEEN_UNSPACED.sub('', theirs)
            if _LIST_MARK.match(theirs):
                ours = _LIST_MARK.sub('', ours)
            theirs = _LIST_MARK.sub('', theirs)
            sentences, others = split_sentences(ours), split_sentences(theirs, unspaced)
            if len(sentences) == len(others) > 1 and all(map(is_plausible, sentences, others)):
                yield from zip(sentences, others)
            else:
                yield ours, theirs


def _paragraphs(text):
    return [part for part in re.split(r'\n\s*\n', text) if part.strip()]


def _paired(left, right, whole):
    return zip(left, right) if len(left) == len(right) else [whole]


def _lines(left, right):
    ours = [line for line in left.split('\n') if line.strip()]
    theirs = [line for line in right.split('\n') if line.strip()]
    # Lines of about the same length are one paragraph, wrapped.
    is_wrapped = all(len(line) > 40 for line in ours[:-1])
    are_units = all(_LINE_END.search(line) or _LIST_MARK.match(line.lstrip()) for line in ours)
    if len(ours) == len(theirs) > 1 and not is_wrapped and are_units:
        return list(zip(ours, theirs))
    return [(left, right)]


def _tidy(text):
    return _BLANKS.sub(' ', text).strip()
