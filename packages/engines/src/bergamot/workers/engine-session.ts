import { readFileSync } from 'node:fs';
import { passesProbes } from '../alignment/trust.js';
import { readTaggedWords, tagWords } from '../alignment/words-as-tags.js';
import type {
  AlignedMemory,
  BlockingService,
  EngineModule,
  TranslationModel,
} from './engine-module.js';
import type { LineToTranslate, ModelToLoad, TranslatedLine } from './protocol.js';

const MODEL_ALIGNMENT_BYTES = 256;
const OTHER_ALIGNMENT_BYTES = 64;
const PLAIN_TEXT = { qualityScores: false, alignment: false, html: false };
const TAGGED_TEXT = { qualityScores: false, alignment: true, html: true };

interface LoadedModel {
  readonly model: TranslationModel;
  /** Whether it can say which word comes from which. */
  isAligned: boolean;
}

const NOTHING: TranslatedLine = { text: undefined };

/** The engine of one process with the models it holds. Every method blocks the process. */
export class EngineSession {
  readonly #module: EngineModule;
  readonly #service: BlockingService;
  readonly #models = new Map<string, LoadedModel>();

  constructor(module: EngineModule) {
    this.#module = module;
    // What was translated before is remembered by the pipeline, for all workers at once.
    this.#service = new module.BlockingService({ cacheSize: 0 });
  }

  /** Memory taken from the system, in bytes; it never shrinks. */
  get heapBytes(): number {
    return this.#module.HEAP8.byteLength;
  }

  /** Loads a model. The engine reads most of it with the first translation only. */
  load(model: ModelToLoad): void {
    const { AlignedMemory, AlignedMemoryList, TranslationModel } = this.#module;
    this.unload(model.id);
    const file = this.#place(readFileSync(model.modelPath), MODEL_ALIGNMENT_BYTES);
    const shortlist =
      model.shortlistPath === undefined
        ? new AlignedMemory(0, OTHER_ALIGNMENT_BYTES)
        : this.#place(readFileSync(model.shortlistPath), OTHER_ALIGNMENT_BYTES);
    const list = new AlignedMemoryList();
    const vocabularies = model.vocabularyPaths.map((path) =>
      this.#place(readFileSync(path), OTHER_ALIGNMENT_BYTES),
    );
    for (const vocabulary of vocabularies) list.push_back(vocabulary);
    const loaded = new TranslationModel(model.configuration, file, shortlist, list, null);
    const row = { model: loaded, isAligned: false };
    this.#models.set(model.id, row);
    // The contents have moved into the model.
    for (const memory of [list, file, shortlist, ...vocabularies]) memory.delete();
    this.translate(
      model.id,
      model.warmUpTexts.map((text) => ({ text, isAligned: false })),
    );
    row.isAligned = this.#passesProbes(loaded, model.alignmentProbes);
  }

  unload(modelId: string): void {
    this.#models.get(modelId)?.model.delete();
    this.#models.delete(modelId);
  }

  /** Translates lines, in order; those whose alignment is wanted only if the model has one. */
  translate(modelId: string, lines: readonly LineToTranslate[]): readonly TranslatedLine[] {
    const loaded = this.#models.get(modelId);
    if (!loaded) throw new Error('the model is not loaded');
    const isPossible = ({ isAligned }: LineToTranslate): boolean => !isAligned || loaded.isAligned;
    const answers = this.#translate(loaded.model, lines.filter(isPossible)).values();
    return lines.map((line) => (isPossible(line) ? answers.next().value : undefined) ?? NOTHING);
  }

  #passesProbes(model: TranslationModel, probes: readonly string[]): boolean {
    const answers = this.#translate(
      model,
      probes.map((text) => ({ text, isAligned: true })),
    );
    return passesProbes(
      probes,
      answers.map(({ text = '', links = [] }) => ({ text, links })),
    );
  }

  #translate(
    model: TranslationModel,
    lines: readonly LineToTranslate[],
  ): readonly TranslatedLine[] {
    if (lines.length === 0) return [];
    const texts = new this.#module.VectorString();
    const options = new this.#module.VectorResponseOptions();
    for (const { text, isAligned } of lines) {
      texts.push_back(isAligned ? tagWords(text) : text);
      options.push_back(isAligned ? TAGGED_TEXT : PLAIN_TEXT);
    }
    const responses = this.#service.translate(model, texts, options);
    const translations = lines.map(({ text, isAligned }, index) => {
      const response = responses.get(index);
      const translated = response.getTranslatedText();
      response.delete();
      return isAligned ? readTaggedWords(translated, text) : { text: translated };
    });
    // On an abort none of this is reached; the worker ends then, and its memory with it.
    for (const used of [texts, options, responses]) used.delete();
    return translations;
  }

  #place(bytes: Buffer, alignment: number): AlignedMemory {
    const memory = new this.#module.AlignedMemory(bytes.byteLength, alignment);
    memory.getByteArrayView().set(bytes);
    return memory;
  }
}
