import { describe, expect, it } from 'vitest';
import { redirectTarget } from './http-get.js';

describe('a redirect', () => {
  const target = (from: string, location: string): string =>
    redirectTarget(new URL(from), new Headers({ location })).href;

  it.each([
    ['https://a.example/x/y', 'https://b.example/z', 'https://b.example/z'],
    ['https://a.example/x/y', '../z', 'https://a.example/z'],
    ['http://a.example/', 'http://b.example/', 'http://b.example/'],
    ['http://a.example/', 'https://a.example/', 'https://a.example/'],
  ])('from %s to %s is followed', (from, location, to) => {
    expect(target(from, location)).toBe(to);
  });

  it.each([
    ['https://a.example/', 'http://a.example/'],
    ['https://a.example/', 'file:///etc/passwd'],
    ['https://a.example/', 'data:text/plain,x'],
    ['https://a.example/', 'https://user:secret@b.example/'],
    ['https://a.example/', 'https://'],
  ])('from %s to %s is refused', (from, location) => {
    expect(() => target(from, location)).toThrow(/redirects to/);
  });
});
