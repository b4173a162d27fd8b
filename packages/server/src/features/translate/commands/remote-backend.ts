import {
  ArgumentError,
  type TextResult,
  type TranslationParameters,
  Translator,
} from '@dragoman/client';
import { AppError, findTarget, type WireTranslation } from '@dragoman/contract';
import type { TranslationBackend, TranslationSettings } from './backend.js';

/** A server, through the client library: it observes the limits of a request, and retries. */
export const createRemoteBackend = (serverUrl: string, key: string): TranslationBackend => {
  const translator = new Translator(key, { serverUrl, application: { name: 'dragoman' } });
  return {
    async translate(texts, settings, signal) {
      const { source_lang: source = null, target_lang: target } = settings;
      const options = { ...parametersOf(settings), signal };
      const results = await translator
        .translateText(texts, source, variantOf(target), options)
        .catch((error: unknown) => {
          throw isTextTooLarge(error) ? tooLarge(error) : error;
        });
      return results.map((result) => toWire(result));
    },
    async translateDocument({ content, fileName, settings, outputFormat }, { signal, onProgress }) {
      const { source_lang: source = null, target_lang: target, formality } = settings;
      const beganMs = performance.now();
      return translator.translateDocument({ content, fileName }, source, variantOf(target), {
        ...(formality && { formality }),
        ...(outputFormat !== undefined && { outputFormat }),
        signal,
        onProgress: ({ secondsRemaining }) => {
          const seconds = (performance.now() - beganMs) / 1000;
          if (secondsRemaining !== undefined) onProgress(seconds, seconds + secondsRemaining);
        },
      });
    },
    async languages(signal) {
      const sources = await translator.getSourceLanguages({ signal });
      const targets = await translator.getTargetLanguages({ signal });
      return { sources, targets };
    },
    close: async () => {},
  };
};

/** Batches fit into a request, so this is a single portion that could not be cut. */
const isTextTooLarge = (error: unknown): error is ArgumentError =>
  error instanceof ArgumentError && error.parameter === 'text';

const tooLarge = (cause: ArgumentError): AppError =>
  new AppError('body_too_large', {
    parameter: 'text',
    message:
      'One element of the document is too large for a request to the server. Omit --server, or split the element.',
    cause,
  });

/** The client requires a variant; on the command line, `en` means the same as without a server. */
const variantOf = (target: string): string => findTarget(target)?.variant?.code ?? target;

const parametersOf = (settings: TranslationSettings): TranslationParameters => {
  const parameters = {
    context: settings.context,
    modelType: settings.model_type,
    formality: settings.formality,
    splitSentences: settings.split_sentences,
    preserveFormatting: settings.preserve_formatting,
    showBilledCharacters: settings.show_billed_characters,
    tagHandling: settings.tag_handling,
    tagHandlingVersion: settings.tag_handling_version,
    outlineDetection: settings.outline_detection,
    splittingTags: settings.splitting_tags,
    nonSplittingTags: settings.non_splitting_tags,
    ignoreTags: settings.ignore_tags,
  };
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
};

const MODEL_TYPES_USED = ['latency_optimized', 'quality_optimized'] as const;

const toWire = (result: TextResult): WireTranslation => {
  const modelType = MODEL_TYPES_USED.find((name) => name === result.modelTypeUsed);
  return {
    detected_source_language: result.detectedSourceLanguage,
    text: result.text,
    ...(modelType && { model_type_used: modelType }),
    ...(result.billedCharacters !== undefined && { billed_characters: result.billedCharacters }),
  };
};
