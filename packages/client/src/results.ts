import { isObject, unreadable } from './send.js';

/** A translated text. */
export interface TextResult {
  readonly text: string;
  /** Upper-case base code, detected or as given. */
  readonly detectedSourceLanguage: string;
  /** Present with `showBilledCharacters`. */
  readonly billedCharacters?: number;
  /** Present with `modelType`. */
  readonly modelTypeUsed?: string;
  /** Present with `tagHandling`. */
  readonly tagHandlingVersion?: string;
  /** With `messageFormat`: plural forms that were added, for somebody to check. */
  readonly message?: string;
}

export interface SourceLanguage {
  /** Upper-case code, such as `DE`. */
  readonly code: string;
  readonly name: string;
}

export interface TargetLanguage extends SourceLanguage {
  readonly supportsFormality: boolean;
}

export interface UsageCount {
  readonly count: number;
  readonly limit: number;
  readonly isLimitReached: boolean;
}

/** Characters translated in this billing period. */
export interface Usage {
  /** Of the whole account for keys of a paid plan, of the key itself for those of a free one. */
  readonly characters: UsageCount;
  /** Of the key itself, for keys of a paid plan. */
  readonly keyCharacters?: UsageCount;
  /** Beginning and end of the billing period, if the service returns them. */
  readonly startTime?: Date;
  readonly endTime?: Date;
}

/** @param count how many texts were sent */
export const readTranslations = (answer: unknown, count: number): readonly TextResult[] => {
  const translations = isObject(answer) ? answer.translations : undefined;
  if (!Array.isArray(translations) || translations.length !== count) {
    throw unreadable(`it does not contain ${count} translations`);
  }
  return translations.map(readTranslation);
};

const readTranslation = (translation: unknown): TextResult => {
  const {
    text,
    detected_source_language: detectedSourceLanguage,
    billed_characters: billedCharacters,
    model_type_used: modelTypeUsed,
    tag_handling_version: tagHandlingVersion,
    message,
  } = isObject(translation) ? translation : {};
  if (typeof text !== 'string' || typeof detectedSourceLanguage !== 'string') {
    throw unreadable('a translation lacks its text or its language');
  }
  return {
    text,
    detectedSourceLanguage,
    ...(typeof billedCharacters === 'number' && { billedCharacters }),
    ...(typeof modelTypeUsed === 'string' && { modelTypeUsed }),
    ...(typeof tagHandlingVersion === 'string' && { tagHandlingVersion }),
    ...(typeof message === 'string' && { message }),
  };
};

export const readTargetLanguages = (answer: unknown): readonly TargetLanguage[] => {
  if (!Array.isArray(answer)) throw unreadable('it is not a list of languages');
  return answer.map((language: unknown) => {
    const { language: code, name, supports_formality } = isObject(language) ? language : {};
    if (typeof code !== 'string' || typeof name !== 'string') {
      throw unreadable('a language lacks its code or its name');
    }
    return { code, name, supportsFormality: supports_formality === true };
  });
};

export const readSourceLanguages = (answer: unknown): readonly SourceLanguage[] =>
  readTargetLanguages(answer).map(({ code, name }) => ({ code, name }));

export const readUsage = (answer: unknown): Usage => {
  const usage = isObject(answer) ? answer : {};
  const characters = readCount(usage.character_count, usage.character_limit);
  if (!characters) throw unreadable('it has no character count');
  const keyCharacters = readCount(usage.api_key_character_count, usage.api_key_character_limit);
  const startTime = readDate(usage.start_time);
  const endTime = readDate(usage.end_time);
  return {
    characters,
    ...(keyCharacters && { keyCharacters }),
    ...(startTime && { startTime }),
    ...(endTime && { endTime }),
  };
};

const readCount = (count: unknown, limit: unknown): UsageCount | undefined =>
  typeof count === 'number' && typeof limit === 'number'
    ? { count, limit, isLimitReached: count >= limit }
    : undefined;

const readDate = (text: unknown): Date | undefined => {
  const date = new Date(typeof text === 'string' ? text : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
};
