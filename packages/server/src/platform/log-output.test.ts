import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type Logger, silentLogger, silentMeter } from '@dragoman/core';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCheckLog, createHeldOutput, createLogOutput, serializeError } from './log-output.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const canMount = process.platform === 'linux' && process.getuid?.() === 0;
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

describe('the output of the log', () => {
  it('is written at once', () => {
    const path = join(folder, 'log');
    const descriptor = openSync(path, 'w');
    createLogOutput(descriptor).write('one\ntwo ü\n');
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo ü\n');
    closeSync(descriptor);
  });

  it.runIf(canMount)('drops what a full disk does not take, and says so when there is room', () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8k', 'tmpfs', folder]);
    const path = join(folder, 'log');
    const filler = join(folder, 'filler');
    writeFileSync(filler, Buffer.alloc(4096));
    const descriptor = openSync(path, 'a');
    try {
      const output = createLogOutput(descriptor);
      for (let line = 0; line < 50; line++) output.write(`${line} ${'a'.repeat(100)}\n`);
      rmSync(filler);
      output.write('after\n');
      output.write('later\n');
      const lines = linesOf(readFileSync(path, 'utf8'));
      expect(lines.slice(-2)).toEqual(['after', 'later']);
      const whole = lines.filter((line) => line.endsWith('a'.repeat(100))).length;
      expect(whole).toBeGreaterThan(30);
      expect(JSON.parse(lines.at(-3) ?? '')).toMatchObject({ level: 40, lines: 50 - whole });
    } finally {
      closeSync(descriptor);
      execFileSync('umount', ['--lazy', folder]);
    }
  });

  it.runIf(process.platform === 'linux')('holds nobody up for a reader that has stopped', () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const reader = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    const output = createLogOutput(writer);
    const line = `${'a'.repeat(99)}\n`;
    const beganMs = performance.now();
    for (let count = 0; count < 2000; count++) output.write(line);
    expect(performance.now() - beganMs).toBeLessThan(5000);
    const rest = Buffer.alloc(1_000_000);
    readSync(reader, rest);
    output.write('again\n');
    const said = rest.toString('utf8', 0, readSync(reader, rest));
    expect(said).toMatch(/"lines":\d+,"msg":"lines of the log were lost.*\nagain\n$/);
    closeSync(reader);
    closeSync(writer);
  });
});

it('writes the log after what it was held back for, in order', () => {
  const terminal = new PassThrough({ encoding: 'utf8' });
  const output = createHeldOutput(terminal);
  const log = pino({ base: null, timestamp: false }, output);
  log.info('an engine was chosen');
  log.info('another one');
  terminal.write('Dragoman   http://127.0.0.1:3030\n');
  output.release();
  output.release();
  log.info('a request');
  expect(terminal.read()).toBe(
    [
      'Dragoman   http://127.0.0.1:3030',
      '{"level":30,"msg":"an engine was chosen"}',
      '{"level":30,"msg":"another one"}',
      '{"level":30,"msg":"a request"}',
      '',
    ].join('\n'),
  );
});

afterEach(() => {
  vi.useRealTimers();
});

const failure = { engine: 'llm-test', pair: 'en-de', defect: 'language', repair: 'none' };

const setUp = () => {
  vi.useFakeTimers();
  const lines: object[] = [];
  const counted: unknown[] = [];
  const log: Logger = { ...silentLogger, info: (fields) => lines.push(fields) };
  const meter = {
    ...silentMeter,
    count: (...parameters: readonly unknown[]) => counted.push(parameters),
  };
  return { lines, counted, ...createCheckLog(meter, log) };
};

describe('the log of failed checks', () => {
  it('has one line per minute, the most frequent first, and counts them as before', () => {
    const { lines, counted, meter } = setUp();
    meter.count('checks', failure);
    meter.count('checks', { ...failure, defect: 'length' });
    meter.count('checks', failure);
    meter.count('checks', { ...failure, repair: 'rewording' });
    meter.count('fallbacks', { engine: 'llm-test', pair: 'en-de' });
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual([
      {
        sentences: 4,
        repaired: 1,
        most: [
          { ...failure, sentences: 2 },
          { ...failure, defect: 'length', sentences: 1 },
          { ...failure, repair: 'rewording', sentences: 1 },
        ],
      },
    ]);
    expect(counted).toHaveLength(5);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(1);
  });

  it('logs the rest at the end', () => {
    const { lines, meter, stop } = setUp();
    meter.count('checks', failure);
    stop();
    expect(lines).toEqual([{ sentences: 1, repaired: 0, most: [{ ...failure, sentences: 1 }] }]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('writes a timeout without what it inherits', () => {
  const timeout = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  expect(Object.keys(Object(serializeError(timeout))).toSorted()).toEqual([
    'message',
    'stack',
    'type',
  ]);
});

it('writes what belongs to an error: its code, its cause, and the errors that it is made of', () => {
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', port: 5432 });
  const error = new Error('no database', { cause: refused });
  expect(serializeError(refused)).toMatchObject({ code: 'ECONNREFUSED', port: 5432 });
  expect(serializeError(error)).toMatchObject({ type: 'Error', message: 'no database: refused' });
  expect(serializeError(new AggregateError([refused], 'all failed'))).toMatchObject({
    message: 'all failed',
    errors: [{ code: 'ECONNREFUSED' }],
  });
});

it('leaves what is no error as it is', () => {
  expect(serializeError('broken')).toBe('broken');
});
