import { FairQueue, type QueueEntry } from '../host/fair-queue.js';
import type { PipelineMessage } from './pipeline.js';

export interface QueuedMessage extends PipelineMessage, QueueEntry {
  /** Runs with nothing else in flight, so that a breakdown is certainly its own. */
  isSuspect: boolean;
  /** Called whenever the pipeline is given it. */
  readonly onWritten?: () => void;
  failures: number;
  /** Breakdowns it may cause before it is refused. */
  readonly maxFailures: number;
}

/** How far ahead of its answers a pipeline may be fed. */
interface WriteAheadWindow {
  readonly maxInFlightMessages: number;
  readonly maxInFlightCharacters: number;
}

/** What a pipeline has in flight. */
export interface InFlight {
  readonly inFlightCount: number;
  readonly inFlightCharacters: number;
  readonly oldest: { readonly isSuspect: boolean } | undefined;
}

/**
 * What waits for one pipeline: ordinary messages, each batch in turn; before them the innocent ones
 * of a pipeline that broke; and suspects, which run alone. Skips those nobody waits for any more.
 */
export class MessageQueue {
  readonly #window: WriteAheadWindow;
  readonly #ordinary = new FairQueue<QueuedMessage>();
  #again: QueuedMessage[] = [];
  #suspects: QueuedMessage[] = [];
  /** Ordinary messages that still go before the next suspect, so that poison delays nobody long. */
  #turnsBeforeSuspect = 0;

  constructor(window: WriteAheadWindow) {
    this.#window = window;
  }

  get size(): number {
    return this.#ordinary.size + this.#again.length + this.#suspects.length;
  }

  push(message: QueuedMessage): void {
    if (message.isSuspect) this.#suspects.push(message);
    else this.#ordinary.push(message);
  }

  /** Takes the messages back that were in flight when a pipeline broke through another's fault. */
  pushAgain(messages: readonly QueuedMessage[]): void {
    this.#again.unshift(...messages);
  }

  /** To be called when a suspect is done with, well or badly. */
  letOthersGoFirst(): void {
    this.#turnsBeforeSuspect = this.#window.maxInFlightMessages;
  }

  /** The message to write now; undefined where the pipeline has to answer first. */
  next(inFlight: InFlight): QueuedMessage | undefined {
    if (inFlight.oldest?.isSuspect) return undefined;
    this.#again = this.#again.filter(isWanted);
    this.#suspects = this.#suspects.filter(isWanted);
    const isBusy = inFlight.inFlightCount > 0;
    const isSuspectDue = this.#suspects.length > 0 && this.#turnsBeforeSuspect <= 0;
    if (isBusy && (isSuspectDue || this.#isFull(inFlight))) return undefined;
    if (isSuspectDue) return this.#suspects.shift();
    const next = this.#again.shift() ?? this.#ordinary.take();
    if (next) this.#turnsBeforeSuspect -= 1;
    return next ?? (isBusy ? undefined : this.#suspects.shift());
  }

  clear(): readonly QueuedMessage[] {
    return [...this.#again.splice(0), ...this.#suspects.splice(0), ...this.#ordinary.clear()];
  }

  #isFull(inFlight: InFlight): boolean {
    return (
      inFlight.inFlightCount >= this.#window.maxInFlightMessages ||
      inFlight.inFlightCharacters >= this.#window.maxInFlightCharacters
    );
  }
}

const isWanted = ({ signal }: QueuedMessage): boolean => !signal.aborted;
