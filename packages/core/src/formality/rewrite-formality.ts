import { baseOf } from '@dragoman/contract/languages';
import { capitalised, wholeWords } from '../characters.js';
import { lazyByKey } from '../lazy-by-key.js';
import { type Formality, formalitySigns, type TranslatedSentence } from './formality.js';

/** Words in one form of address, and what they are in the other, whatever stands around them. */
type Replacements = readonly (readonly [pattern: string, other: string])[];

/** German verbs with `du` and `Sie`; those whose other form is the infinitive need no row. */
const GERMAN_VERBS: readonly (readonly [less: string, more: string])[] = [
  ['bist', 'sind'],
  ['hast', 'haben'],
  ['kannst', 'können'],
  ['musst', 'müssen'],
  ['willst', 'wollen'],
  ['sollst', 'sollen'],
  ['darfst', 'dürfen'],
  ['magst', 'mögen'],
  ['weißt', 'wissen'],
  ['wirst', 'werden'],
  ['warst', 'waren'],
  ['hattest', 'hatten'],
  ['könntest', 'könnten'],
  ['würdest', 'würden'],
  ['solltest', 'sollten'],
  ['möchtest', 'möchten'],
  ['wolltest', 'wollten'],
  ['musstest', 'mussten'],
  ['müsstest', 'müssten'],
  ['hättest', 'hätten'],
  ['wärst', 'wären'],
  ['konntest', 'konnten'],
  ['siehst', 'sehen'],
  ['gibst', 'geben'],
  ['nimmst', 'nehmen'],
  ['liest', 'lesen'],
  ['sprichst', 'sprechen'],
  ['hilfst', 'helfen'],
  ['triffst', 'treffen'],
  ['vergisst', 'vergessen'],
  ['isst', 'essen'],
  ['fährst', 'fahren'],
  ['trägst', 'tragen'],
  ['hältst', 'halten'],
  ['lässt', 'lassen'],
  ['läufst', 'laufen'],
  ['schläfst', 'schlafen'],
  ['fängst', 'fangen'],
  ['tust', 'tun'],
  ['findest', 'finden'],
  ['wartest', 'warten'],
  ['arbeitest', 'arbeiten'],
  ['redest', 'reden'],
  ['brauchst', 'brauchen'],
  ['machst', 'machen'],
  ['gehst', 'gehen'],
  ['kommst', 'kommen'],
  ['denkst', 'denken'],
  ['glaubst', 'glauben'],
  ['sagst', 'sagen'],
  ['meinst', 'meinen'],
  ['suchst', 'suchen'],
  ['kaufst', 'kaufen'],
  ['spielst', 'spielen'],
  ['verstehst', 'verstehen'],
  ['stehst', 'stehen'],
  ['liebst', 'lieben'],
  ['lebst', 'leben'],
  ['wohnst', 'wohnen'],
  ['heißt', 'heißen'],
  ['bekommst', 'bekommen'],
  ['benutzt', 'benutzen'],
  ['verwendest', 'verwenden'],
  ['klickst', 'klicken'],
  ['bezahlst', 'bezahlen'],
  ['bleibst', 'bleiben'],
  ['hörst', 'hören'],
  ['kennst', 'kennen'],
  ['zahlst', 'zahlen'],
  ['erhältst', 'erhalten'],
  ['wünschst', 'wünschen'],
];

/** Each with a small letter and with a capital. */
const inBothCases = (pairs: readonly (readonly [string, string])[]): Replacements =>
  pairs.flatMap(
    ([words, other]): Replacements => [
      [wholeWords(words), other],
      [wholeWords(capitalised(words)), capitalised(other)],
    ],
  );

/** A verb and its pronoun next to each other, in both orders and in both cases. */
const pairsOf = (
  verbs: readonly (readonly [string, string])[],
  [pronoun, other]: readonly [string, string],
): Replacements =>
  verbs.flatMap(([verb, otherVerb]) =>
    inBothCases([
      [`${verb} ${pronoun}`, `${otherVerb} ${other}`],
      [`${pronoun} ${verb}`, `${other} ${otherVerb}`],
    ]),
  );

const turned = (
  pairs: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] => pairs.map(([one, other]) => [other, one]);

const DUTCH_VERBS: readonly (readonly [less: string, more: string])[] = [
  ['ben', 'bent'],
  ['heb', 'hebt'],
  ['kun', 'kunt'],
  ['wil', 'wilt'],
  ['zul', 'zult'],
  ['moet', 'moet'],
  ['mag', 'mag'],
  ['ga', 'gaat'],
  ['doe', 'doet'],
  ['zie', 'ziet'],
  ['weet', 'weet'],
  ['sta', 'staat'],
  ['kom', 'komt'],
  ['vind', 'vindt'],
  ['denk', 'denkt'],
  ['gebruik', 'gebruikt'],
  ['krijg', 'krijgt'],
  ['zou', 'zou'],
  ['had', 'had'],
  ['was', 'was'],
  ['woon', 'woont'],
  ['werk', 'werkt'],
  ['zoek', 'zoekt'],
];

/** European Portuguese verbs with `tu`, which can be nothing else, and with `você`. */
const PORTUGUESE_VERBS: readonly (readonly [less: string, more: string])[] = [
  ['estás', 'está'],
  ['tens', 'tem'],
  ['podes', 'pode'],
  ['queres', 'quer'],
  ['deves', 'deve'],
  ['sabes', 'sabe'],
  ['vais', 'vai'],
  ['fazes', 'faz'],
  ['dizes', 'diz'],
  ['precisas', 'precisa'],
  ['gostas', 'gosta'],
  ['achas', 'acha'],
  ['pensas', 'pensa'],
  ['conheces', 'conhece'],
  ['consegues', 'consegue'],
  ['entendes', 'entende'],
  ['foste', 'foi'],
  ['viste', 'viu'],
  ['fizeste', 'fez'],
  ['disseste', 'disse'],
  ['tiveste', 'teve'],
  ['estavas', 'estava'],
  ['tinhas', 'tinha'],
  ['podias', 'podia'],
  ['devias', 'devia'],
  ['gostarias', 'gostaria'],
  ['poderias', 'poderia'],
  ['deverias', 'deveria'],
];

/** In the third person singular nearly all verbs lack but an s; not so what else may follow "você". */
const PORTUGUESE_VERB =
  '((?:(?:não|já|nunca|ainda|sempre|só|também|agora|mesmo) )?)(?!(?:que|para|uma|nunca|agora|ainda|sempre|hoje|onde|sobre|entre|esta|essa|cada|toda|mesma)\\b)(\\p{L}{2,}[ae])';

const RULES: Readonly<Record<string, Readonly<Record<Formality, Replacements>>>> = {
  de: {
    more: [
      ...pairsOf(GERMAN_VERBS, ['du', 'Sie']),
      [wholeWords('[Dd]ein(e|em|en|er|es)?'), 'Ihr$1'],
      [wholeWords('[Dd]ich'), 'Sie'],
      [wholeWords('[Dd]ir'), 'Ihnen'],
      [wholeWords('[Ee]uer'), 'Ihr'],
      [wholeWords('[Ee]ure(m|n|r|s)?'), 'Ihre$1'],
    ],
    less: [
      ...pairsOf(turned(GERMAN_VERBS), ['Sie', 'du']),
      [wholeWords('(?<=[\\p{L},;] )Ihr(e|em|en|er|es)?'), 'dein$1'],
      [wholeWords('Ihr(e|em|en|er|es)?'), 'Dein$1'],
      [wholeWords('(?<=[\\p{L},;] )Ihnen'), 'dir'],
    ],
  },
  fr: {
    more: [
      [wholeWords('ton|ta(?= \\p{L})'), 'votre'],
      [wholeWords('Ton|Ta(?= \\p{L})'), 'Votre'],
      ...inBothCases([['tes', 'vos']]),
      [wholeWords('toi'), 'vous'],
    ],
    less: [
      [
        wholeWords(
          '(?<=(?:pour|avec|à|de|chez|sans|sur|contre|que) )vous(?! \\p{L}+(?:ez|tes)\\b)',
        ),
        'toi',
      ],
    ],
  },
  es: {
    more: [
      ...inBothCases([
        ['tu', 'su'],
        ['tus', 'sus'],
      ]),
      [wholeWords('contigo'), 'con usted'],
      [wholeWords('ti'), 'usted'],
      [wholeWords('tuy([oa]s?)'), 'suy$1'],
    ],
    less: [
      [wholeWords('con usted'), 'contigo'],
      [wholeWords('(?<=(?:para|a|de|por|en|sin|sobre|hacia) )usted'), 'ti'],
      ...inBothCases([
        ['su', 'tu'],
        ['sus', 'tus'],
      ]),
    ],
  },
  it: {
    more: [
      ...inBothCases([
        ['tu([oae])', 'su$1'],
        ['tuoi', 'suoi'],
      ]),
      [wholeWords('(?<=(?:per|a|di|da|con|su|in) )te'), 'lei'],
      [wholeWords('(\\p{L}{2,}[aei]r)ti'), '$1la'],
    ],
    less: [
      [wholeWords('[Ss]u([oae])'), 'tu$1'],
      [wholeWords('[Ss]uoi'), 'tuoi'],
      [wholeWords('(?<=(?:per|a|di|da|con|su|in) )[Ll]ei'), 'te'],
      [wholeWords('(\\p{L}{2,}[aei]r)(?:la|le|La|Le)'), '$1ti'],
    ],
  },
  'pt-PT': {
    more: [
      ...pairsOf(PORTUGUESE_VERBS, ['tu', 'você']),
      ...inBothCases(PORTUGUESE_VERBS),
      [wholeWords('(\\p{L}{2,}[aei]r)ás'), '$1á'],
      ...inBothCases([['não te preocupes', 'não se preocupe']]),
      ...inBothCases([
        ['teu(s?)', 'seu$1'],
        ['tua(s?)', 'sua$1'],
      ]),
      [wholeWords('contigo'), 'consigo'],
      [wholeWords('(?<=(?:para|a|de|por|em|sem|sobre) )ti'), 'si'],
    ],
    less: [
      ...pairsOf(turned(PORTUGUESE_VERBS), ['você', 'tu']),
      ...inBothCases([
        [`você ${PORTUGUESE_VERB}`, 'tu $1$2s'],
        ['seu(s?)', 'teu$1'],
        ['sua(s?)', 'tua$1'],
      ]),
      [wholeWords('[Cc]onsigo'), 'contigo'],
      [wholeWords('(?<=(?:para|a|de|por|em|sem|sobre) )si'), 'ti'],
      [wholeWords('lhe'), 'te'],
      ...inBothCases([['deixe(?=-[mn])', 'deixa']]),
      ...inBothCases([
        ['dê(?=-[mn])', 'dá'],
        ['diga(?=-[mn])', 'diz'],
        ['não se preocupe', 'não te preocupes'],
      ]),
    ],
  },
  nl: {
    more: [
      ...inBothCases([['jouw', 'uw']]),
      [wholeWords('jou'), 'u'],
      [wholeWords('jezelf'), 'uzelf'],
      ...pairsOf(DUTCH_VERBS, ['je', 'u']),
      ...pairsOf(
        DUTCH_VERBS.map(([, more]) => [more, more] as const),
        ['je', 'u'],
      ),
      ...pairsOf(DUTCH_VERBS, ['jij', 'u']),
      ...pairsOf(
        DUTCH_VERBS.map(([, more]) => [more, more] as const),
        ['jij', 'u'],
      ),
      [wholeWords('(?<=(?:van|voor|met|aan|op|bij|naar|door) )je(?=[ .,!?]*$)'), 'u'],
    ],
    less: [
      ...inBothCases(DUTCH_VERBS.map(([less, more]) => [`${more} u`, `${less} je`])),
      ...inBothCases([['heeft u', 'heb je']]),
      [wholeWords('u heeft'), 'je hebt'],
      ...inBothCases([['uw', 'je']]),
      [wholeWords('uzelf'), 'jezelf'],
      ...inBothCases([['u', 'je']]),
    ],
  },
};

const compile = (rules: Replacements) =>
  rules.map(([pattern, other]) => [new RegExp(pattern, 'gu'), other] as const);

const rulesIn = lazyByKey(RULES, ({ more, less }) => ({
  more: compile(more),
  less: compile(less),
}));

/**
 * A translation with the words changed that are certain: possessives, pronouns after prepositions,
 * verbs next to their pronoun. Undefined where nothing could be changed, or words of the other form
 * are left.
 */
export const rewriteFormality = (
  sentence: TranslatedSentence,
  form: Formality,
): string | undefined => {
  const { target, translation } = sentence;
  const rules = (rulesIn(target) ?? rulesIn(baseOf(target)))?.[form] ?? [];
  const rewritten = rules.reduce(
    (text, [pattern, other]) => text.replace(pattern, other),
    translation,
  );
  const signs = formalitySigns({ ...sentence, translation: rewritten });
  const isWhole = signs.every((sign) => sign.form === form);
  return rewritten !== translation && isWhole ? rewritten : undefined;
};
