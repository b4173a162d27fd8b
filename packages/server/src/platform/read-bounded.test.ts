import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBounded } from './read-bounded.js';

describe('reading a bounded stream', () => {
  it('gives all bytes where they fit, and nothing where they do not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 10 }),
        fc.nat(100),
        async (chunks, maxBytes) => {
          const whole = Buffer.concat(chunks);
          const stream = (async function* () {
            yield* chunks;
          })();
          const read = await readBounded(stream, maxBytes);
          expect(read).toEqual(whole.length > maxBytes ? undefined : whole);
        },
      ),
    );
  });

  it('does not read on once there is too much', async () => {
    let sent = 0;
    const stream = (async function* () {
      for (;;) {
        sent++;
        yield new Uint8Array(10);
      }
    })();
    expect(await readBounded(stream, 25)).toBeUndefined();
    expect(sent).toBe(3);
  });
});
