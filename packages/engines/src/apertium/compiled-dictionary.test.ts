import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CompiledDictionary,
  parseCompiledDictionary,
  readCompiledDictionary,
} from './compiled-dictionary.js';

const FOLDER = '/usr/share/apertium/apertium-eng-spa/';
const ANALYSIS = `${FOLDER}eng-spa.automorf.bin`;
const WORDS = [
  ...['house', 'House', 'houses', 'light', 'wrote', 'London', 'meeting', "don't", 'came'],
  ...['people', 'better', 'running', 'because', 'once', 'children', 'saw', 'left', 'xyzzyq'],
];

/** What Apertium's own program answers to each line: `^house/house<n><sg>/house<vblex><inf>$`. */
const askProgram = (
  options: readonly string[],
  file: string,
  lines: readonly string[],
): readonly (readonly string[])[] => {
  const input = lines.map((line) => `${line}\n`).join('');
  const output = execFileSync('lt-proc', [...options, file], { input }).toString();
  return Array.from(output.matchAll(/\^([^$]*)\$/g), ([, unit = '']) =>
    unit
      .split('/')
      .slice(1)
      .filter((answer) => !/^[*@#]/.test(answer))
      .sort(),
  );
};

/** Starting a program may take seconds on a busy machine. */
const TIMEOUT_MS = 60_000;

describe.skipIf(!existsSync(ANALYSIS))(
  'a dictionary that Apertium has compiled',
  {
    timeout: TIMEOUT_MS,
  },
  () => {
    let analysis: CompiledDictionary;
    beforeAll(async () => {
      analysis = await readCompiledDictionary(ANALYSIS);
    });

    it('says of words what the program says that Apertium has for it', () => {
      const found = WORDS.map((word) => analysis.lookUp(word).toSorted());
      expect(found).toEqual(askProgram(['-w'], ANALYSIS, WORDS));
    });

    it('is looked up with the beginning of an analysis, whose other tags stay', async () => {
      const file = `${FOLDER}eng-spa.autobil.bin`;
      const translation = await readCompiledDictionary(file);
      const readings = WORDS.flatMap((word) => analysis.lookUp(word)).filter(
        (reading) => !/[+#]/.test(reading),
      );
      const found = readings.map((reading) => translation.lookUpBeginning(reading).toSorted());
      const lines = readings.map((reading) => `^${reading}$`);
      expect(found).toEqual(askProgram(['-b'], file, lines));
      expect(translation.lookUpBeginning('house<n><pl>')).toContain('casa<n><f><pl>');
      expect(translation.lookUpBeginning('xyzzyq<n><pl>')).toEqual([]);
      expect(translation.lookUp('house<n><pl>')).toEqual([]);
    });

    it('is refused where it is cut off, damaged or something else', async () => {
      const file = readFileSync(ANALYSIS);
      for (const length of [0, 3, 5, 20, 1000, 100_000, file.length - 1]) {
        await expect(parseCompiledDictionary(file.subarray(0, length))).rejects.toThrow();
      }
      await expect(parseCompiledDictionary(Buffer.from('hello'))).rejects.toThrow(
        'it is no compiled dictionary',
      );
    });
  },
);
