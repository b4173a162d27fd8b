import { MEBIBYTE } from '@dragoman/contract/sizes';
import { FairQueue, type QueueEntry } from '../host/fair-queue.js';
import { type ProcessGroup, parentDeathPrefix, spawnProcessGroup } from '../host/process-group.js';

/** One message to a pipeline and what to do with its answer. */
interface PipelineMessage {
  /** In the stream format, without NUL. */
  readonly body: string;
  onAnswer(output: string): void;
  reject(reason: unknown): void;
}

interface PipelineOptions {
  readonly script: string;
  readonly programPath: string;
  /** How long the first message may take, in milliseconds: the programs load their data first. */
  readonly startTimeoutMs: number;
  /** How long the oldest unanswered message may take after that. */
  readonly messageTimeoutMs: number;
}

// Translations are of the order of their source; this is far beyond any message's.
const MAX_RECORD_BYTES = 8 * MEBIBYTE;
const FINISH_GRACE_MS = 5000;
const DIAGNOSTICS_CHARACTERS = 300;

/** A record that outgrew the limit: the program behind it has gone wild. */
export class RecordTooLargeError extends Error {
  override readonly name = 'RecordTooLargeError';
}

/**
 * Cuts a byte stream into the records that NUL bytes end, however the stream is chunked, and
 * decodes each as UTF-8. This is Apertium's null-flush protocol (`-z`).
 */
export class RecordSplitter {
  readonly #maxRecordBytes: number;
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  constructor(maxRecordBytes: number) {
    this.#maxRecordBytes = maxRecordBytes;
  }

  /** @throws RecordTooLargeError when a record passes the limit without an end. */
  push(chunk: Buffer, onRecord: (record: string) => void): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      onRecord(this.#finish(chunk, start, end));
      start = end + 1;
    }
    if (start === chunk.length) return;
    this.#pending.push(chunk.subarray(start));
    this.#pendingBytes += chunk.length - start;
    if (this.#pendingBytes > this.#maxRecordBytes) throw new RecordTooLargeError();
  }

  #finish(chunk: Buffer, start: number, end: number): string {
    if (this.#pendingBytes === 0) return chunk.toString('utf8', start, end);
    this.#pending.push(chunk.subarray(start, end));
    const record = Buffer.concat(this.#pending).toString('utf8');
    this.#pending = [];
    this.#pendingBytes = 0;
    return record;
  }
}

/**
 * One running Apertium pipeline: messages in, answers out in the same order, until it breaks once
 * and for all.
 *
 * Each message carries a marker of its own as formatting. A stage that dies answers with an empty
 * record, so a record without the marker it should have is a breakdown, never a translation.
 */
export class Pipeline<Message extends PipelineMessage> {
  readonly #group: ProcessGroup;
  readonly #splitter = new RecordSplitter(MAX_RECORD_BYTES);
  readonly #options: PipelineOptions;
  readonly #onBroken: (inFlight: readonly Message[], reason: string) => void;
  readonly #inFlight: Message[] = [];
  #inFlightCharacters = 0;
  #answered = 0;
  #oldestSinceMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #diagnostics = '';

  /** `onBroken` is called at most once, with the unanswered messages, oldest first. */
  constructor(
    options: PipelineOptions,
    onBroken: (inFlight: readonly Message[], reason: string) => void,
  ) {
    this.#options = options;
    this.#onBroken = onBroken;
    const ending = parentDeathPrefix();
    const [program = '', ...first] = [...ending, 'bash'];
    this.#group = spawnProcessGroup(
      {
        program,
        // --norc: bash takes the socket Node gives it for a remote login's, and would read ~/.bashrc.
        // -n: no marks on unknown words. The empty argument is the tagger's option.
        arguments: [
          ...first,
          ...['--noprofile', '--norc', '-c', options.script],
          ...['apertium', '-n', '', ending.join(' ')],
        ],
        environment: { PATH: options.programPath, LC_ALL: 'C.UTF-8' },
      },
      {
        onOutput: (chunk) => this.#read(chunk),
        onDiagnostics: (chunk) => this.#keepDiagnostics(chunk),
        onEnd: (reason) => this.#break(reason),
      },
    );
  }

  get processGroupId(): number | undefined {
    return this.#group.pid;
  }

  get inFlightCount(): number {
    return this.#inFlight.length;
  }

  get inFlightCharacters(): number {
    return this.#inFlightCharacters;
  }

  get oldest(): Message | undefined {
    return this.#inFlight[0];
  }

  /** What the programs complained of before their first answer, when they had seen no text yet. */
  get startDiagnostics(): string {
    return this.#diagnostics;
  }

  write(message: Message): void {
    if (this.#inFlight.length === 0) this.#oldestSinceMs = performance.now();
    this.#inFlightCharacters += message.body.length;
    const marker = markerOf(this.#answered + this.#inFlight.length);
    this.#inFlight.push(message);
    this.#timer ??= this.#arm(this.#timeoutMs);
    this.#group.write(`${message.body}${marker}\0`);
  }

  /** Rejects the unanswered messages. */
  rejectInFlight(reason: unknown): void {
    for (const message of this.#inFlight) message.reject(reason);
  }

  /** Ends an idle pipeline; nothing is reported any more. */
  finish(): void {
    this.#close();
    this.#group.finish(FINISH_GRACE_MS);
  }

  kill(): void {
    this.#close();
    this.#group.kill();
  }

  #read(chunk: Buffer): void {
    if (this.#isOver) return;
    try {
      this.#splitter.push(chunk, (record) => this.#answer(record));
    } catch (error) {
      this.#break(error instanceof Error ? error.name : 'unreadable output');
    }
  }

  #answer(record: string): void {
    if (this.#isOver) return;
    const marker = markerOf(this.#answered);
    const at = record.lastIndexOf(marker);
    const message = this.#inFlight[0];
    if (!message || at < 0) {
      this.#break(message ? 'a stage died' : 'answered without being asked');
      return;
    }
    this.#inFlight.shift();
    this.#answered += 1;
    if (this.#answered === 1) this.#rearm();
    this.#inFlightCharacters -= message.body.length;
    this.#oldestSinceMs = performance.now();
    message.onAnswer(record.slice(0, at) + record.slice(at + marker.length));
  }

  #break(reason: string): void {
    if (this.#isOver) return;
    this.kill();
    this.#onBroken(this.#inFlight, reason);
  }

  #close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  /** After the first answer a shorter time limit applies. */
  #rearm(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#inFlight.length > 0 ? this.#arm(this.#timeoutMs) : undefined;
  }

  get #timeoutMs(): number {
    return this.#answered === 0 ? this.#options.startTimeoutMs : this.#options.messageTimeoutMs;
  }

  // One timer for all messages, set again only when it fires: answers come by the thousand.
  #arm(delayMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#timer = undefined;
      if (this.#inFlight.length === 0) return;
      const leftMs = this.#oldestSinceMs + this.#timeoutMs - performance.now();
      if (leftMs <= 0) this.#break(`no answer within ${this.#timeoutMs} ms`);
      else this.#timer = this.#arm(leftMs);
    }, delayMs);
  }

  #keepDiagnostics(chunk: Buffer): void {
    if (this.#answered > 0 || this.#diagnostics.length >= DIAGNOSTICS_CHARACTERS) return;
    const text = this.#diagnostics + chunk.toString('utf8');
    this.#diagnostics = text.slice(0, DIAGNOSTICS_CHARACTERS);
  }
}

const markerOf = (number: number): string => `[@m${number.toString(36)}@]`;

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
export class PipelineQueue {
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
