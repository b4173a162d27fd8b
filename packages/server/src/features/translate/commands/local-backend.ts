import { toWireCode, type WireTranslation } from '@dragoman/contract';
import {
  type RequestParameters,
  resolveRequest,
  servedSources,
  servedTargets,
} from '@dragoman/core';
import { quiet } from '../../../cli/quiet.js';
import type { Configuration } from '../../../platform/configuration/index.js';
import { startServices } from '../../../services.js';
import { prepareUpload } from '../../documents/prepare-upload.js';
import { translateDocument } from '../../documents/translate-document.js';
import type { TranslationBackend } from './backend.js';

/** The pipeline in this process. */
export const startLocalBackend = async (
  configuration: Configuration,
): Promise<TranslationBackend> => {
  const services = await startServices(configuration, quiet);
  const { translator, detect, router, stop } = services;
  const resolve = (parameters: RequestParameters, texts: readonly string[] = []) =>
    resolveRequest({ ...parameters, text: [...texts] }, {}, services);
  return {
    async translate(texts, settings, signal) {
      const translated = await translator.translate(resolve(settings, texts), signal);
      return translated.map(
        ({ text, source, modelType, billedCharacters }): WireTranslation => ({
          detected_source_language: toWireCode(source),
          text,
          model_type_used: modelType,
          ...(settings.show_billed_characters && { billed_characters: billedCharacters }),
        }),
      );
    },
    async translateDocument({ content, fileName, settings, outputFormat }, call) {
      const fields = { ...settings, output_format: outputFormat };
      const file = { bytes: content, name: fileName };
      const { bytes, options } = await prepareUpload(file, fields, undefined, {
        translator,
        resolve: async (parameters) => resolve(parameters),
      });
      let billedCharacters = 0;
      const onRead = async (characters: number) => {
        billedCharacters = characters;
      };
      const done = await translateDocument({ bytes }, options, {
        ...call,
        translator,
        detect,
        request: resolve({ ...settings, model_type: 'quality_optimized' }),
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
