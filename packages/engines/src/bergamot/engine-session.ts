import { readFileSync } from 'node:fs';
import type {
  AlignedMemory,
  BlockingService,
  EngineModule,
  TranslationModel,
} from './engine-module.js';
import type { ModelToLoad } from './protocol.js';

const MODEL_ALIGNMENT_BYTES = 256;
const OTHER_ALIGNMENT_BYTES = 64;
const PLAIN_TEXT = { qualityScores: false, alignment: false, html: false };

/** The engine of one thread with the models it holds. Every method blocks the thread. */
export class EngineSession {
  readonly #module: EngineModule;
  readonly #service: BlockingService;
  readonly #models = new Map<string, TranslationModel>();

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
    this.#models.set(model.id, loaded);
    // The contents have moved into the model.
    for (const memory of [list, file, shortlist, ...vocabularies]) memory.delete();
    this.translate(model.id, model.warmUpTexts);
  }

  unload(modelId: string): void {
    this.#models.get(modelId)?.delete();
    this.#models.delete(modelId);
  }

  translate(modelId: string, lines: readonly string[]): readonly string[] {
    const model = this.#models.get(modelId);
    if (!model) throw new Error('the model is not loaded');
    const texts = new this.#module.VectorString();
    const options = new this.#module.VectorResponseOptions();
    for (const line of lines) {
      texts.push_back(line);
      options.push_back(PLAIN_TEXT);
    }
    const responses = this.#service.translate(model, texts, options);
    const translations = Array.from({ length: responses.size() }, (_, index) => {
      const response = responses.get(index);
      const text = response.getTranslatedText();
      response.delete();
      return text;
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
