"""How a translation addresses its reader: formally (Sie, vous, usted, Lei, u) or not (du, tu, tú, jij).

Told by pronouns, and by verb forms that can be nothing else. Many words mean two things ("su" is his,
her, their and your), so the English has a say: such a word counts only where the English says "you"
and nothing else that it could stand for.
"""
import re

FORMAL, INFORMAL = 'formal', 'informal'
ADDRESSES = (FORMAL, INFORMAL)

_YOU = re.compile(r"\b(?:you|your|yours|yourself|yourselves)\b|\b(?:let's|please)\b", re.IGNORECASE)
_THIRD_PERSON = re.compile(
    r"\b(?:he|she|it|they|him|her|them|his|hers|its|their|theirs|himself|herself|itself|themselves|one|who)\b",
    re.IGNORECASE,
)


class _Signs:
    """What tells a form of address in one language.

    always: wherever it stands; with_you: where the English says "you"; only_you: where it also names
    no third person.
    """

    def __init__(self, always=None, with_you=None, only_you=None):
        self._rules = [re.compile(rule) if rule else None for rule in (always, with_you, only_you)]

    def are_in(self, text, says_you, says_others):
        _, with_you, only_you = self._rules
        return bool(
            self.are_surely_in(text)
            or (says_you and with_you and with_you.search(text))
            or (says_you and not says_others and only_you and only_you.search(text))
        )

    def are_surely_in(self, text):
        """Whether they are there whatever the English says."""
        return bool(self._rules[0] and self._rules[0].search(text))


# A capital that does not begin a sentence.
_INSIDE = r"(?<=[\w,;)\"“”»'’]\s)"

_SIGNS = {
    'de': {
        FORMAL: _Signs(
            rf'{_INSIDE}(?:Sie|Ihnen)\b|^(?:[Bb]itte )?\w+en Sie\b',
            rf'{_INSIDE}Ihr(?:e|em|en|er|es)?\b',
            r'(?:^|[.!?:] )(?:Sie|Ihnen|Ihr(?:e|em|en|er|es)?)\b',
        ),
        INFORMAL: _Signs(
            r'\b[Dd](?:u|ich|ir|ein|eine|einem|einen|einer|eines|eins)\b|\b[Ee]u(?:ch|er|re|rem|ren|rer|res)\b',
            None,
            r'\bihr\b',
        ),
    },
    'fr': {
        FORMAL: _Signs(
            r"\b(?:[Vv]ous|[Vv]otre|[Vv]os|[Vv]ôtres?)\b",
            None,
            r'^(?!Assez|Chez|Nez|Rez)[A-ZÉ][a-zéèêçû]+ez\b',
        ),
        INFORMAL: _Signs(
            r"(?:^|[\s«\"(-])(?:[Tt]u|[Tt]oi)\b(?!é)",
            r"(?:^|[\s«\"(])(?:[Tt]['’]\w|(?:[Tt]e|[Tt]on|[Tt]a|[Tt]es|[Tt]ien|[Tt]iens|[Tt]ienne|[Tt]iennes)\b)",
        ),
    },
    'es': {
        FORMAL: _Signs(
            r'\b[Uu]stedes\b|\b[Uu]sted\b|\b(?:Ud|Vd|Uds|Vds)\.',
            None,
            r'\b[Ss]us?\b|\b(?:[Pp]uede|[Dd]ebe|[Qq]uiere|[Dd]esea|[Nn]ecesita|[Tt]iene|[Dd]ebería|[Pp]odría)\b'
            r'|^(?:Por favor, )?[¡¿]?(?:Seleccione|Haga|Introduzca|Elija|Pulse|Compruebe|Utilice|Use|Escriba|Asegúrese|'
            r'Espere|Tenga|Vaya|Venga|Diga|Llame|Abra|Cierre|Inténtelo|Intente|Añada|Cambie)\b',
        ),
        INFORMAL: _Signs(
            r'\b(?:[Tt]ú|[Cc]ontigo|[Vv]osotr[oa]s|[Vv]uestr[oa]s?)\b',
            r'\b(?:[Tt]e|[Tt]i|[Tt]us?|[Tt]uy[oa]s?|[Oo]s)\b|\b(?:[Pp]uedes|[Qq]uieres|[Tt]ienes|[Ee]res|[Ee]stás|[Hh]as|'
            r'[Dd]ebes|[Nn]ecesitas|[Ss]abes|[Vv]as|[Cc]rees|[Hh]aces|[Dd]ices|[Pp]odrías|[Dd]eberías|[Gg]ustas|'
            r'[Vv]ienes|[Pp]iensas|[Hh]abías|[Ee]stabas|[Pp]udiste|[Hh]iciste|[Ff]uiste|[Vv]es|[Vv]ives|[Hh]ablas)\b',
        ),
    },
    'it': {
        FORMAL: _Signs(
            rf'{_INSIDE}(?:Lei|Suo|Sua|Suoi|Sue)\b',
            None,
            r"\b(?:[Ll]ei|[Ss]uoi?|[Ss]ua|[Ss]ue)\b|\b(?:[Pp]uò|[Vv]uole|[Dd]eve|[Dd]esidera|[Pp]otrebbe|[Dd]ovrebbe|[Vv]orrebbe)\b",
        ),
        INFORMAL: _Signs(
            r'\b[Tt]u\b(?! per tu)',
            r'\b(?:[Tt]e|[Tt]i|[Tt]uoi?|[Tt]ua|[Tt]ue)\b|\b(?:[Pp]uoi|[Vv]uoi|[Dd]evi|[Ss]ei|[Hh]ai|[Ss]ai|[Ff]ai|[Vv]ai|[Ss]tai|'
            r'[Dd]ici|[Pp]otresti|[Dd]ovresti|[Vv]orresti|[Aa]vresti|[Ss]aresti|[Pp]ensi|[Vv]ieni|[Cc]redi|[Ee]ri|[Aa]vevi)\b',
        ),
    },
    'nl': {
        FORMAL: _Signs(r'\b(?:[Uu]zelf|[Uu]w|[Uu]we)\b|\bu\b(?! ?[-=:)])', r'(?:^|[.!?] )U\b'),
        INFORMAL: _Signs(r'\b(?:[Jj]ij|[Jj]ou|[Jj]ouw|[Jj]ouwe|[Jj]ullie|[Jj]ezelf)\b', r'\b[Jj]e\b'),
    },
    'pt': {
        FORMAL: _Signs(r'\b(?:[oO]s?|[aA]s?|[aA]o|[dn]?[oa]) senhora?s?\b|\b[Vv]ossa Excelência\b'),
        INFORMAL: _Signs(
            r'\b(?:[Tt]u|[Cc]ontigo|[Tt]eus?|[Tt]uas?|[Vv]ocês?)\b', r'\b(?:[Tt]e|[Tt]i)\b',
        ),
    },
    'pl': {
        FORMAL: _Signs(r'\b(?:Pan|Pana|Panu|Panem|Pani|Panią|Państwo|Państwa|Państwu|Państwem)\b'),
        INFORMAL: _Signs(
            r'\b(?:[Tt]y|[Cc]iebie|[Tt]obie|[Tt]obą)\b',
            r'\b(?:[Cc]ię|[Cc]i|[Tt]w(?:ój|oja|oje|oich|oim|oją|ego|ej|ojego|ojej|oi))\b|\b\w+(?:łeś|łaś)\b'
            r'|\b(?:[Mm]ożesz|[Cc]hcesz|[Mm]usisz|[Mm]asz|[Jj]esteś|[Ww]iesz)\b',
        ),
    },
    'ru': {
        FORMAL: _Signs(r'\b(?:[Вв]ы|[Вв]ас|[Вв]ам|[Вв]ами|[Вв]аш(?:а|е|и|его|ему|ей|им|их|ими|у|ем)?)\b'),
        INFORMAL: _Signs(r'\b(?:[Тт]ы|[Тт]ебя|[Тт]ебе|[Тт]обой|[Тт]во(?:й|я|ё|е|и|его|ему|ей|им|их|ими|ю|ём|ем))\b'),
    },
}


def address_of(english, other, language):
    """`formal`, `informal`, or '' where a translation shows neither form, or both.

    language: a tag such as `de` or `pt-BR`; of a language without signs, every answer is ''.
    """
    signs = _SIGNS.get(language.split('-')[0])
    if signs is None:
        return ''
    says_you = bool(_YOU.search(english))
    says_others = bool(_THIRD_PERSON.search(english))
    shown = [address for address in ADDRESSES if signs[address].are_in(other, says_you, says_others)]
    return shown[0] if len(shown) == 1 else ''


def shows_both_addresses(other, language):
    """Whether a translation addresses its reader in both forms, which a careful one does not do."""
    signs = _SIGNS.get(language.split('-')[0])
    return signs is not None and all(signs[address].are_surely_in(other) for address in ADDRESSES)
