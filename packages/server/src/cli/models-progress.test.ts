import { describe, expect, it } from 'vitest';
import { createProgress, progressLine } from './models-progress.js';

const collect = (isTTY: boolean, columns = 80) => {
  const written: string[] = [];
  return { written, stream: { isTTY, columns, write: (text: string) => written.push(text) } };
};

describe('the progress of a download', () => {
  it('is a bar on a terminal, drawn over itself', () => {
    const { written, stream } = collect(true);
    let atMs = 0;
    const progress = createProgress('en-de', stream, () => atMs);
    progress.update(0, 14_200_000);
    atMs = 1000;
    progress.update(7_100_000, 14_200_000);
    progress.finish('done');
    expect(written[1]).toBe(
      '\r\u001b[Ken-de  [############------------]  50%  7.1 MB of 14.2 MB  7.1 MB/s',
    );
    expect(written.at(-1)).toBe('\r\u001b[Kdone\n');
  });

  it('is drawn ten times a second at most, and at the end', () => {
    const { written, stream } = collect(true);
    let atMs = 0;
    const progress = createProgress('en-de', stream, () => atMs);
    for (; atMs < 50; atMs += 1) progress.update(atMs, 1000);
    progress.update(1000, 1000);
    expect(written).toHaveLength(2);
  });

  it('never wraps in a narrow window', () => {
    const { written, stream } = collect(true, 20);
    createProgress('en-de', stream, () => 0).update(1, 2);
    expect(written[0]?.replace('\r\u001b[K', '')).toHaveLength(19);
  });

  it('is two plain lines elsewhere', () => {
    const { written, stream } = collect(false);
    const progress = createProgress('en-de', stream, () => 0);
    progress.update(500, 14_200_000);
    progress.update(14_200_000, 14_200_000);
    progress.finish('done');
    expect(written).toEqual(['en-de: downloading 14.2 MB, 500 B are there already\n', 'done\n']);
  });

  it('of nothing is no division by nothing', () => {
    expect(progressLine('x', 0, 0, 0)).toBe(`x  [${'-'.repeat(24)}]   0%  0 B of 0 B  0 B/s`);
  });
});
