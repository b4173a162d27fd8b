import { describe, expect, it } from 'vitest';
import { createUploadPlaces } from './upload-places.js';

describe('the places for uploads', () => {
  it('of one caller are few, and leave those of others free', () => {
    const enter = createUploadPlaces();
    const greedy = { ownerId: 'one', callerId: 'one' };
    const leaves = Array.from({ length: 4 }, () => enter(greedy));
    expect(() => enter(greedy)).toThrow('Too many requests');
    enter({ ownerId: 'two', callerId: 'two' });
    leaves[0]?.();
    leaves[0]?.();
    enter(greedy);
    expect(() => enter(greedy)).toThrow('Too many requests');
  });

  it('of the visitors of the page are not all there are', () => {
    const enter = createUploadPlaces();
    const visitor = (callerId: string) => enter({ ownerId: 'page', callerId });
    for (const name of ['a', 'b']) for (let count = 0; count < 4; count++) visitor(name);
    expect(() => visitor('c')).toThrow('Too many requests');
    enter({ ownerId: 'one', callerId: 'one' });
  });
});
