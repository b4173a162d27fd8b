import { describe, expect, it } from 'vitest';
import { createAdmission } from './admission.js';

const refused = { code: 'too_many_requests', retryAfterSeconds: 1 };

describe('admission', () => {
  it('lets in as many requests as there is room for, then asks to come back', () => {
    const admission = createAdmission({ maxConcurrentRequests: 2, maxQueuedCharacters: 100 });
    const leave = admission.enter(1);
    admission.enter(1);
    expect(() => admission.enter(1)).toThrow(expect.objectContaining(refused));
    leave();
    expect(() => admission.enter(1)).not.toThrow();
  });

  it('lets in as many characters as there is room for', () => {
    const admission = createAdmission({ maxConcurrentRequests: 10, maxQueuedCharacters: 100 });
    const leave = admission.enter(60);
    admission.enter(40);
    expect(() => admission.enter(1)).toThrow(expect.objectContaining(refused));
    leave();
    expect(() => admission.enter(60)).not.toThrow();
  });

  it('lets a request larger than the whole room in alone', () => {
    const admission = createAdmission({ maxConcurrentRequests: 10, maxQueuedCharacters: 100 });
    const leave = admission.enter(101);
    expect(() => admission.enter(1)).toThrow(expect.objectContaining(refused));
    leave();
    expect(() => admission.enter(1)).not.toThrow();
  });

  it('takes a place back only once', () => {
    const admission = createAdmission({ maxConcurrentRequests: 1, maxQueuedCharacters: 100 });
    const leave = admission.enter(1);
    leave();
    leave();
    admission.enter(1);
    expect(() => admission.enter(1)).toThrow(expect.objectContaining(refused));
  });

  it('is in use while something is inside, and for a second after it', () => {
    let nowMs = 5000;
    const limits = { maxConcurrentRequests: 2, maxQueuedCharacters: 100 };
    const admission = createAdmission(limits, () => nowMs);
    expect(admission.isInUse()).toBe(false);
    const leave = admission.enter(1);
    nowMs += 60_000;
    expect(admission.isInUse()).toBe(true);
    leave();
    nowMs += 999;
    expect(admission.isInUse()).toBe(true);
    nowMs += 1;
    expect(admission.isInUse()).toBe(false);
  });
});
