import {
  ArgumentError,
  type TextResult,
  type TranslationParameters,
  Translator,
} from '@dragoman/client';
import { AppError, findTarget, toWireCode, type WireTranslation } from '@dragoman/contract';
import {
  type RequestParameters,
  resolveLocally,
  servedSources,
  servedTargets,
} from '@dragoman/core';
import type { Command } from 'commander';
import { configurationOf } from '../../../configuration/command-configuration.js';
import type { Configuration } from '../../../configuration/settings.js';
import { isReachable } from '../../../platform/cli/ask-server.js';
import { CommandError } from '../../../platform/cli/command.js';
import { silentObservers, startServices } from '../../../services.js';
import { prepareUpload } from '../../documents/prepare-upload.js';
import { translateDocument } from '../../documents/translate-document.js';
import { requireKeyFor } from '../../keys-and-usage/server-key.js';
import { translateMessages } from '../translate-messages.js';

/** A language as both kinds of service list it. */
export interface ListedLanguage {
  /** Upper-case wire code. */
  readonly code: string;
  readonly name: string;
  /** Only for languages to translate into. */
  readonly supportsFormality?: boolean;
  /** Whether only starter models, or only rules, serve it; unknown of a server. */
  readonly isStarter?: boolean;
  readonly isRuleBased?: boolean;
}

/** A file of a document format, as it is and how it is to be translated. */
export interface DocumentRequest {
  readonly content: Uint8Array;
  readonly fileName: string;
  readonly settings: Pick<RequestParameters, 'target_lang' | 'source_lang' | 'formality'>;
  /** Extension of the format to write; by default the document's own. */
  readonly outputFormat: string | undefined;
  /** Whether the first row of a CSV or TSV file stays as it is. */
  readonly keepsHeader: boolean;
}

export interface DocumentResult {
  readonly content: Uint8Array;
  readonly billedCharacters?: number;
}

export interface DocumentCall {
  readonly signal: AbortSignal;
  /** Told how much of everything is done. The unit is the backend's own. */
  readonly onProgress: (done: number, all: number) => void;
}

interface ListedLanguages {
  readonly sources: readonly ListedLanguage[];
  readonly targets: readonly ListedLanguage[];
}

/**
 * What translates for the command line: this process or a server. All methods throw
 * the signal's reason once it aborts.
 */
export interface TranslationBackend {
  /**
   * @param texts a batch from `batchTexts`; each text is translated separately
   * @returns one for each, in order
   */
  translate(
    texts: readonly string[],
    settings: RequestParameters,
    signal: AbortSignal,
  ): Promise<readonly WireTranslation[]>;
  /** @throws AppError or DragomanError with the reason when the file cannot be translated */
  translateDocument(document: DocumentRequest, call: DocumentCall): Promise<DocumentResult>;
  languages(signal: AbortSignal): Promise<ListedLanguages>;
  close(): Promise<void>;
}

/** A server, through the client library: it observes the limits of a request, and retries. */
const createRemoteBackend = (serverUrl: string, key: string): TranslationBackend => {
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
    async translateDocument(document, { signal, onProgress }) {
      const { content, fileName, settings, outputFormat, keepsHeader } = document;
      const { source_lang: source = null, target_lang: target, formality } = settings;
      const beganMs = performance.now();
      return translator.translateDocument({ content, fileName }, source, variantOf(target), {
        ...(formality && { formality }),
        ...(outputFormat !== undefined && { outputFormat }),
        ...(keepsHeader && { keepHeader: true }),
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

const parametersOf = (settings: RequestParameters): TranslationParameters => {
  const parameters = {
    context: settings.context,
    modelType: settings.model_type,
    formality: settings.formality,
    splitSentences: settings.split_sentences,
    preserveFormatting: settings.preserve_formatting,
    showBilledCharacters: settings.show_billed_characters,
    tagHandling: settings.tag_handling,
    tagHandlingVersion: settings.tag_handling_version,
    messageFormat: settings.message_format,
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
    ...(result.message !== undefined && { message: result.message }),
  };
};

/** The pipeline in this process. */
const startLocalBackend = async (configuration: Configuration): Promise<TranslationBackend> => {
  const services = await startServices(configuration, silentObservers);
  const { translator, detect, router, stop } = services;
  const resolve = (parameters: RequestParameters, texts: readonly string[] = []) =>
    resolveLocally({ ...parameters, text: [...texts] }, {}, services);
  return {
    async translate(texts, settings, signal) {
      const request = resolve(settings, texts);
      const translated =
        settings.message_format === 'icu'
          ? await translateMessages({ translator, detect, request, signal })
          : await translator.translate(request, signal);
      return translated.map(
        ({ text, source, modelType, billedCharacters, notes }): WireTranslation => ({
          detected_source_language: toWireCode(source),
          text,
          model_type_used: modelType,
          ...(settings.show_billed_characters && { billed_characters: billedCharacters }),
          ...(notes?.length && { message: notes.join(' ') }),
        }),
      );
    },
    async translateDocument({ content, fileName, settings, outputFormat, keepsHeader }, call) {
      const fields = { ...settings, output_format: outputFormat, keep_header: keepsHeader };
      const file = { head: content, name: fileName };
      const { options } = await prepareUpload(file, fields, undefined, {
        translator,
        resolve: async (parameters) => resolve(parameters),
      });
      let billedCharacters = 0;
      const onRead = async (characters: number) => {
        billedCharacters = characters;
      };
      const done = await translateDocument({ bytes: content }, options, {
        ...call,
        translator,
        detect,
        request: resolve(options.parameters),
        onRead,
        // Nothing else is translated in this process.
        inTurn: (work) => work(),
      });
      return { content: done.bytes, billedCharacters };
    },
    languages: async () => ({ sources: servedSources(router), targets: servedTargets(router) }),
    close: stop,
  };
};

/**
 * The backend of a command: the given server, or else this process.
 *
 * @throws CommandError when the server does not answer, or no key for it is known
 */
export const openBackend = async (
  command: Command,
  server: string | undefined,
  signal: AbortSignal,
): Promise<TranslationBackend> => {
  const configuration = configurationOf(command);
  if (server === undefined) return startLocalBackend(configuration);
  const key = await requireKeyFor(server, configuration);
  // The client would try again for a while, which helps with a busy server but not with a wrong
  // address.
  if (!(await isReachable(server, signal))) {
    throw new CommandError(
      `No server responds at ${server}. Start it with \`dragoman serve\`, or omit --server.`,
    );
  }
  return createRemoteBackend(server, key);
};
