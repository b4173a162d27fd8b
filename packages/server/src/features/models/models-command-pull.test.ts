import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createProgress } from './models-command-pull.js';

const terminal = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY, columns: 80 });

describe('the progress of a download', () => {
  it('is a bar on a terminal, with the size and the speed', () => {
    const stream = terminal(true);
    let atMs = 0;
    const progress = createProgress('en-de', stream, () => atMs);
    progress.update(0, 14_200_000);
    atMs = 1000;
    progress.update(7_100_000, 14_200_000);
    progress.finish('done');
    const drawn = String(stream.read());
    expect(drawn).toContain('en-de [############------------] 50%  7.1 MB of 14 MB  7.1 MB/s');
    expect(drawn.endsWith('\u001b[2Kdone\n')).toBe(true);
  });

  it('counts as speed only what came in now', () => {
    const stream = terminal(true);
    let atMs = 0;
    const progress = createProgress('en-de', stream, () => atMs);
    progress.update(7_100_000, 14_200_000);
    atMs = 2000;
    progress.update(9_100_000, 14_200_000);
    progress.finish('done');
    expect(String(stream.read())).toContain('9.1 MB of 14 MB  1 MB/s');
  });

  it('is two plain lines elsewhere', () => {
    const stream = terminal(false);
    const progress = createProgress('en-de', stream);
    progress.update(500, 14_200_000);
    progress.update(14_200_000, 14_200_000);
    progress.finish('done');
    expect(String(stream.read())).toBe(
      'en-de: downloading 14 MB, 500 B already downloaded\ndone\n',
    );
  });
});
