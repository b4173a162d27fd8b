import type { AppError, LanguageTag } from '@dragoman/contract';
import type { NounGrammar } from '@dragoman/core';
import type { ModeRunner } from './mode-runner.js';
import type { Mode } from './modes.js';

/** The programs that turn words of a language into analyses, and these into words again. */
interface Dictionary {
  readonly analyser: ModeRunner;
  readonly generator: ModeRunner;
}

/** The files of the dictionaries that a mode goes through. */
interface DictionaryFiles {
  readonly analysis: string;
  readonly translation: string;
  readonly generation: string;
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

  /** The files in which words of one language are looked up in another one. */
  filesOf(source: LanguageTag, target: LanguageTag): DictionaryFiles | undefined {
    const mode = this.#modes.find(
      ({ sources, targets }) => sources.includes(source) && targets.includes(target),
    );
    return mode && dictionaryFilesOf(mode);
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

const ANALYSIS = /^lt-proc((?: -\w+)*? '[^']+')/;

/** The option for writing lemmas in the dictionary's letters; without it, they have the text's. */
const DICTIONARY_CASE = / -w(?= )/;

/**
 * The first program of a mode alone, which analyses words of its source language; undefined where
 * that is not lttoolbox's.
 */
export const analysisMode = (mode: Mode): Mode | undefined => {
  const [, parameters] = ANALYSIS.exec(mode.pipeline) ?? [];
  return parameters === undefined
    ? undefined
    : {
        ...mode,
        name: `${mode.name} (analysis)`,
        script: `lt-proc -z${parameters.replace(DICTIONARY_CASE, '')}`,
      };
};

const GENERATION = /lt-proc \$1 '([^']+)'/;

/**
 * The program of a mode that generates words of its target language; it marks those that it does not
 * know. Undefined where that is not lttoolbox's.
 */
export const generationMode = (mode: Mode): Mode | undefined => {
  const [, data] = GENERATION.exec(mode.pipeline) ?? [];
  return data === undefined
    ? undefined
    : { ...mode, name: `${mode.name} (generation)`, script: `lt-proc -z -g '${data}'` };
};

const BILINGUAL = /lt-proc -b '([^']+)'/;
const QUOTED = /'([^']+)'/;

/** The dictionaries of a mode; undefined where they are not lttoolbox's. */
const dictionaryFilesOf = ({ pipeline }: Mode): DictionaryFiles | undefined => {
  const [parameters = ''] = ANALYSIS.exec(pipeline) ?? [];
  const [, analysis] = QUOTED.exec(parameters) ?? [];
  const [, translation] = BILINGUAL.exec(pipeline) ?? [];
  const [, generation] = GENERATION.exec(pipeline) ?? [];
  return analysis !== undefined && translation !== undefined && generation !== undefined
    ? { analysis, translation, generation }
    : undefined;
};

const folderOf = ({ pipeline }: Mode): string | undefined =>
  /'(\/[^']*)\/[^/']+'/.exec(pipeline)?.[1];

/** Phrases beyond this are forgotten again, the oldest first. */
const MAX_PHRASES = 10_000;

const LEXICAL_UNIT = /\^[^/$]*\/([^$]*)\$/g;
const NOUN = /<n>(?:<acr>)?<(m|f|mf|nt|ut)><(sg|pl|sp)>/;
const NO_NOUN = /<(?:det|pr|prn)>/;

/**
 * The grammar of the first noun of an analysed phrase, which is its head in most languages that
 * have genders. A noun of either gender counts as masculine, one of either number as singular.
 *
 * @param analysis in Apertium's stream format: `^portal/portal<n><m><sg>$ ^de/de<pr>$ …`
 */
export const grammarOf = (analysis: string): NounGrammar | undefined => {
  for (const [, readings = ''] of analysis.matchAll(LEXICAL_UNIT)) {
    const [, gender, number] = NO_NOUN.test(readings) ? [] : (NOUN.exec(readings) ?? []);
    if (gender === undefined) continue;
    return {
      gender: gender === 'mf' ? 'm' : (gender as NounGrammar['gender']),
      number: number === 'pl' ? 'pl' : 'sg',
    };
  }
  return undefined;
};

/** What is known of the nouns of phrases. */
export class KnownGrammars {
  readonly #known = new Map<string, NounGrammar | undefined>();

  /** @param analyser names the program behind `analyse` */
  find(
    analyser: string,
    phrases: readonly string[],
    analyse: (phrase: string) => Promise<string>,
  ): Promise<readonly (NounGrammar | undefined)[]> {
    return Promise.all(
      phrases.map(async (phrase) => {
        const key = `${analyser}\n${phrase}`;
        if (!this.#known.has(key)) {
          const grammar = grammarOf(await analyse(phrase));
          const [oldest = ''] = this.#known.keys();
          if (this.#known.size >= MAX_PHRASES) this.#known.delete(oldest);
          this.#known.set(key, grammar);
        }
        return this.#known.get(key);
      }),
    );
  }

  clear(): void {
    this.#known.clear();
  }
}
