import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createProgressBar } from './progress-bar.js';

const terminal = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY, columns: 80 });

const drawn = (stream: PassThrough): string => String(stream.read() ?? '');

describe('a progress bar', () => {
  it('is drawn on a terminal, shows how far things are, and is taken away', () => {
    const stream = terminal(true);
    const bar = createProgressBar({ stream, label: 'a.txt', total: 200 });
    expect(drawn(stream)).toContain(`a.txt [${'-'.repeat(24)}] 0%`);
    bar.update(100);
    bar.stop();
    const rest = drawn(stream);
    expect(rest).toContain(`a.txt [${'#'.repeat(12)}${'-'.repeat(12)}] 50%`);
    // The line is erased at the end, and the cursor shown again.
    expect(rest.endsWith('\u001b[2K')).toBe(true);
    expect(rest).toContain('\u001b[?25h');
    bar.stop();
    expect(drawn(stream)).toBe('');
  });

  it('goes on from what was done before, and describes it', () => {
    const stream = terminal(true);
    const describe = (done: number) => `${done} of 200 apples`;
    createProgressBar({ stream, label: 'a', total: 200, start: 50, describe }).stop();
    expect(drawn(stream)).toContain(`[${'#'.repeat(6)}${'-'.repeat(18)}] 25%  50 of 200 apples`);
  });

  it('of nothing is no division by nothing', () => {
    const stream = terminal(true);
    createProgressBar({ stream, label: 'a', total: 0 }).stop();
    expect(drawn(stream)).not.toContain('NaN');
  });

  it('is nothing where nobody is watching', () => {
    const stream = terminal(false);
    const bar = createProgressBar({ stream, label: 'a', total: 10 });
    bar.update(5);
    bar.stop();
    expect(drawn(stream)).toBe('');
  });
});
