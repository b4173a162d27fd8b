import { describe, expect, it } from 'vitest';
import type { Formality } from '../formality/formality.js';
import type { Leg, Route } from '../route.js';
import { createKeepFormality } from './keep-formality.js';
import type { SentenceJob, Stage } from './sentence-job.js';

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
const MIXED = 'Look for your number on your bill.';
const MIXED_WORDS = {
  own: 'Suchen Sie Ihre Nummer auf deiner Rechnung.',
  more: 'Suchen Sie Ihre Nummer auf Ihrer Rechnung.',
  less: 'Suche deine Nummer auf deiner Rechnung.',
};
/** Jobs of one text. */
const jobsOf = (texts: readonly string[], text = 0): readonly SentenceJob[] =>
  texts.map((one) => ({ text, unit: unit(one) }));
const JOBS = jobsOf(Object.keys(WORDS));

const translateAs =
  (form?: Formality): Stage =>
  async (jobs) =>
    jobs.map((job) => {
      const text = { ...WORDS, [MIXED]: MIXED_WORDS }[job.unit.text]?.[form ?? 'own'] ?? '';
      return { ...job, translated: { text, spans: [] } };
    });

const { signal } = new AbortController();
const options = { route: routeOver(leg(true)), asked: undefined, requiredBy: undefined, signal };

/** Translates jobs and keeps their form of address. */
const keeping = (given: Parameters<typeof createKeepFormality>[0] = options): Stage => {
  const keep = createKeepFormality(given, translateAs);
  return async (jobs) => keep(await translateAs(given.asked)(jobs));
};
const textsOf = async (work: Promise<readonly SentenceJob[]>) =>
  (await work).map(({ translated }) => translated?.text);

describe('the sentences of a text', () => {
  it('have one form each, too', async () => {
    expect(await textsOf(keeping()(jobsOf([MIXED])))).toEqual([MIXED_WORDS.more]);
    const informal = jobsOf(['Your payment is late.', MIXED, 'You never answer.']);
    expect(await textsOf(keeping()(informal))).toEqual([
      'Deine Zahlung ist zu spät.',
      MIXED_WORDS.less,
      'Du antwortest nie.',
    ]);
  });

  it('get the form of address that most of them have', async () => {
    expect(await textsOf(keeping()(JOBS.slice(0, 4)))).toEqual([
      'Ihre Zahlung ist zu spät.',
      'Bitte prüfen Sie Ihre Karte.',
      'Wir danken Ihnen.',
      'Es regnet.',
    ]);
  });

  it('get that of the first where both forms are alike', async () => {
    expect(await textsOf(keeping()(JOBS.slice(0, 2)))).toEqual([
      'Deine Zahlung ist zu spät.',
      'Bitte prüfe deine Karte.',
    ]);
  });

  it('have nothing to do with other texts', async () => {
    const jobs = JOBS.slice(0, 2).map((job, text) => ({ ...job, text }));
    expect(await textsOf(keeping()(jobs))).toEqual([
      'Deine Zahlung ist zu spät.',
      'Bitte prüfen Sie Ihre Karte.',
    ]);
  });

  it('keep the form of those that were translated before', async () => {
    const stage = keeping();
    await stage(JOBS.slice(2, 3));
    expect(await textsOf(stage(JOBS.slice(0, 1)))).toEqual(['Ihre Zahlung ist zu spät.']);
  });

  it('stay as a memory has them', async () => {
    const recalled = { text: 'Deine Zahlung!', spans: [] };
    const [first, ...others] = JOBS.slice(0, 3);
    if (!first) throw new Error('no job');
    const keep = createKeepFormality(options, translateAs);
    const translated = await translateAs()(others);
    const jobs = [{ ...first, translated: recalled, isRecalled: true }, ...translated];
    expect(await textsOf(keep(jobs))).toEqual([
      'Deine Zahlung!',
      'Bitte prüfen Sie Ihre Karte.',
      'Wir danken Ihnen.',
    ]);
  });

  it('stay as they are where no engine can be told', async () => {
    const stage = keeping({ ...options, route: routeOver(leg(false)) });
    expect(await textsOf(stage(JOBS))).toEqual(JOBS.map(({ unit: { text } }) => WORDS[text]?.own));
  });
});

describe('a form of address that was asked for', () => {
  it('is an error where a sentence has the other one, unless it is best effort', async () => {
    const asked = { ...options, asked: 'more' as const };
    const strict = keeping({ ...asked, requiredBy: 'formality' });
    await expect(strict(JOBS)).rejects.toMatchObject({ parameter: 'formality' });
    const bestEffort = await textsOf(keeping(asked)(JOBS));
    expect(bestEffort.at(-1)).toBe('Du antwortest nie.');
    expect(bestEffort[0]).toBe('Ihre Zahlung ist zu spät.');
    expect(await strict(JOBS.slice(0, 4))).toHaveLength(4);
    const styled = keeping({ ...asked, requiredBy: 'style_id' });
    await expect(styled(JOBS)).rejects.toMatchObject({ parameter: 'style_id' });
  });

  it('is one for all branches of a message, and each text by itself has its own', async () => {
    const branches = Object.keys(WORDS).slice(0, 3);
    const texts = branches.map((one, text) => ({ text, unit: unit(one) }));
    expect(await textsOf(keeping()(texts))).toEqual([
      'Deine Zahlung ist zu spät.',
      'Bitte prüfen Sie Ihre Karte.',
      'Wir danken Ihnen.',
    ]);
    const ofOne = texts.map((job) => ({ ...job, message: 0 }));
    expect(await textsOf(keeping()(ofOne))).toEqual([
      'Ihre Zahlung ist zu spät.',
      'Bitte prüfen Sie Ihre Karte.',
      'Wir danken Ihnen.',
    ]);
    const ofTwo = texts.map((job) => ({ ...job, message: job.text === 0 ? 0 : 1 }));
    expect(await textsOf(keeping()(ofTwo))).toEqual(await textsOf(keeping()(texts)));
  });
});
