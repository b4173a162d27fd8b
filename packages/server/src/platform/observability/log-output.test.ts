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
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogOutput } from './log-output.js';

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
