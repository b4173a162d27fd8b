import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { ModelPaths } from './engine-binding.js';
import {
  WasmInstance,
  type WasmModel,
  type WasmModule,
  type WasmSession,
} from './wasm-instance.js';

/** What a thread is started with. */
export interface ThreadData {
  readonly module: WasmModule;
  readonly maxRows: number;
}

/** What a thread is told. */
export type ThreadMessage =
  | {
      readonly kind: 'add';
      readonly model: number;
      readonly paths: ModelPaths;
      readonly words: Int32Array;
    }
  | { readonly kind: 'drop'; readonly id: number }
  | { readonly kind: 'close'; readonly model: number };

interface Opened {
  readonly model: WasmModel;
  readonly session: WasmSession;
  isBusy: boolean;
  isClosing: boolean;
}

const { module, maxRows } = workerData as ThreadData;
const instance = new WasmInstance(module);
const opened = new Map<number, Opened>();

const open = (paths: ModelPaths): Opened => {
  const model = instance.openModel(paths);
  return { model, session: model.openSession(maxRows), isBusy: false, isClosing: false };
};

const obey = (message: ThreadMessage): void => {
  if (message.kind === 'drop') {
    for (const { session } of opened.values()) session.drop(message.id);
    return;
  }
  if (message.kind === 'close') {
    const known = opened.get(message.model);
    if (known) known.isClosing = true;
    return;
  }
  const known = opened.get(message.model) ?? open(message.paths);
  opened.set(message.model, known);
  known.session.add(message.words);
  known.isBusy = true;
};

const closeIdle = (): void => {
  for (const [id, { model, session, isBusy, isClosing }] of opened) {
    if (!isClosing || isBusy) continue;
    session.close();
    model.close();
    opened.delete(id);
  }
};

const step = (): void => {
  for (const known of opened.values()) {
    if (!known.isBusy) continue;
    known.isBusy = known.session.step();
    for (let words = known.session.take(); words; words = known.session.take()) {
      parentPort?.postMessage(words, [words.buffer as ArrayBuffer]);
    }
  }
};

// Messages are looked for between steps, so that new sentences join and others leave.
parentPort?.on('message', (first: ThreadMessage) => {
  obey(first);
  do {
    const port = parentPort;
    for (
      let next = port && receiveMessageOnPort(port);
      next;
      next = port && receiveMessageOnPort(port)
    ) {
      obey(next.message);
    }
    step();
  } while ([...opened.values()].some(({ isBusy }) => isBusy));
  closeIdle();
});
