import { baseOf, type LanguagePair, type LanguageTag } from '@dragoman/contract';
import type { Detector } from '../detection/detection.js';
import type { Rewriting } from '../engine.js';
import { DENSE } from '../scripts.js';

/** Defects that only a free-form engine makes, such as a language model; the gravest first. */
export const ANSWER_DEFECTS = [
  'added_text',
  'repeated_source',
  'language',
  'no_words',
  'unrelated',
] as const;

type AnswerDefect = (typeof ANSWER_DEFECTS)[number];

/** A shorter source, in letters, may be a name that belongs into the translation. */
const MIN_LETTERS = 15;

/**
 * Whether an answer holds its source, word for word, and more: a translation after the original.
 *
 * @param growth how many times as long as the source it has to be
 */
const repeatsSource = (source: string, answer: string, growth = 1): boolean => {
  const [asked, answered] = [lettersOf(source), lettersOf(answer)];
  return (
    asked.length >= MIN_LETTERS &&
    answered.length > asked.length * growth &&
    answered.includes(asked)
  );
};

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** One kind of addition. */
interface Addition {
  readonly inAnswer: RegExp;
  /** What sources in further languages say that is so in a translation. */
  readonly inSource?: RegExp;
}

/**
 * What language models put around a translation, in the languages they do so most often. Each row is
 * one kind of addition; where the source has the same kind, it belongs to the translation. `\W` would
 * mean the letters of all scripts but Latin, too.
 */
const ADDITIONS: readonly Addition[] = [
  // "Here is the translation:", "Translation:"
  {
    inAnswer:
      /^[^\p{L}\p{N}]*(?:sure|certainly|of course|okay|ok|natürlich|gerne?|claro|por supuesto|bien sûr|certo|конечно|当然|もちろん)?[^\p{L}\p{N}]{0,3}(?:here(?:['’]s| is| are)|hier (?:ist|sind|folgt)|aquí (?:está|tienes?)|aqui está|voici|ecco|вот|以下是|这是|以下は|こちらが)[^\n]{0,60}(?:translat|übersetz|traduc|tradu[zç]|traduzione|перевод|翻译|翻訳|译文)/iu,
  },
  {
    inAnswer:
      /^[^\p{L}\p{N}]*(?:the )?(?:(?:[\p{L}]+ )?translation|übersetzung|traducción|traduction|tradução|traduzione|vertaling|tłumaczenie|перевод|译文|翻译|翻訳|訳)(?: (?:is|ist|es|est|è|é))?\s*[:：]/iu,
  },
  // "Here is the corrected text:", "Improved version:"
  {
    inAnswer:
      /^[^\p{L}\p{N}]*(?:[\p{L} ,]{1,20}[!,.:，：]\s*)?(?:here(?:['’]s| is| are)|hier (?:ist|sind|folgt)|aquí (?:está|tienes?)|aqui está|voici|ecco|以下是|这是|以下は|こちらが|다음은)[^\n]{0,40}(?:rephras|rewr|reword|correct|improv|revis|polish|umformul|korrig|korrekt|verbesser|überarbeit|reformul|reescri|correg|corrig|mejor|melhor|amélior|réécri|riscritt|riformul|migliorat|改写|改進|改进|修改|更正|修正|書き直|言い換え|改善|수정|교정|개선)/iu,
  },
  {
    inAnswer:
      /^[^\p{L}\p{N}]*(?:the )?(?:(?:rephrased|rewritten|corrected|improved|revised|polished) ?(?:text|version|sentence)?|(?:korrigierte|verbesserte|überarbeitete|umformulierte)[rs]? ?(?:text|version|fassung|satz)?|(?:texto|versión|versão|frase|oración) (?:corregid|mejorad|reescrit|corrigid|melhorad|reformulad)[oa]|(?:texte|version|phrase) (?:corrigée?|améliorée?|reformulée?|réécrite?)|(?:testo|versione|frase) (?:corrett|migliorat|riscritt|riformulat)[oa]|改写后?|修改后?|更正后?|修正後|修正版|書き直し|수정된 문장|교정)\s*[:：]/iu,
  },
  // "I'm sorry, but I cannot help with that.", "As an AI language model"
  {
    inAnswer:
      /(?:\bas an? (?:ai|artificial intelligence|large language model|language model|assistant)\b|\bals (?:ki|künstliche intelligenz|sprachmodell)\b|\bcomo (?:una? )?(?:ia|inteligencia artificial|inteligência artificial|modelo de (?:lenguaje|linguagem))\b|\ben tant qu['’](?:ia|intelligence artificielle|assistant)|\ben tant que modèle\b|\bcome (?:ia|intelligenza artificiale|modello linguistico)\b|как (?:ии|искусственный интеллект|языковая модель)|作为(?:一个)?(?:人工智能|ai|语言模型)|(?:ai|人工知能|言語モデル)(?:として|なので))/iu,
  },
  {
    inAnswer:
      /(?:\bi(?:['’]m| am) sorry\W|\bi apologi[sz]e|\bi (?:can(?:no|['’])t|am (?:not able|unable) to) (?:help|assist|comply|translate|provide|fulfil)|\bes tut mir leid\W|\bich kann (?:dir|ihnen|das|diese[rsn]?|dabei) [^\n]{0,40}nicht\b|\blo siento\W|\bno puedo (?:ayudar|traducir|cumplir)|\bje suis désolée?\W|\bje ne peux pas (?:vous|t['’]|traduire|aider)|\bmi dispiace\W|\bdesculpe\W|\bsinto muito\W|извините(?!\p{L})|к сожалению, я не могу|对不起|抱歉|申し訳(?:ありません|ございません))/iu,
    // "Het spijt me, …", "Przepraszam, …"
    inSource:
      /(?:het spijt me|sorry|excuse me|excuses|przepraszam|przykro mi|mi scuso|scus[ai](?:mi)?|spiacente|perd[oó]n|disculp[ae]|lamento|peço desculpa|excusez|pardon|désolé|entschuldigung|entschuldigen sie|verzeih|beklager|undskyld|förlåt|ursäkta|olen pahoillani|omlouvám|îmi pare rău|üzgünüm|простите|прости|мне жаль|вибач)/iu,
  },
  // "(Note: ...)", "Explanation:"
  {
    inAnswer:
      /(?:^|[\s(（[.!?。])(?:translator['’]s )?(?:note|explanation|anmerkung(?: des übersetzers)?|hinweis|erklärung|erläuterung|nota(?: del traductor)?|explicación|remarque|explication|note du traducteur|spiegazione|explicação|примечание|пояснение|注(?:意|释)?|说明|解释|備考|説明)\s*[:：]/iu,
    // "Uwaga: …", "Aviso: …"
    inSource:
      /(?:^|[\s(（[.!?。])(?:uwaga|opmerking|let op|noot|aviso|atención|atenção|observa[cç](?:ión|ão)|obs|avviso|attenzione|avertissement|attention|achtung|warnung|zur beachtung|anm|huomautus|observera|merk|bemærk|pozor|poznámka|notă|not|внимание|увага|примітка|wyjaśnienie|objaśnienie|uitleg|toelichting|verklaring)\.?\s*[:：]/iu,
  },
  // "Certainly! ..."
  {
    inAnswer:
      /^[^\p{L}\p{N}]*(?:sure|certainly|of course|absolutely|great question|natürlich|gerne|por supuesto|claro que sí|bien sûr|avec plaisir|certamente|com certeza|конечно|当然可以|もちろんです)\s*[!,.:！，。：、]/iu,
    // "Claro, …", "Oczywiście, …"
    inSource:
      /^[^\p{L}\p{N}]*(?:claro|certo|sicuro|naturalmente|natuurlijk|zeker|graag|oczywiście|jasne|pewnie|klar|sicher|selbstverständlich|certainement|évidemment|d['’]accord|desde luego|vale|seguro|tietysti|självklart|selvfølgelig|samozřejmě|firește|elbette|tabii|звичайно|разумеется|ясно|好的|はい|물론)(?!\p{L})/iu,
  },
];

/** Markdown and thoughts that the source does not have. */
const DECORATIONS: readonly RegExp[] = [
  /```/u,
  /<\/?think(?:ing)?>/iu,
  /\*\*[^*]+\*\*/u,
  /^#{1,6} /mu,
];

const LINE_BREAK = /[\n\r\u2028\u2029]/u;

/** Whether an answer says more than a translation of its source does: an introduction, an apology, a note. */
const hasAddedText = (source: string, answer: string): boolean =>
  (LINE_BREAK.test(answer) && !LINE_BREAK.test(source)) ||
  DECORATIONS.some((pattern) => pattern.test(answer) && !pattern.test(source)) ||
  ADDITIONS.some(
    ({ inAnswer, inSource }) =>
      inAnswer.test(answer) && !inAnswer.test(source) && inSource?.test(source) !== true,
  );

/** Shorter texts, in letters, say too little about their language to refuse them. */
const MIN_DETECTED_LETTERS = 12;
const MIN_CONFIDENCE = 0.9;

/** The languages of an answer, and what tells them. */
interface AnswerLanguages extends LanguagePair {
  readonly detector: Detector;
}

/**
 * Whether an answer is beyond reasonable doubt in another language than the target's. A sentence
 * that is not in its own source language either, such as a quotation, may stay what it is.
 *
 * @param source the words of the unit, without protected spans
 * @param answer the words of its translation
 */
const isInWrongLanguage = (
  source: string,
  answer: string,
  { source: from, target: to, detector }: AnswerLanguages,
): boolean => {
  if (letterCount(answer) < MIN_DETECTED_LETTERS) return false;
  return isForeign(answer, to, detector) && !isForeign(source, from, detector);
};

const isForeign = (text: string, language: LanguageTag, detector: Detector): boolean => {
  const [result] = detector.detectPreferring([text], new Set([baseOf(language)]));
  return (
    result !== undefined &&
    result.language !== null &&
    !result.isWanted &&
    result.confidence >= MIN_CONFIDENCE
  );
};

const letterCount = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/**
 * The gravest defect of an answer that may be no translation at all.
 *
 * @param source the words of the unit, without protected spans
 * @param answer the words of its translation
 */
export const findChatterDefect = (
  source: string,
  answer: string,
  languages: AnswerLanguages,
): AnswerDefect | undefined => {
  if (hasAddedText(source, answer)) return 'added_text';
  if (repeatsSource(source, answer)) return 'repeated_source';
  if (isInWrongLanguage(source, answer, languages)) return 'language';
  if (wordCount(source) > 1 && wordCount(answer) === 0) return 'no_words';
  return undefined;
};

/** A rewriting this many times as long as its source that contains it stands after it. */
const TWO_TEXTS = 1.7;

/** The share of its letter groups that a rewriting has in common with its source at least. */
const MIN_SHARE: Readonly<Record<Rewriting['kind'], number>> = { rephrase: 0.1, correct: 0.5 };
/** Shorter texts, in letters, may have no word in common with what they become. */
const MIN_COMPARED_LETTERS: Readonly<Record<Rewriting['kind'], number>> = {
  rephrase: 25,
  correct: 12,
};

const DENSE_LETTER = new RegExp(`[${DENSE}]`, 'u');
const GROUP_LETTERS = 3;

/**
 * Whether a text says something else than the one it was made of: an answer to it, or what it orders.
 * The measure is the Dice coefficient of the groups of three letters within words.
 */
const isUnrelated = (source: string, answer: string, kind: Rewriting['kind']): boolean => {
  const [asked, answered] = [groupsOf(source), groupsOf(answer)];
  if (asked.letters < MIN_COMPARED_LETTERS[kind]) return false;
  const common = [...asked.groups].filter((group) => answered.groups.has(group)).length;
  return (2 * common) / (asked.groups.size + answered.groups.size) < MIN_SHARE[kind];
};

const groupsOf = (
  text: string,
): { readonly groups: ReadonlySet<string>; readonly letters: number } => {
  const groups = new Set<string>();
  let letters = 0;
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const characters = [...word];
    letters += characters.length;
    const size = DENSE_LETTER.test(word) ? 1 : Math.min(GROUP_LETTERS, characters.length);
    for (let start = 0; start + size <= characters.length; start++)
      groups.add(characters.slice(start, start + size).join(''));
  }
  return { groups, letters };
};

/**
 * The gravest defect of an answer to a request to write a text again in its own language.
 *
 * @param source the words of the unit, without protected spans
 * @param answer the words of its rewriting
 */
export const findRewritingDefect = (
  source: string,
  answer: string,
  languages: AnswerLanguages,
  kind: Rewriting['kind'],
): AnswerDefect | undefined => {
  if (hasAddedText(source, answer)) return 'added_text';
  if (repeatsSource(source, answer, TWO_TEXTS)) return 'repeated_source';
  if (isInWrongLanguage(source, answer, languages)) return 'language';
  if (isUnrelated(source, answer, kind)) return 'unrelated';
  return undefined;
};

const wordCount = (text: string): number => text.match(/\p{L}+/gu)?.length ?? 0;
