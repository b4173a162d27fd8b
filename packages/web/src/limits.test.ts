import { describe, expect, it } from 'vitest';
import { mayPass, PageFailure } from './browser/service/failures.js';
import { requireWithin } from './browser/service/limits.js';

const failureOf = (text: string): PageFailure | undefined => {
  try {
    requireWithin({ text }, { maxBytes: 5000, maxCharacters: 1000 });
    return undefined;
  } catch (error) {
    if (error instanceof PageFailure) return error;
    throw error;
  }
};

describe('the limits of a text', () => {
  it('are counted in characters as a person counts them', () => {
    expect(failureOf('a'.repeat(1000))).toBeUndefined();
    expect(failureOf('😀'.repeat(1000))).toBeUndefined();
  });

  it('say what a visitor may send, and offer no other attempt', () => {
    const failure = failureOf('a'.repeat(1001));
    expect(failure?.message).toContain('1,000 characters per minute');
    expect(failure && mayPass(failure)).toBe(false);
  });

  it('do not count how its lines are written in a request', () => {
    expect(failureOf('\n'.repeat(1000))).toBeUndefined();
    expect(failureOf(`${'\n'.repeat(3000)}${'a'.repeat(2000)}`)?.kind).toBe('refused');
  });

  it('of the server go before those of a visitor', () => {
    expect(failureOf('a'.repeat(6000))?.kind).toBe('too-large');
  });
});
