import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Job, JobResult, StudentEngine } from '../student/engine-binding.js';
import type { TextVocabulary } from '../student/vocabulary.js';
import type { ProcessAnswer } from './protocol.js';
import { ProcessSession } from './session.js';

/** A vocabulary in which one text cannot be read. */
const vocabulary: TextVocabulary = {
  end: 0,
  unknown: 1,
  size: 2,
  encode: (text) => {
    if (text === 'bad') throw new TypeError('it cannot be read');
    return { ids: Int32Array.of(1), starts: Int32Array.of(0), ends: Int32Array.of(1) };
  },
  decode: () => ({ text: 'good', ends: Int32Array.of(4) }),
  close: () => {},
};

const resultOf = ({ id }: Job): JobResult => {
  const none = new Float32Array();
  const scores = { score: 0, lengthScore: 0, tokenScores: none, candidateScores: none };
  const tokens = { tokens: Int32Array.of(1, 0), isEnded: true, candidates: new Int32Array() };
  return { id, translations: [{ ...tokens, ...scores, alignment: none }] };
};

/** An engine that answers at once. */
const engine: StudentEngine = {
  instructionSet: 'none',
  openModel: () => ({ facts: {} as never, close: () => {} }),
  createTranslator: ({ onResults }) => ({
    add: (job) => onResults([resultOf(job)]),
    drop: () => {},
    close: () => {},
  }),
};

it('a line that fails leaves those of other callers alone', async () => {
  const answers: ProcessAnswer[] = [];
  const session = new ProcessSession(
    { engine, openVocabulary: () => vocabulary },
    {
      threadCount: 1,
      rowsPerThread: 1,
      answer: (message) => void answers.push(message),
      onFailure: (error) => expect.unreachable(error.message),
    },
  );
  session.load({
    id: 'model',
    modelPath: '',
    vocabularyPaths: [fileURLToPath(import.meta.url)],
    shortlistPath: undefined,
    beamSize: 1,
    maxLengthFactor: 1,
    alignmentProbes: [],
  });
  const lines = ['sound', 'bad'].map((text, index) => ({ id: index + 1, text, isAligned: false }));
  session.translate('model', lines, true);
  await expect
    .poll(() => answers.flatMap((answer) => (answer.type === 'translated' ? answer.lines : [])))
    .toEqual(
      expect.arrayContaining([
        { id: 1, text: 'good' },
        { id: 2, problem: 'it cannot be read' },
      ]),
    );
});
