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

const handle = (message: ThreadMessage): void => {
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

const stepSession = (known: Opened, isForUrgent: boolean): void => {
  known.isBusy = known.session.step(isForUrgent);
  for (let words = known.session.take(); words; words = known.session.take()) {
    parentPort?.postMessage(words, [words.buffer as ArrayBuffer]);
  }
};

// As the native threads do it; see native/student/decoder-pool.cc.
const MAX_URGENT_STEPS = 16;
let urgentSteps = 0;

/** Brings sentences one token further: the urgent ones of all models, or all of one model. */
const step = (): void => {
  const urgent = [...opened.values()].filter(({ session }) => session.hasUrgent());
  if (urgent.length > 0 && urgentSteps < MAX_URGENT_STEPS) {
    urgentSteps += 1;
    for (const known of urgent) stepSession(known, true);
    return;
  }
  urgentSteps = 0;
  const next = [...opened].find(([, { isBusy }]) => isBusy);
  if (!next) return;
  const [id, known] = next;
  // A caller that was served goes to the end of the round.
  opened.delete(id);
  opened.set(id, known);
  stepSession(known, false);
};

// Messages are looked for between steps, so that new sentences join and others leave.
parentPort?.on('message', (first: ThreadMessage) => {
  handle(first);
  do {
    const port = parentPort;
    for (
      let next = port && receiveMessageOnPort(port);
      next;
      next = port && receiveMessageOnPort(port)
    ) {
      handle(next.message);
    }
    step();
  } while ([...opened.values()].some(({ isBusy }) => isBusy));
  closeIdle();
});
