import type {
  LanguagePair,
  LanguageTag,
  PartOfSpeech,
  RewriteRequest,
  StyleOrTone,
} from '@dragoman/contract';
import type { Formality } from './formality/formality.js';

/** What a model was made for; also the wire's `model_type_used`. */
export type ModelType = 'latency_optimized' | 'quality_optimized';

/** One direction an engine can translate now, with the kinds of model it has for it. */
export interface EnginePair {
  /** Base language, such as `es`. */
  readonly source: LanguageTag;
  /** Base language or, where the engine has a model for just that variant, the variant: `pt-BR`. */
  readonly target: LanguageTag;
  readonly modelTypes: readonly ModelType[];
  /** Changes whenever the models behind the pair do: what was cached of others is not used again. */
  readonly revision?: string;
  /**
   * `installed`: the operator chose a model for just this pair, which goes before all others.
   * `starter`: it came with the product and has to earn its place by its score.
   */
  readonly origin?: 'installed' | 'starter';
  /** Measured quality, as chrF from 0 to 100, where the maker of the models publishes one. */
  readonly chrf?: number;
  /**
   * Whether {@link Guidance.formality} has an effect on this pair, for an engine that does not choose
   * the form of address in every language. @default the engine's {@link EngineCapabilities.formality}
   */
  readonly choosesFormality?: boolean;
}

/** What an engine can do beyond plain text; data, so that callers never ask which engine it is. */
export interface EngineCapabilities {
  /** Longest unit the engine takes, in UTF-16 code units. The pipeline cuts longer ones. */
  readonly maxCharacters: number;
  readonly formality: boolean;
  /** It uses {@link Guidance.context}. @default false */
  readonly context?: boolean;
  /** It follows {@link Guidance.instructions}. @default false */
  readonly instructions?: boolean;
  /** Whether it uses {@link TranslationUnit.terms}. @default false */
  readonly terms?: boolean;
  /**
   * It takes {@link EngineBatch.rewriting}, in every language that it translates into.
   * @default false
   */
  readonly rewriting?: boolean;
  /** Words of other languages come out as they went in, as with dictionaries. @default false */
  readonly keepsForeignWords?: boolean;
  /** It translates with dictionaries and rules, not with a model. @default false */
  readonly isRuleBased?: boolean;
  /**
   * It is a free-form engine, a language model: its answers are checked for more than those of others,
   * and it takes {@link EngineBatch.rejected}. @default false
   */
  readonly isLanguageModel?: boolean;
}

/**
 * What a protected span is to its sentence. A `placeholder` stands for words: `{name}`, an address.
 * `formatting` takes no part in the sentence: emoji, comments. `open` and `close` are the two tags of
 * a pair, around words; a `point` is a tag by itself.
 */
export type SpanKind = 'placeholder' | 'formatting' | 'open' | 'close' | 'point';

/**
 * A half-open range of UTF-16 code units of a unit's text, never empty, that must come back verbatim.
 */
export interface ProtectedSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: SpanKind;
  /** The same number in both tags of a pair; in no other span. Pairs nest. */
  readonly pair?: number;
}

/** One sentence or other short piece to translate, without surrounding white space. */
export interface TranslationUnit {
  readonly text: string;
  /** In order, not overlapping. */
  readonly protectedSpans: readonly ProtectedSpan[];
  /** Terms of the customer's glossaries that occur in it, for an engine that uses them. */
  readonly terms?: readonly TermHint[];
}

/** Words of a unit, and what the translation is to have for them. */
export interface TermHint {
  readonly source: string;
  readonly target: string;
}

/** Where a protected span of a unit is in its translation: a range of UTF-16 code units. */
export interface PlacedSpan {
  readonly start: number;
  readonly end: number;
  /** Its index among the unit's protected spans. */
  readonly span: number;
}

export interface TranslatedUnit {
  readonly text: string;
  /** Where every protected span came out; in order, not overlapping. */
  readonly spans: readonly PlacedSpan[];
}

/** What articles, adjectives and verbs have to agree with. */
export interface NounGrammar {
  readonly gender: 'm' | 'f' | 'nt' | 'ut';
  readonly number: 'sg' | 'pl';
  /** For nouns that get other endings than most of their gender, such as German `Kunde`. */
  readonly declension?: 'weak';
  /**
   * The phrase with the endings of cases, and which ones these are; of several forms of one, the usual
   * one comes first. In languages where articles have cases and nouns seldom change.
   */
  readonly cases?: ReadonlyMap<string, string>;
}

/** Knows the grammar of nouns. */
export interface NounDictionary {
  /**
   * The grammar of the main noun of phrases in the target language of a pair, one answer for each,
   * undefined for those without a known one; undefined where there is no dictionary of the language.
   */
  findNounGrammar(
    pair: LanguagePair,
    phrases: readonly string[],
    options: EngineCallOptions,
  ): Promise<readonly (NounGrammar | undefined)[] | undefined>;
}

/**
 * How the dictionaries of languages write a word or short phrase: `lower`, or only with a capital at
 * its start, as German nouns are. Languages that do not have it are left out.
 *
 * @param among the languages to look in; all that have a dictionary without it
 */
export type FindLetterCase = (
  phrase: string,
  among?: ReadonlySet<LanguageTag>,
) => ReadonlyMap<LanguageTag, 'lower' | 'capital'>;

/** What a dictionary knows about a phrase, such as a customer's term. */
export interface PhraseForm {
  /** By its main word; `unknown` where the dictionary does not have that. */
  readonly kind: 'noun' | 'adjective' | 'other' | 'unknown';
  /**
   * Other forms of a noun in the singular or of an adjective, by what they are: `pl` (plural), `f`
   * (feminine), `def` (definite), `acc`, `dat`, `gen` (cases), or several of them as in `pl def`.
   * `ending-n` and the like are endings that only repeat what an article says, as in German.
   */
  readonly inflections?: ReadonlyMap<string, string>;
  /** Names of inflections that may as well be others, so that a text is not searched for them. */
  readonly ambiguous?: ReadonlySet<string>;
}

/** What a bilingual dictionary has for a word as one part of speech. */
export interface DictionaryEntry {
  readonly partOfSpeech: PartOfSpeech;
  /** The word as the dictionary has it: `house` for `houses`. */
  readonly lemma: string;
  /** In the form of the word where the dictionary can make that, and otherwise as it has them. */
  readonly translations: readonly string[];
}

/**
 * How an engine is to word the translations of a batch. An engine gets only what its capabilities name.
 */
export interface Guidance {
  /** Text from around the units, which is not translated itself. */
  readonly context?: string;
  readonly formality?: Formality;
  /** Sentences in words: custom instructions, and the style rules that no program can apply. */
  readonly instructions?: readonly string[];
}

/** What an engine is to do with texts instead of translating them. */
export interface Rewriting extends Pick<StyleOrTone, 'style' | 'tone'> {
  /** `rephrase` may change the words for the better; `correct` only repairs mistakes. */
  readonly kind: RewriteRequest['kind'];
}

export interface EngineBatch {
  readonly source: LanguageTag;
  readonly target: LanguageTag;
  readonly modelType: ModelType;
  readonly units: readonly TranslationUnit[];
  readonly guidance?: Guidance;
  /** The units are written again in their own language, which `target` may be a variant of. */
  readonly rewriting?: Rewriting;
  /** For a language model: for each unit the translation that was refused; none at the first time. */
  readonly rejected?: readonly RejectedTranslation[];
}

/** A translation that a check refused, for an engine that can do better when it knows why. */
export interface RejectedTranslation {
  readonly text: string;
  /** The name of the defect; see `DEFECTS` in `checks/find-defect.ts`. */
  readonly defect: string;
}

/** What accompanies a batch: who waits for it. */
export interface EngineCallOptions {
  /**
   * The caller. Aborted when nobody waits any more, or with an `AppError` `deadline_exceeded` when
   * the caller's time is up; queued work is then dropped.
   */
  readonly signal: AbortSignal;
  /** Counts the language model tokens of this call; undefined where they are not limited. */
  readonly budget?: TokenBudget | undefined;
  /**
   * Told about each part of the batch that is translated while others are not yet; engines that do
   * a batch at once need not call it.
   *
   * @param characters about how many, of the source
   */
  readonly onTranslated?: ((characters: number) => void) | undefined;
}

/** What the owner of a request may spend on language models. */
export interface TokenBudget {
  /** Whether nothing is left. */
  isSpent(): boolean;
  /** @param tokens of a call's question and answer, as its server counts them, or estimated */
  spend(tokens: number): void;
}

/** How much an engine has to do, and what it uses for that. */
export interface EngineLoad {
  /** Processes or pipelines that are running. */
  readonly workers: number;
  /** Models in memory, counted once per worker; for Apertium, a pipeline is a model. */
  readonly models: number;
  readonly memoryBytes: number;
  /** Sentences that wait. */
  readonly queued: number;
  /** Workers that broke and were replaced, since the start. */
  readonly restarts: number;
  /** Pairs that are ready at once, because a worker has their model: `en-es`. */
  readonly loadedPairs?: readonly string[];
}

export interface EngineHealth {
  readonly state: 'starting' | 'ready' | 'degraded' | 'stopped';
  /** Sentences for an operator: what is left out, repaired or restarting, and why. */
  readonly notes: readonly string[];
  /** Short facts by name, such as `build: wasm`; shown by doctor, greeting and metrics. */
  readonly details?: Readonly<Record<string, string>>;
  readonly load?: EngineLoad;
}

/**
 * A translation engine. A batch in, an array of the same length out, in order, or an
 * `AppError` (`engine_failed`, `pair_not_installed`, `too_many_requests`, `unavailable`).
 * When the signal aborts, the promise rejects with the signal's reason.
 */
export interface Engine {
  readonly id: string;
  readonly capabilities: EngineCapabilities;
  /** Address that the texts are sent to; undefined for an engine that runs on this machine. */
  readonly destination?: string;
  /** Idempotent. Resolves when {@link Engine.pairs} is known. */
  start(): Promise<void>;
  /** What can be translated now. May change while running; the same array while it does not. */
  pairs(): readonly EnginePair[];
  /** What {@link Engine.pairs} lacks for a while because a model failed; it is tried again soon. */
  failedPairs?(): readonly LanguagePair[];
  translateBatch(
    batch: EngineBatch,
    options: EngineCallOptions,
  ): Promise<readonly TranslatedUnit[]>;
  /** See {@link NounDictionary}; the dictionaries of the engine's own pairs. */
  findNounGrammar?: NounDictionary['findNounGrammar'];
  /**
   * What the engine's dictionary of a language knows about phrases, one answer for each; undefined
   * where it has none for the language. Thousands of phrases take less than a second.
   */
  findForms?(
    language: LanguageTag,
    phrases: readonly string[],
    options: EngineCallOptions,
  ): Promise<readonly PhraseForm[] | undefined>;
  /**
   * What the engine's bilingual dictionary has for words, one list for each, empty for words that it
   * does not have; undefined where there is no such dictionary. Some dozen words take milliseconds.
   */
  findEntries?(
    pair: LanguagePair,
    words: readonly string[],
    options: EngineCallOptions,
  ): Promise<readonly (readonly DictionaryEntry[])[] | undefined>;
  /**
   * What the model for a pair would have written instead of a word, or of any word, of a translation,
   * with the rest of the sentence as it then goes on; the most probable first. Undefined where no
   * model can be asked. An answer takes some 50 ms of one core, with low priority, and several times
   * that with large models.
   */
  findAlternatives?(
    pair: Pick<EngineBatch, 'source' | 'target' | 'modelType'>,
    question: AlternativesQuestion,
    options: EngineCallOptions,
  ): Promise<readonly Alternative[] | undefined>;
  /** See {@link FindLetterCase}; in the dictionaries of the engine's models. Some 0.1 ms. */
  findLetterCase?: FindLetterCase;
  /** Cheap, synchronous, last known. */
  health(): EngineHealth;
  /** Idempotent. Waits for running work up to a few seconds, then ends it. */
  stop(): Promise<void>;
}

/** A translation of which an engine is asked for alternatives. */
export interface AlternativesQuestion {
  /** A sentence. */
  readonly text: string;
  /** Its translation, by this engine or another. */
  readonly translation: string;
  /** Where in the translation the word begins that is to be another; undefined for any word. */
  readonly from?: number;
  /** The most alternatives. */
  readonly count: number;
}

/** Another translation, and its new word: a half-open range of UTF-16 code units. */
export interface Alternative {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A translation as a reader compares it: capitals and spacing make no other one. */
export const normaliseAlternative = (text: string): string =>
  text.toLowerCase().replace(/\s+/gu, ' ').trim();
