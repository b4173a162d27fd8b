import type { Logger } from '@dragoman/core';
import { type CompiledDictionary, readCompiledDictionary } from './compiled-dictionary.js';

/** Three for each direction of two pairs; each takes a few megabytes. */
const MAX_OPEN = 12;

interface Opened {
  readonly dictionary: Promise<CompiledDictionary | undefined>;
  lastUsedMs: number;
}

/** Compiled dictionaries that were used lately. */
export class OpenedDictionaries {
  readonly #log: Logger;
  readonly #opened = new Map<string, Opened>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Opens those that are not open yet; undefined where one cannot be read. */
  async open<Name extends string>(
    paths: Readonly<Record<Name, string>>,
  ): Promise<Readonly<Record<Name, CompiledDictionary>> | undefined> {
    const names = Object.keys(paths) as Name[];
    const dictionaries = await Promise.all(names.map((name) => this.#openOne(paths[name])));
    const entries = names.flatMap((name, index) => {
      const dictionary = dictionaries[index];
      return dictionary ? [[name, dictionary] as const] : [];
    });
    return entries.length === names.length
      ? (Object.fromEntries(entries) as Record<Name, CompiledDictionary>)
      : undefined;
  }

  /** Forgets those that were not used since a point in time (`performance.now()`). */
  closeIdleSince(pointMs: number): void {
    for (const [path, { lastUsedMs }] of this.#opened) {
      if (lastUsedMs <= pointMs) this.#opened.delete(path);
    }
  }

  clear(): void {
    this.#opened.clear();
  }

  #openOne(path: string): Promise<CompiledDictionary | undefined> {
    const known = this.#opened.get(path);
    const opened = known ?? { dictionary: this.#read(path), lastUsedMs: 0 };
    opened.lastUsedMs = performance.now();
    // The order is that of their use.
    this.#opened.delete(path);
    this.#opened.set(path, opened);
    const [oldest] = this.#opened.keys();
    if (oldest !== undefined && this.#opened.size > MAX_OPEN) this.#opened.delete(oldest);
    return opened.dictionary;
  }

  async #read(path: string): Promise<CompiledDictionary | undefined> {
    try {
      return await readCompiledDictionary(path);
    } catch (error) {
      this.#log.warn({ err: error, path }, 'a dictionary of Apertium cannot be read');
      return undefined;
    }
  }
}
