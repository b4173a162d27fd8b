"""The forms of a noun that frames ask for: article or determiner, adjective, case, number."""

VOWELS = 'aeiouyhàâéèêëîïôœûAEIOUYHÉÈÊŒ'

_GERMAN = {
    'the': {'m': ('der', 'den', 'dem'), 'f': ('die', 'die', 'der'), 'n': ('das', 'das', 'dem')},
    'a': {'m': ('ein', 'einen', 'einem'), 'f': ('eine', 'eine', 'einer'), 'n': ('ein', 'ein', 'einem')},
    'my': {'m': ('mein', 'meinen', 'meinem'), 'f': ('meine', 'meine', 'meiner'), 'n': ('mein', 'mein', 'meinem')},
    'this': {'m': ('dieser', 'diesen', 'diesem'), 'f': ('diese', 'diese', 'dieser'), 'n': ('dieses', 'dieses', 'diesem')},
    'it': {'m': ('er', 'ihn', 'ihm'), 'f': ('sie', 'sie', 'ihr'), 'n': ('es', 'es', 'ihm')},
    'rel': {'m': ('der', 'den', 'dem'), 'f': ('die', 'die', 'der'), 'n': ('das', 'das', 'dem')},
}
_GERMAN_ENDINGS = {
    'weak': {'m': ('e', 'en', 'en'), 'f': ('e', 'e', 'en'), 'n': ('e', 'e', 'en')},
    'mixed': {'m': ('er', 'en', 'en'), 'f': ('e', 'e', 'en'), 'n': ('es', 'es', 'en')},
}
_CASES = 'nad'


class Noun:
    """A noun of one language: its gender (None in English), its singular and its plural."""

    def __init__(self, gender, singular, plural):
        self.gender, self.singular, self.plural = gender, singular, plural


def noun_form(language, noun, form, quality=None):
    """What a slot such as `x:the+q.a` stands for. quality: the forms of the adjective, if it has one."""
    form, _, case = form.partition('.')
    kind = form.removesuffix('+q')
    adjective = quality if form.endswith('+q') else None
    return _FORMS[language](noun, kind, adjective, _CASES.index(case) if case else 0)


def predicate(language, noun, quality):
    """An adjective said of a noun: `the door is red`."""
    if language in ('en', 'de', 'nl'):
        return quality[0]
    return quality[noun.gender == 'f']


def _english(noun, kind, adjective, _):
    words = [adjective[0]] if adjective else []
    if kind in ('pl', 'thepl'):
        return ' '.join([*(['the'] if kind == 'thepl' else []), *words, noun.plural])
    if kind == 'it':
        return 'it'
    words.append(noun.singular)
    determiner = {'the': 'the', 'my': 'my', 'this': 'this', 'bare': ''}.get(kind)
    if kind == 'a':
        determiner = 'an' if words[0][0] in 'aeiou' and not words[0].startswith('uni') else 'a'
    return ' '.join(filter(None, [determiner, *words]))


def _german(noun, kind, adjective, case):
    if kind in ('it', 'rel'):
        return _GERMAN[kind][noun.gender][case]
    if kind in ('pl', 'thepl'):
        plural = noun.plural + ('n' if case == 2 and noun.plural[-1] not in 'ns' else '')
        return f'{("die", "die", "den")[case]} {plural}' if kind == 'thepl' else plural
    if kind == 'bare':
        return noun.singular
    words = [_GERMAN[kind][noun.gender][case]]
    if adjective:
        endings = _GERMAN_ENDINGS['weak' if kind in ('the', 'this') else 'mixed']
        words.append(adjective[0] + endings[noun.gender][case])
    return ' '.join([*words, noun.singular])


def _french(noun, kind, adjective, _):
    is_feminine, has_vowel = noun.gender == 'f', noun.singular[0] in VOWELS and not noun.singular.startswith('y')
    if kind == 'it':
        return 'la' if is_feminine else 'le'
    if kind == 'ita':
        return "l'a"
    if kind == 'e':
        return 'e' if is_feminine else ''
    if kind in ('pl', 'thepl'):
        return f'les {noun.plural}' if kind == 'thepl' else noun.plural
    words = noun.singular + (f' {adjective[is_feminine]}' if adjective else '')
    if kind == 'the' and has_vowel:
        return f"l'{words}"
    masculine, feminine = {
        'the': ('le', 'la'), 'a': ('un', 'une'), 'my': ('mon', 'mon' if has_vowel else 'ma'),
        'this': ('cet' if has_vowel else 'ce', 'cette'), 'bare': ('', ''),
    }[kind]
    return f'{feminine if is_feminine else masculine} {words}'.strip()


def _spanish(noun, kind, adjective, _):
    is_feminine = noun.gender == 'f'
    if kind in ('it', 'ita'):
        return 'la' if is_feminine else 'lo'
    if kind in ('pl', 'thepl'):
        return f'{"las" if is_feminine else "los"} {noun.plural}' if kind == 'thepl' else noun.plural
    words = noun.singular + (f' {adjective[is_feminine]}' if adjective else '')
    masculine, feminine = {
        'the': ('el', 'la'), 'a': ('un', 'una'), 'my': ('mi', 'mi'), 'this': ('este', 'esta'), 'bare': ('', ''),
    }[kind]
    return f'{feminine if is_feminine else masculine} {words}'.strip()


def _italian(noun, kind, adjective, _):
    is_feminine, has_vowel = noun.gender == 'f', noun.singular[0] in 'aeiou'
    is_hard = noun.singular[0] == 'z' or (noun.singular[0] == 's' and noun.singular[1] not in 'aeiou')
    if kind == 'it':
        return 'la' if is_feminine else 'lo'
    if kind == 'ita':
        return "l'ha"
    if kind == 'o':
        return 'a' if is_feminine else 'o'
    if kind in ('pl', 'thepl'):
        article = 'le' if is_feminine else 'gli' if has_vowel or is_hard else 'i'
        return f'{article} {noun.plural}' if kind == 'thepl' else noun.plural
    words = noun.singular + (f' {adjective[is_feminine]}' if adjective else '')
    if has_vowel and kind in ('the', 'this'):
        return {'the': "l'", 'this': "quest'"}[kind] + words
    masculine, feminine = {
        'the': ('lo' if is_hard else 'il', 'la'), 'a': ('uno' if is_hard else 'un', "un'" if has_vowel else 'una'),
        'my': ('il mio', 'la mia'), 'this': ('questo', 'questa'), 'bare': ('', ''),
    }[kind]
    determiner = feminine if is_feminine else masculine
    return f'{determiner}{"" if determiner.endswith(chr(39)) else " "}{words}'.strip()


def _dutch(noun, kind, adjective, _):
    is_neuter = noun.gender == 'n'
    if kind == 'it':
        return 'het' if is_neuter else 'hem'
    if kind == 'rel':
        return 'dat' if is_neuter else 'die'
    if kind in ('pl', 'thepl'):
        return f'de {noun.plural}' if kind == 'thepl' else noun.plural
    words = []
    if adjective:
        words.append(adjective[0] if kind == 'a' and is_neuter else adjective[1])
    determiner = {'the': 'het' if is_neuter else 'de', 'a': 'een', 'my': 'mijn', 'this': 'dit' if is_neuter else 'deze'}
    return ' '.join(filter(None, [determiner.get(kind, ''), *words, noun.singular]))


_FORMS = {'en': _english, 'de': _german, 'fr': _french, 'es': _spanish, 'it': _italian, 'nl': _dutch}
