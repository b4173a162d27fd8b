import type { PageLanguage, PageLanguages, PageTranslation } from '@dragoman/contract';
import { languageName } from '../messages.js';
import { failureOf, NETWORK_GONE, PageFailure } from './failures.js';

/** A language of the server: its upper-case wire code, and its name in the page's language. */
export interface Language {
  readonly code: string;
  readonly name: string;
  readonly englishName?: string;
  /** Only a small starter model supports it. */
  readonly isStarter?: boolean;
  /** Rules and dictionaries translate it; with a source, for this source. */
  readonly isRuleBased?: boolean;
  /** The measured quality for this source is low. */
  readonly isLowQuality?: boolean;
  /** With a source: the kinds of model that there are for it. */
  readonly modelTypes?: readonly ModelType[] | undefined;
}

/** The kind of model to request; undefined if the server chooses. */
export type ModelType = 'latency_optimized' | 'quality_optimized';

export interface TranslationRequest {
  readonly text: string;
  readonly targetCode: string;
  /** Undefined: the server detects it. */
  readonly sourceCode: string | undefined;
  readonly modelType: ModelType | undefined;
  /** Needs a source. */
  readonly glossaryId?: string | undefined;
}

export interface Translation {
  readonly text: string;
  /** Upper-case base code, detected or as asked. */
  readonly sourceCode: string;
  /** Present if a kind of model was requested. */
  readonly modelTypeUsed: ModelType | undefined;
  /** Which sentence became which; empty where that is not known. */
  readonly pairs: readonly SentencePair[];
  /** Upper-case base code of the language that the text looks like, if another one was chosen. */
  readonly looksLike: string | undefined;
  /** Whether the source was detected and may well be another one. */
  readonly isUnsure: boolean;
}

/** A half-open range of a text, in UTF-16 code units. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Where a sentence is in a text, and where its translation is in the translated text. */
export interface SentencePair {
  readonly source: TextRange;
  readonly target: TextRange;
}

/**
 * Starts the session that translating needs.
 *
 * @returns the languages that can be used now
 * @throws PageFailure
 */
export const startSession = async (): Promise<Record<'source' | 'target', readonly Language[]>> => {
  const { source, target } = await ask<PageLanguages>('session/start');
  return { source: source.map(fromWire), target: target.map(fromWire) };
};

/** The targets of a source. @throws PageFailure */
export const fetchTargets = async (sourceCode: string): Promise<readonly Language[]> => {
  const query = new URLSearchParams({ type: 'target', source_lang: sourceCode });
  const languages = await ask<readonly PageLanguage[]>(`session/languages?${query}`);
  return languages.map(fromWire);
};

const fromWire = ({
  language,
  name,
  starter,
  rule_based,
  low_quality,
  model_types,
}: PageLanguage): Language => ({
  code: language,
  name: languageName(language, name),
  englishName: name,
  isStarter: starter === true,
  isRuleBased: rule_based === true,
  isLowQuality: low_quality === true,
  modelTypes: model_types,
});

/**
 * Translates one text. An expired session is renewed once.
 *
 * @throws PageFailure; the signal's reason once it aborts
 */
export const translate = async (
  request: TranslationRequest,
  signal: AbortSignal,
): Promise<Translation> => {
  const init: RequestInit = {
    method: 'POST',
    ...jsonOf(toWire(request)),
    signal,
  };
  const once = () =>
    ask<{ readonly translations: readonly [PageTranslation] }>('session/translate', init);
  const { translations } = await once().catch(async (error: unknown) => {
    if (!(error instanceof PageFailure) || error.kind !== 'session-ended') throw error;
    await startSession();
    return once();
  });
  const [translation] = translations;
  return {
    text: translation.text,
    sourceCode: translation.detected_source_language,
    modelTypeUsed: translation.model_type_used,
    pairs: (translation.sentences ?? []).map(([start, end, targetStart, targetEnd]) => ({
      source: { start, end },
      target: { start: targetStart, end: targetEnd },
    })),
    looksLike: translation.looks_like,
    isUnsure: translation.unsure === true,
  };
};

/** A request as the server reads it. */
export const toWire = (request: TranslationRequest): object => ({
  text: [request.text],
  target_lang: request.targetCode,
  source_lang: request.sourceCode,
  model_type: request.modelType,
  glossary_id: request.glossaryId,
});

/** What a request needs to send JSON. */
export const jsonOf = (body: object): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Sends a request to the server of the page. @throws PageFailure; the signal's reason once it aborts */
export const ask = <Answer>(address: string, init: RequestInit = {}): Promise<Answer> =>
  askFor(address, init, (response) => response.json() as Promise<Answer>);

/** As `ask`, for an answer that is not JSON. @throws PageFailure; the signal's reason once it aborts */
export const askFor = async <Answer>(
  address: string,
  init: RequestInit,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> => {
  try {
    const response = await fetch(address, init);
    if (!response.ok) throw await failureOf(response);
    return await read(response);
  } catch (error) {
    if (error instanceof PageFailure || init.signal?.aborted) throw error;
    // Refused, interrupted, or a response of another program, such as a proxy's error page.
    throw NETWORK_GONE();
  }
};
