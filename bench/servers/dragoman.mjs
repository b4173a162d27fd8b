import { isTranslation, sentenceOf } from '../load/sentences.mjs';
import { spawnDragoman } from './spawn-dragoman.mjs';

/** Adapter of Dragoman for the comparison. */
export const startDragoman = async (directory) => {
  const settings = { DRAGOMAN_ENGINES: 'apertium' };
  const server = await spawnDragoman({ directory, settings });

  /** One request, whatever the number of sentences. */
  const translate = async (client, numbers) => {
    const answer = await server.post(client, '/v2/translate', {
      text: numbers.map(sentenceOf),
      source_lang: 'EN',
      target_lang: 'ES',
    });
    const { translations } = JSON.parse(answer);
    for (const [index, number] of numbers.entries()) {
      const text = String(translations[index]?.text);
      if (!isTranslation(text, number)) throw new Error(`"${sentenceOf(number)}" gave "${text}"`);
    }
  };

  return { ...server, translate, hasHealthProbe: true };
};
