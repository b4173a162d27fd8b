import type { Link } from '../alignment/aligned-text.js';
import type { KernelChoice } from '../kernels/index.js';

/** The first message to a worker process. Every message is plain JSON. */
export interface WorkerStart {
  readonly kernels: KernelChoice;
}

/** A model as a worker needs it: paths it reads itself, so that no large file is copied. */
export interface ModelToLoad {
  readonly id: string;
  readonly modelPath: string;
  /** One for both languages, or source and target. */
  readonly vocabularyPaths: readonly string[];
  readonly shortlistPath: string | undefined;
  /** The engine's settings, as YAML. */
  readonly configuration: string;
  /** Translated once before the model counts as loaded. */
  readonly warmUpTexts: readonly string[];
  /** Words every model copies, to find out whether its alignment is one; empty where it has none. */
  readonly alignmentProbes: readonly string[];
}

/** One sentence to the engine. */
export interface LineToTranslate {
  readonly text: string;
  /** Whether it matters which word comes from which. */
  readonly isAligned: boolean;
}

/** An answer to {@link LineToTranslate}. */
export interface TranslatedLine {
  /** Undefined where links were wanted and the model has none to give. */
  readonly text: string | undefined;
  /** Where the words come from, if that was asked for. */
  readonly links?: readonly Link[];
}

/** Asks a worker to load a model and translate something with it. */
export interface LoadMessage {
  readonly type: 'load';
  readonly model: ModelToLoad;
}

/** Asks a worker to translate lines. */
export interface TranslateMessage {
  readonly type: 'translate';
  readonly modelId: string;
  readonly lines: readonly LineToTranslate[];
}

/** Asks a worker to forget a model; its memory is used again for the next one. */
export interface UnloadMessage {
  readonly type: 'unload';
  readonly modelId: string;
}

/** What a worker is asked; it answers each with one {@link WorkerAnswer}, in order. */
export type WorkerRequest = LoadMessage | TranslateMessage | UnloadMessage;

/** A request was carried out, or, as the first of all, the worker is ready. */
export interface DoneMessage {
  readonly type: 'done';
  /** One a line; empty unless lines were translated. */
  readonly translations: readonly TranslatedLine[];
  /** Memory the engine has taken from the system so far. */
  readonly heapBytes: number;
}

/** A request failed, and the worker with it: the engine cannot be trusted after an abort. */
export interface FailedMessage {
  readonly type: 'failed';
  /** For an operator; holds nothing of the text. */
  readonly reason: string;
}

export type WorkerAnswer = DoneMessage | FailedMessage;
