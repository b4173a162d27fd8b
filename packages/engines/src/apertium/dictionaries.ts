import type { AppError, LanguageTag } from '@dragoman/contract';
import type { ModeRunner } from './mode-runner.js';
import type { Mode } from './modes.js';

/** The programs that turn words of a language into analyses, and these into words again. */
export interface Dictionary {
  readonly analyser: ModeRunner;
  readonly generator: ModeRunner;
}

/** The programs that look up words of a language in the words of another one. */
export interface BilingualDictionary extends Dictionary {
  readonly translator: ModeRunner;
}

/**
 * The dictionaries of the installed modes, each running alone: a mode begins with an analysis of its
 * source language, and ends with generating words of its target language.
 */
export class Dictionaries {
  readonly #createRunner: (mode: Mode) => ModeRunner;
  readonly #runners = new Map<string, ModeRunner>();
  #modes: readonly Mode[] = [];

  constructor(createRunner: (mode: Mode) => ModeRunner) {
    this.#createRunner = createRunner;
  }

  /** Ends the programs of the modes before. */
  useModes(modes: readonly Mode[], reason: AppError): void {
    for (const runner of this.#runners.values()) runner.close(reason);
    this.#runners.clear();
    this.#modes = modes;
  }

  /** Analyses a language, with the words of its translation into another one where there is one. */
  analyserOf(language: LanguageTag, other: LanguageTag): ModeRunner | undefined {
    const own = this.#modes.filter(({ sources }) => sources.includes(language));
    const reverse = own.filter(({ targets }) => targets.includes(other));
    const [analysis] = [...reverse, ...own].flatMap((mode) => analysisMode(mode) ?? []);
    return analysis && this.#runnerOf(analysis);
  }

  /** Analyses and generates the words of a language; both programs are of one package. */
  dictionaryOf(language: LanguageTag): Dictionary | undefined {
    for (const mode of this.#modes.filter(({ sources }) => sources.includes(language))) {
      const analysis = analysisMode(mode);
      const generation = this.#modes
        .filter(({ targets }) => targets.includes(language))
        .flatMap((other) => generationMode(other) ?? [])
        .find((other) => folderOf(other) === folderOf(mode));
      if (analysis && generation) {
        return { analyser: this.#runnerOf(analysis), generator: this.#runnerOf(generation) };
      }
    }
    return undefined;
  }

  /** Looks up words of one language in another one. */
  bilingualOf(source: LanguageTag, target: LanguageTag): BilingualDictionary | undefined {
    const mode = this.#modes.find(
      ({ sources, targets }) => sources.includes(source) && targets.includes(target),
    );
    const analysis = mode && analysisMode(mode);
    const translation = mode && bilingualMode(mode);
    const generation = mode && generationMode(mode);
    if (!analysis || !translation || !generation) return undefined;
    return {
      analyser: this.#runnerOf(analysis),
      translator: this.#runnerOf(translation),
      generator: this.#runnerOf(generation),
    };
  }

  get runners(): readonly ModeRunner[] {
    return [...this.#runners.values()];
  }

  #runnerOf(mode: Mode): ModeRunner {
    const runner = this.#runners.get(mode.name) ?? this.#createRunner(mode);
    this.#runners.set(mode.name, runner);
    return runner;
  }
}

/** The option for writing lemmas in the dictionary's letters; without it, they have the text's. */
const DICTIONARY_CASE = / -w(?= )/;

/**
 * The first program of a mode alone, which analyses words of its source language; undefined where
 * that is not lttoolbox's.
 */
export const analysisMode = (mode: Mode): Mode | undefined => {
  const [script = ''] = mode.script.split(' | ');
  return script.startsWith('lt-proc ')
    ? { ...mode, name: `${mode.name} (analysis)`, script: script.replace(DICTIONARY_CASE, '') }
    : undefined;
};

const GENERATION = /lt-proc -z \$1 ('[^']+')/;

/**
 * The program of a mode that generates words of its target language; it marks those that it does not
 * know. Undefined where that is not lttoolbox's.
 */
export const generationMode = (mode: Mode): Mode | undefined => {
  const [, data] = GENERATION.exec(mode.script) ?? [];
  return data === undefined
    ? undefined
    : { ...mode, name: `${mode.name} (generation)`, script: `lt-proc -z -g ${data}` };
};

const BILINGUAL = /lt-proc -z -b ('[^']+')/;

/** The program of a mode that looks up words in its bilingual dictionary; undefined as above. */
export const bilingualMode = (mode: Mode): Mode | undefined => {
  const [, data] = BILINGUAL.exec(mode.script) ?? [];
  return data === undefined
    ? undefined
    : { ...mode, name: `${mode.name} (dictionary)`, script: `lt-proc -z -b ${data}` };
};

const folderOf = ({ script }: Mode): string | undefined => /'(\/[^']*)\/[^/']+'/.exec(script)?.[1];
