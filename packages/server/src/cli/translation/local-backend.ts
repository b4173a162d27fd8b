import { setImmediate as nextTurn } from 'node:timers/promises';
import { toWireCode, type WireTranslation } from '@dragoman/contract';
import { servedSources, servedTargets } from '@dragoman/core';
import type { Configuration } from '../../config/index.js';
import { startServices } from '../../services.js';
import { quiet } from '../quiet.js';
import type { TranslationBackend } from './backend.js';
import { batchTexts } from './batch-texts.js';

/** The pipeline in this process. */
export const startLocalBackend = async (
  configuration: Configuration,
): Promise<TranslationBackend> => {
  const { translator, router, stop } = await startServices(configuration, quiet);
  return {
    async translate(texts, settings, { signal, onTexts }) {
      const done: WireTranslation[] = [];
      for (const batch of batchTexts(texts)) {
        const translated = await translator.translate(
          { ...settings, text: [...batch] },
          { signal, deadlineMs: Number.POSITIVE_INFINITY },
        );
        for (const { text, source, modelType, billedCharacters } of translated) {
          done.push({
            detected_source_language: toWireCode(source),
            text,
            model_type_used: modelType,
            ...(settings.show_billed_characters && { billed_characters: billedCharacters }),
          });
        }
        onTexts?.(batch.length);
        // Answers out of the cache take no turn of the event loop, and signals come only with one.
        await nextTurn();
      }
      return done;
    },
    languages: async () => ({ sources: servedSources(router), targets: servedTargets(router) }),
    close: stop,
  };
};
