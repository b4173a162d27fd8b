import { toWireCode, type WireTranslation } from '@dragoman/contract';
import { servedSources, servedTargets } from '@dragoman/core';
import type { Configuration } from '../../config/index.js';
import { startServices } from '../../services.js';
import { quiet } from '../common/quiet.js';
import type { TranslationBackend } from './backend.js';

/** The pipeline in this process. */
export const startLocalBackend = async (
  configuration: Configuration,
): Promise<TranslationBackend> => {
  const { translator, router, stop } = await startServices(configuration, quiet);
  return {
    async translate(texts, settings, signal) {
      const translated = await translator.translate({ ...settings, text: [...texts] }, { signal });
      return translated.map(
        ({ text, source, modelType, billedCharacters }): WireTranslation => ({
          detected_source_language: toWireCode(source),
          text,
          model_type_used: modelType,
          ...(settings.show_billed_characters && { billed_characters: billedCharacters }),
        }),
      );
    },
    languages: async () => ({ sources: servedSources(router), targets: servedTargets(router) }),
    close: stop,
  };
};
