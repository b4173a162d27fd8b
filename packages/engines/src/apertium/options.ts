import { GIBIBYTE } from '@dragoman/contract/sizes';
/** How Apertium is run. */
export interface ApertiumOptions {
  /** Where Apertium's language data lies, with its `modes` folder. @default /usr/share/apertium */
  readonly dataDirectory: string;
  /** Where its programs and `bash` are found. @default /usr/local/bin:/usr/bin:/bin */
  readonly programPath: string;
  /** How long one message may take before its pipeline counts as hung. @default 5000 */
  readonly messageTimeoutMs: number;
  /** How long a pipeline may take to answer its first sentence. @default 20000 */
  readonly startTimeoutMs: number;
  /** An idle pipeline is stopped after this long. @default 300000 */
  readonly idleStopMs: number;
  /** What all pipelines together may take, in bytes of PSS. @default 2 GiB */
  readonly maxMemoryBytes: number;
  /**
   * What pipelines may take together that were used in the last seconds: work that goes back and forth
   * between them would start each of them again and again. @default maxMemoryBytes
   */
  readonly busyMaxMemoryBytes?: number | undefined;
  /** Whether a pipeline that takes more than that may run, with no other beside it. @default false */
  readonly mayExceedAlone: boolean;
  /** How long a pipeline waits for others to make room for it. @default 15000: half of the time of a request */
  readonly memoryWaitMs: number;
  /** Messages written to a pipeline ahead of its answers. @default 16 */
  readonly maxInFlightMessages: number;
  /** Characters written ahead, after which no further message is. @default 16384 */
  readonly maxInFlightCharacters: number;
  /** Messages that may wait for one pipeline before callers are refused. @default 20000 */
  readonly maxQueuedMessages: number;
  /** How long `stop` waits for running batches. @default 3000 */
  readonly stopGraceMs: number;
}

export const DEFAULT_APERTIUM_OPTIONS: ApertiumOptions = {
  dataDirectory: '/usr/share/apertium',
  programPath: '/usr/local/bin:/usr/bin:/bin',
  messageTimeoutMs: 5000,
  startTimeoutMs: 20_000,
  idleStopMs: 300_000,
  maxMemoryBytes: 2 * GIBIBYTE,
  mayExceedAlone: false,
  memoryWaitMs: 15_000,
  maxInFlightMessages: 16,
  maxInFlightCharacters: 16_384,
  maxQueuedMessages: 20_000,
  stopGraceMs: 3000,
};
