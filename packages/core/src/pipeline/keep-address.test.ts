import { describe, expect, it } from 'vitest';
import type { Leg, Route } from '../routing/route.js';
import { type AddressedWork, keepAddress } from './keep-address.js';

const leg = (choosesFormality: boolean): Leg => ({
  engine: {
    id: 'test',
    capabilities: { maxCharacters: 100, formality: false },
    start: async () => {},
    pairs: () => [],
    translateBatch: async () => [],
    health: () => ({ state: 'ready', notes: [] }),
    stop: async () => {},
  },
  source: 'en',
  target: 'de',
  modelType: 'latency_optimized',
  revision: undefined,
  origin: undefined,
  chrf: undefined,
  choosesFormality,
});
const routeOver = (one: Leg): Route => ({
  id: 'test',
  legs: [one],
  modelType: 'latency_optimized',
});
const unit = (text: string) => ({ text, protectedSpans: [] });

/** Your = first choice; the second is what the engine says when it is told the form. */
const WORDS: Readonly<Record<string, Readonly<Record<'own' | 'more' | 'less', string>>>> = {
  'Your payment is late.': {
    own: 'Deine Zahlung ist zu spät.',
    more: 'Ihre Zahlung ist zu spät.',
    less: 'Deine Zahlung ist zu spät.',
  },
  'Please check your card.': {
    own: 'Bitte prüfen Sie Ihre Karte.',
    more: 'Bitte prüfen Sie Ihre Karte.',
    less: 'Bitte prüfe deine Karte.',
  },
  'We thank you.': { own: 'Wir danken Ihnen.', more: 'Wir danken Ihnen.', less: 'Wir danken dir.' },
  'It rains.': { own: 'Es regnet.', more: 'Es regnet.', less: 'Es regnet.' },
  'You never answer.': {
    own: 'Du antwortest nie.',
    more: 'Du antwortest nie.',
    less: 'Du antwortest nie.',
  },
};
const UNITS = Object.keys(WORDS).map(unit);
const translate: AddressedWork = async (units, form) =>
  units.map(({ text }) => ({ text: WORDS[text]?.[form ?? 'own'] ?? '', spans: [] }));

const { signal } = new AbortController();
const options = { route: routeOver(leg(true)), asked: undefined, isStrict: false, signal };
const textsOf = async (work: Promise<readonly { readonly text: string }[]>) =>
  (await work).map(({ text }) => text);

describe('the sentences of a text', () => {
  it('get the form of address that most of them have', async () => {
    const units = UNITS.slice(0, 4);
    expect(await textsOf(keepAddress([units], options, translate)(units))).toEqual([
      'Ihre Zahlung ist zu spät.',
      'Bitte prüfen Sie Ihre Karte.',
      'Wir danken Ihnen.',
      'Es regnet.',
    ]);
  });

  it('get that of the first where both forms are alike', async () => {
    const units = UNITS.slice(0, 2);
    expect(await textsOf(keepAddress([units], options, translate)(units))).toEqual([
      'Deine Zahlung ist zu spät.',
      'Bitte prüfe deine Karte.',
    ]);
  });

  it('have nothing to do with other texts', async () => {
    const units = UNITS.slice(0, 2);
    const each = keepAddress(
      units.map((one) => [one]),
      options,
      translate,
    );
    expect(await textsOf(each(units))).toEqual([
      'Deine Zahlung ist zu spät.',
      'Bitte prüfen Sie Ihre Karte.',
    ]);
  });

  it('keep the form of those that were translated before', async () => {
    const work = keepAddress([], options, translate);
    await work(UNITS.slice(2, 3));
    expect(await textsOf(work(UNITS.slice(0, 1)))).toEqual(['Ihre Zahlung ist zu spät.']);
  });

  it('stay as they are where no engine can be told', async () => {
    const work = keepAddress([UNITS], { ...options, route: routeOver(leg(false)) }, translate);
    expect(await textsOf(work(UNITS))).toEqual(UNITS.map(({ text }) => WORDS[text]?.own));
  });
});

describe('a form of address that was asked for', () => {
  it('is an error where a sentence has the other one, and a wish may go unfulfilled', async () => {
    const asked = { ...options, asked: 'more' as const };
    const strict = keepAddress([UNITS], { ...asked, isStrict: true }, translate);
    await expect(strict(UNITS)).rejects.toMatchObject({ parameter: 'formality' });
    const wish = await textsOf(keepAddress([UNITS], asked, translate)(UNITS));
    expect(wish.at(-1)).toBe('Du antwortest nie.');
    expect(wish[0]).toBe('Ihre Zahlung ist zu spät.');
    const lucky = UNITS.slice(0, 4);
    expect(await strict(lucky)).toHaveLength(4);
  });
});
