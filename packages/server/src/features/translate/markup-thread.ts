import { type Meter, type OpenedText, openText, silentMeter } from '@dragoman/core';
import { failureOf, portOfThread, yieldToServer } from '../../platform/threads.js';
import type { CountOf, FromMarkupThread, ToMarkupThread } from './markup-reader.js';

// The thread that reads large texts, cuts them into units and puts them together again.

type Asked = Extract<FromMarkupThread, { type: 'ask' }>['jobs'];
type Message<Type extends ToMarkupThread['type']> = Extract<ToMarkupThread, { type: Type }>;

/** A text that is open, and the questions about it that have no answer yet. */
interface Session {
  readonly opened: OpenedText;
  readonly questions: Map<number, (translations: Message<'answer'>['translations']) => void>;
}

const port = portOfThread();
yieldToServer();
const say = (message: FromMarkupThread): void => port.postMessage(message);
const fail = (id: number, error: unknown): void =>
  say({ type: 'failed', id, failure: failureOf(error) });

const meter: Meter = {
  ...silentMeter,
  count: (name, labels, amount) =>
    say({ type: 'counted', count: { name, labels, amount } as CountOf<typeof name> }),
};
const sessions = new Map<number, Session>();
let questions = 0;

const translate = async ({ id, options }: Message<'translate'>): Promise<void> => {
  const session = sessions.get(id);
  if (!session) return;
  const ask = (asked: Asked): Promise<Message<'answer'>['translations']> => {
    const question = ++questions;
    say({ type: 'ask', id, question, jobs: asked });
    return new Promise((resolve) => session.questions.set(question, resolve));
  };
  const translated = await session.opened.translate(options, async (jobs) => {
    // The markup of a sentence stays here.
    const translations = await ask(jobs.map(({ text, unit }) => ({ text, unit })));
    return jobs.map((job, index) => ({ ...job, translated: translations[index] }));
  });
  say({ type: 'done', id, translated });
};

const answer = ({ id, question, translations }: Message<'answer'>): void => {
  const session = sessions.get(id);
  session?.questions.get(question)?.(translations);
  session?.questions.delete(question);
};

const open = ({ id, text, options }: Message<'open'>): void => {
  try {
    const opened = openText(text, options, meter);
    sessions.set(id, { opened, questions: new Map() });
    say({ type: 'opened', id, readable: opened.readable });
  } catch (error) {
    fail(id, error);
  }
};

/** The steps of a text, the last one first. */
const STEPS = ['answer', 'translate', 'open'] as const;
/** Messages that wait for their turn. */
const waiting: Message<(typeof STEPS)[number]>[] = [];
let isStepDue = false;

/**
 * Takes one step of the text that is furthest along, so that texts are done one after the other.
 * Taken in the order of their messages, all of them would be done at the same moment, and the
 * thread that sends them would be busy with nothing else for as long as that takes.
 */
const step = (): void => {
  isStepDue = false;
  const next = STEPS.map((type) => waiting.findIndex((message) => message.type === type)).find(
    (index) => index >= 0,
  );
  if (next === undefined) return;
  const [message] = waiting.splice(next, 1);
  if (message?.type === 'answer') answer(message);
  else if (message?.type === 'open') open(message);
  else if (message?.type === 'translate')
    translate(message).catch((error: unknown) => fail(message.id, error));
  if (waiting.length > 0) planStep();
};
const planStep = (): void => {
  if (isStepDue) return;
  isStepDue = true;
  setImmediate(step);
};

port.on('message', (message: ToMarkupThread) => {
  if (message.type !== 'close') {
    waiting.push(message);
    planStep();
    return;
  }
  sessions.delete(message.id);
  const others = waiting.filter(({ id }) => id !== message.id);
  waiting.splice(0, waiting.length, ...others);
});
