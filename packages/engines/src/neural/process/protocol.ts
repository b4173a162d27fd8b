import type { LanguagePair } from '@dragoman/contract';
import type { Alternative, AlternativesQuestion, Formality } from '@dragoman/core';
import type { Link } from '../alignment/aligned-text.js';
import type { EngineChoice, EngineMode } from '../student/choose-engine.js';

// What the server and an engine process tell each other. Every message is plain JSON.

/** The first message to an engine process. */
export interface EngineStart {
  readonly mode: EngineMode;
  /** Why the native engine is not to be tried, where it ended a process before. */
  readonly refusal?: string;
  readonly threadCount: number;
  /** How many translations a thread works on at a time: those that are kept of all its sentences. */
  readonly rowsPerThread: number;
}

/** A model as an engine process needs it: paths it reads itself, so that no large file is copied. */
export interface ModelToLoad {
  readonly id: string;
  readonly modelPath: string;
  /** One for both languages, or source and target. */
  readonly vocabularyPaths: readonly string[];
  readonly shortlistPath: string | undefined;
  readonly beamSize: number;
  /** Longest translation, in tokens for each token of source. */
  readonly maxLengthFactor: number;
  /** Words every model copies, to find out whether its alignment is one; empty where it has none. */
  readonly alignmentProbes: readonly string[];
}

/** One sentence to the engine. */
export interface LineToTranslate {
  readonly text: string;
  /** Whether it matters which word comes from which. */
  readonly isAligned: boolean;
  /** The form of address that the translation is to have. */
  readonly formality?: WantedFormality;
  /** Whether it matters how probable the translation is. */
  readonly isScored?: boolean;
  /** How many translations are wanted, with how probable they are; at most 16. */
  readonly choiceCount?: number;
  /** A translation that is there already: only how probable it is, and its links, are wanted. */
  readonly given?: string;
  /** What the translation begins with; the probability of the whole is reported, too. */
  readonly beginning?: string;
}

/** One of several translations of a line. */
export interface Choice {
  readonly text: string;
  /** Logarithm of its probability, for each token. */
  readonly score: number;
}

/** A form of address, and what is needed to know it by. */
export interface WantedFormality extends LanguagePair {
  readonly form: Formality;
  /** The line without what is put before it for the model. */
  readonly text: string;
}

/** An answer to {@link LineToTranslate}. */
export interface TranslatedLine {
  /** Undefined where links were wanted and the model has none to give. */
  readonly text?: string | undefined;
  /** Where the words come from, if that was asked for. */
  readonly links?: readonly Link[];
  /** The most probable first, if several were asked for, and the line is not too long for that. */
  readonly choices?: readonly Choice[];
  /** As of a {@link Choice}; if that was asked for, or the translation or its beginning was given. */
  readonly score?: number;
  /** Why it could not be translated, for an operator; without anything of the text. */
  readonly problem?: string;
}

/** A running line; its number is the server's. */
export interface NumberedLine extends LineToTranslate {
  readonly id: number;
}

/** What a process is asked. */
export type ProcessRequest =
  | { readonly type: 'load'; readonly model: ModelToLoad }
  | { readonly type: 'unload'; readonly modelId: string }
  | {
      readonly type: 'translate';
      readonly modelId: string;
      readonly lines: readonly NumberedLine[];
      /** Lines that go first. */
      readonly isUrgent: boolean;
    }
  /** Nobody waits for these lines and questions any more; there will be no answer. */
  | { readonly type: 'drop'; readonly ids: readonly number[] }
  | {
      readonly type: 'findAlternatives';
      readonly id: number;
      readonly modelId: string;
      readonly question: AlternativesQuestion;
    };

/** An answer to a question for alternatives. */
export interface AnsweredQuestion {
  /** Undefined where the model cannot be asked. */
  readonly alternatives?: readonly Alternative[];
  /** Why; for an operator. */
  readonly problem?: string;
}

/** What a process says. */
export type ProcessAnswer =
  /** The first of all: it can take requests. */
  | { readonly type: 'ready'; readonly choice: EngineChoice }
  | { readonly type: 'loaded'; readonly modelId: string }
  /** The model is damaged, or none that the engine can run. */
  | { readonly type: 'refused'; readonly modelId: string; readonly reason: string }
  | {
      readonly type: 'translated';
      readonly lines: readonly (TranslatedLine & { readonly id: number })[];
    }
  | ({ readonly type: 'alternatives'; readonly id: number } & AnsweredQuestion)
  /** The process cannot go on. The reason is for an operator, and holds nothing of the text. */
  | { readonly type: 'failed'; readonly reason: string };
