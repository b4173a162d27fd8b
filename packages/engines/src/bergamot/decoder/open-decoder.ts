import { readFile } from 'node:fs/promises';
import { readVocabularyFile } from '../models/files/vocabulary-file.js';
import type { Decoder } from './hypotheses.js';
import type { ModelFiles } from './protocol.js';
import { createStudent } from './student.js';
import { readModelTensors } from './tensors.js';
import { createTokenizer } from './tokenizer.js';

/**
 * Reads a model and its vocabularies.
 *
 * @throws Error with a sentence where the model is of a kind that cannot be asked, or is damaged
 */
export const openDecoder = async ({ modelPath, vocabularyPaths }: ModelFiles): Promise<Decoder> => {
  const student = createStudent(await readModelTensors(modelPath));
  const [source, target = source] = await Promise.all(
    vocabularyPaths.map(async (path) => createTokenizer(readVocabularyFile(await readFile(path)))),
  );
  if (!source || !target) throw new Error('there is no vocabulary');
  return { student, source, target };
};
