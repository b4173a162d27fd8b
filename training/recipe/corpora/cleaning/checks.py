"""What makes a pair not worth training on."""
import re

from ..address import shows_both_addresses

_PLACEHOLDER = re.compile(
    r'%(?:\d+\$)?[-+ #0]*\d*(?:\.\d+)?(?:hh|h|ll|l|L|q|z|j|t)?[diouxXeEfgGcspnmS]|%\([\w.]+\)[sdrf]|%L?\d+|%\{[^}]*\}'
    r'|\$\{[^}]*\}|\$\([^)]*\)|\{[\w.$ -]*\}|\$[A-Za-z_]\w*|\$\d|%[A-Z_]{3,}%|@@[^@]*@@|&[a-z]+\d*;'
)
_ADDRESS = re.compile(r'https?://\S+|\b[\w.+-]+@[\w-]+\.[\w.]+\b|(?<![\w])/(?:[\w.+-]+/)+[\w.+-]*')
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_LETTER = re.compile(r'[^\W\d_]')
_LATIN = re.compile(r'[A-Za-z\u00c0-\u024f]')
_CYRILLIC = re.compile(r'[\u0400-\u04ff]')
_HAN = re.compile(r'[\u3400-\u9fff]')
_KANA = re.compile(r'[\u3040-\u30ff]')
_LEFT_OVER = re.compile(r'⪚|&[A-Za-z][\w.-]*;|\\[fF][A-Z]|\\n|\x00|\ufffd|</|/>|^\W*$|\{\{|\[\[|\$\[|\{-[a-z]|^translator-credits$')
_MAX_CHARACTERS = (1200, 1600)
_MAX_WORDS = 180
_MAX_PLACEHOLDERS = 4

_ENGLISH_WORDS = set(
    'the and of to is for with this that you your from are be not can will have by it as an or if when which on in '
    'was has been'.split()
)
# The commonest words of the languages that share English's script.
_COMMON_WORDS = {
    language: set(words.split())
    for language, words in {
        'de': 'der die das und ist nicht mit für von den dem des ein eine zu im auf sie wird werden sind kann oder '
        'wenn bei aus als auch nach es sich an dass wie',
        'fr': 'le la les de des du et est un une pour dans que qui sur avec ne pas par au aux ce cette sont vous '
        'votre ou si en il à plus',
        'es': 'el la los las de del y es un una para en que con por no se su al o si está como más lo este esta son',
        'it': 'il la le di del della e è un una per in che con non si da dei delle al o se nel come più lo questo i '
        'gli sono',
        'pt': 'o a os as de do da e é um uma para em que com por não se seu no na ou ao como mais dos das este esta são',
        'nl': 'de het een en van is voor in dat met niet op te zijn of om aan door als bij kan wordt deze dit die uw '
        'er worden',
        'pl': 'w z na do i nie się jest to że o dla od przez lub oraz po jak może przy które który jeśli',
    }.items()
}


def is_length_plausible(english, other, language):
    """Whether the lengths fit. Short texts may differ more."""
    if language == 'zh':
        return 0.9 <= (len(english) + 4) / (len(other) + 2) <= 7.5
    if language == 'ja':
        return 0.6 <= (len(english) + 4) / (len(other) + 2) <= 5
    return 0.5 <= (len(other) + 8) / (len(english) + 8) <= 2.2


def find_fault(english, other, language):
    """Why a pair is left out, in a word; None for a good one."""
    words = [word.lower() for word in _WORD.findall(english)]
    return (
        _fault_of_english(english, words)
        or _fault_of_both(english, other, words)
        or _fault_of_script(english, other, language)
        or _fault_of_language(other, words, language)
        or (None if is_length_plausible(english, other, language) else 'length ratio')
        or _fault_of_numbers(english, other)
        or ('two addresses' if shows_both_addresses(other, language) else None)
    )


def _fault_of_english(english, words):
    if not words:
        return 'no word'
    if len(words) > _MAX_WORDS or len(english) > _MAX_CHARACTERS[0]:
        return 'too long'
    core = _WORD.findall(_ADDRESS.sub(' ', _PLACEHOLDER.sub(' ', english)))
    if not any(len(word) > 1 for word in core):
        return 'placeholders only'
    if sum(map(len, core)) / max(1, len(english.replace(' ', ''))) < 0.55:
        return 'symbols'
    if len(words) <= 3 and not re.search(r'[a-z]{2}', english):
        return 'acronym'
    if re.match(r'^[\w.-]*[_/=\\.][\w./=_-]*$', english) or re.match(r'^-{1,2}[a-z]', english):
        return 'code'
    return None


def _fault_of_both(english, other, words):
    if len(other) > _MAX_CHARACTERS[1]:
        return 'too long'
    if '\n' in english or '\n' in other:
        return 'lines'
    if _LEFT_OVER.search(english) or _LEFT_OVER.search(other):
        return 'left-over markup'
    if english.casefold() == other.casefold():
        return 'identical'
    placeholders = _placeholders(english)
    if placeholders != _placeholders(other):
        return 'placeholders differ'
    if len(placeholders) > _MAX_PLACEHOLDERS:
        return 'many placeholders'
    return None


def _placeholders(text):
    return sorted(re.sub(r'\d+\$', '', found) for found in _PLACEHOLDER.findall(text))


def _fault_of_script(english, other, language):
    letters = len(_LETTER.findall(other))
    if letters == 0:
        return 'no word'
    if len(_LATIN.findall(english)) / max(1, len(_LETTER.findall(english))) < 0.9:
        return 'script'
    if language == 'ru':
        share, least = len(_CYRILLIC.findall(other)) / letters, 0.45
    elif language == 'zh':
        share, least = (0 if _KANA.search(other) else len(_HAN.findall(other)) / letters), 0.3
    elif language == 'ja':
        share, least = (len(_KANA.findall(other)) + len(_HAN.findall(other))) / letters, 0.3
    else:
        share, least = len(_LATIN.findall(other)) / letters, 0.9
    return 'script' if share < least else None


def _fault_of_language(other, words, language):
    """English left in the translation, or the translation in the English."""
    common = _COMMON_WORDS.get(language)
    if common is None:
        return None
    theirs = [word.lower() for word in _WORD.findall(other)]
    if len(theirs) >= 5:
        english = sum(word in _ENGLISH_WORDS - common for word in theirs)
        if english >= 2 and english > sum(word in common for word in theirs):
            return 'language'
    if len(words) >= 6:
        foreign = sum(word in common - _ENGLISH_WORDS for word in words)
        if foreign >= 2 and foreign > sum(word in _ENGLISH_WORDS for word in words):
            return 'language'
        if len(theirs) >= 6 and len(set(theirs) & set(words)) / len(set(words)) > 0.8:
            return 'copied'
    return None


def _fault_of_numbers(english, other):
    numbers = re.findall(r'\d+', english)
    if len(numbers) >= 2 and not set(numbers) & set(re.findall(r'\d+', other)):
        return 'numbers'
    return None
