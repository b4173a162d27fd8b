import { AppError, isAppError } from '@dragoman/contract';
import type { Engine, EngineBatch, TranslatedUnit, TranslationUnit } from './engine.js';

/** What the suite needs to know of an engine to try it. */
interface ConformanceSubject {
  /** A fresh engine, not started. */
  create(): Engine;
  readonly source: string;
  readonly target: string;
  /**
   * A sentence in the source language that holds the given number once; the engine must carry the
   * number into the translation, which is how the suite recognises which answer belongs to what.
   */
  sentence(number: number): string;
}

interface ConformanceCase {
  readonly name: string;
  run(): Promise<void>;
}

const plain = (text: string): TranslationUnit => ({ text, protectedSpans: [] });
const never = (): AbortSignal => new AbortController().signal;

const check = (condition: boolean, message: string): void => {
  if (!condition) throw new Error(message);
};

const expectCode = async (promise: Promise<unknown>, code: string): Promise<void> => {
  const outcome = await promise.then(
    () => 'resolved',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );
  check(outcome === code, `expected ${code}, got ${outcome}`);
};

/**
 * What every engine must do, whatever it is made of: one case per promise of the `Engine`
 * interface. Each case starts and stops an engine of its own and throws when a promise is broken,
 * so any test runner can run them.
 */
export const engineConformanceCases = (subject: ConformanceSubject): readonly ConformanceCase[] => {
  const batch = (units: readonly TranslationUnit[], change: Partial<EngineBatch> = {}) => ({
    source: subject.source,
    target: subject.target,
    modelType: 'latency_optimized' as const,
    units,
    ...change,
  });
  const numbered = (count: number, first = 1001) =>
    Array.from({ length: count }, (_, index) => first + index);
  const sentences = (numbers: readonly number[]) => numbers.map((n) => plain(subject.sentence(n)));

  const withEngine =
    (body: (engine: Engine) => Promise<void>): (() => Promise<void>) =>
    async () => {
      const engine = subject.create();
      try {
        await engine.start();
        await body(engine);
      } finally {
        await engine.stop();
      }
    };

  const translate = (engine: Engine, units: readonly TranslationUnit[]) =>
    engine.translateBatch(batch(units), { signal: never() });

  const expectInOrder = async (engine: Engine, numbers: readonly number[]): Promise<void> => {
    const results = await translate(engine, sentences(numbers));
    check(results.length === numbers.length, `${numbers.length} in, ${results.length} out`);
    for (const [index, number] of numbers.entries()) {
      const text = results[index]?.text ?? '';
      check(text.includes(String(number)), `answer ${index} lacks ${number}: "${text}"`);
    }
  };

  const expectSpans = (unit: TranslationUnit, result: TranslatedUnit | undefined): void => {
    const { text = '', spans = [] } = result ?? {};
    const found = spans.map(({ span }) => span).sort((one, two) => one - two);
    const wanted = [...unit.protectedSpans.keys()];
    check(found.join() === wanted.join(), `spans ${wanted} came out as ${found} in "${text}"`);
    for (const { start, end, span } of spans) {
      const source = unit.protectedSpans[span];
      const isSame = text.slice(start, end) === unit.text.slice(source?.start, source?.end);
      check(isSame, `span ${span} is not at ${start} in "${text}"`);
    }
  };

  return [
    {
      name: 'names its pairs once started, and may be started twice',
      run: withEngine(async (engine) => {
        await engine.start();
        const served = engine
          .pairs()
          .some((pair) => pair.source === subject.source && pair.target === subject.target);
        check(served, 'the pair under test is not among pairs()');
        check(engine.health().state === 'ready', `state is ${engine.health().state}`);
      }),
    },
    {
      name: 'answers a batch with as many units in the same order',
      run: withEngine((engine) => expectInOrder(engine, numbered(40))),
    },
    {
      name: 'answers an empty batch with an empty array',
      run: withEngine(async (engine) => {
        check((await translate(engine, [])).length === 0, 'expected no units');
      }),
    },
    {
      name: 'answers an empty unit with an empty text, between others',
      run: withEngine(async (engine) => {
        const results = await translate(engine, [
          plain(subject.sentence(71)),
          plain(''),
          plain(subject.sentence(72)),
        ]);
        check(results[1]?.text === '', `expected "", got "${results[1]?.text}"`);
        check(results[0]?.text.includes('71') === true, 'the unit before is wrong');
        check(results[2]?.text.includes('72') === true, 'the unit after is wrong');
      }),
    },
    {
      name: 'keeps protected spans as they are, and says where they came out',
      run: withEngine(async (engine) => {
        const kept = [
          ['{name}', 'placeholder'],
          ['%1$s', 'placeholder'],
          ['https://example.org/a?b=c&d=[e]', 'placeholder'],
          ['<b class="x">', 'point'],
          ['👍', 'formatting'],
          ['^$/\\@', 'placeholder'],
        ] as const;
        const units = kept.map(([span, kind], index) => {
          const text = `${subject.sentence(index + 1)} ${span}`;
          const start = text.length - span.length;
          return { text, protectedSpans: [{ start, end: text.length, kind }] };
        });
        const results = await translate(engine, units);
        for (const [index, unit] of units.entries()) expectSpans(unit, results[index]);
        for (const [index, [span]] of kept.entries()) {
          const text = results[index]?.text ?? '';
          check(text.split(span).length === 2, `"${span}" is not exactly once in "${text}"`);
        }
      }),
    },
    {
      name: 'keeps pairs of tags nested, and says where they came out',
      run: withEngine(async (engine) => {
        const [open, close] = ['<i>', '</i>'];
        const first = subject.sentence(1);
        const inner = subject.sentence(2);
        const text = `${open}${first} ${open}${inner}${close}${close}`;
        const at = (start: number, tag: string) => ({ start, end: start + tag.length });
        const unit: TranslationUnit = {
          text,
          protectedSpans: [
            { ...at(0, open), kind: 'open', pair: 1 },
            { ...at(4 + first.length, open), kind: 'open', pair: 2 },
            { ...at(text.length - 8, close), kind: 'close', pair: 2 },
            { ...at(text.length - 4, close), kind: 'close', pair: 1 },
          ],
        };
        const [result] = await translate(engine, [unit]);
        expectSpans(unit, result);
        check(
          result?.spans.map(({ span }) => span).join() === '0,1,2,3',
          `the pairs are not nested in "${result?.text}"`,
        );
      }),
    },
    {
      name: 'keeps emoji, combining marks and other scripts it does not know',
      run: withEngine(async (engine) => {
        for (const kept of ['👩‍👩‍👧‍👦', '🇪🇸', '日本語', 'Здравствуйте']) {
          const [result] = await translate(engine, [plain(`${subject.sentence(5)} ${kept}`)]);
          check(result?.text.includes(kept) === true, `"${kept}" is not in "${result?.text}"`);
        }
      }),
    },
    {
      name: 'takes a unit as long as it says it can',
      run: withEngine(async (engine) => {
        let text = subject.sentence(1);
        let number = 2;
        while (text.length < Math.min(engine.capabilities.maxCharacters, 4000) - 200) {
          text += ` ${subject.sentence(number++)}`;
        }
        const [result] = await translate(engine, [plain(text)]);
        check((result?.text.length ?? 0) > text.length / 4, 'most of the text is missing');
        check(result?.text.includes(String(number - 1)) === true, 'the end is missing');
      }),
    },
    {
      name: 'serves many callers at once without mixing their answers',
      run: withEngine(async (engine) => {
        await Promise.all(
          Array.from({ length: 12 }, (_, caller) =>
            expectInOrder(engine, numbered(5, 2000 + caller * 100)),
          ),
        );
      }),
    },
    {
      name: 'rejects a pair it does not have with pair_not_installed',
      run: withEngine((engine) =>
        expectCode(
          engine.translateBatch(batch(sentences([1]), { target: 'xx' }), { signal: never() }),
          'pair_not_installed',
        ),
      ),
    },
    {
      name: 'rejects with the reason of a signal that is aborted already',
      run: withEngine(async (engine) => {
        const reason = new Error('gone before');
        const outcome = await engine
          .translateBatch(batch(sentences([1])), { signal: AbortSignal.abort(reason) })
          .catch((error: unknown) => error);
        check(outcome === reason, `rejected with ${String(outcome)}`);
      }),
    },
    {
      name: 'drops what is queued when the signal aborts, and serves the next caller correctly',
      run: withEngine(async (engine) => {
        const controller = new AbortController();
        const reason = new Error('gone');
        const abandoned = engine
          .translateBatch(batch(sentences(numbered(60, 5000))), { signal: controller.signal })
          .catch((error: unknown) => error);
        controller.abort(reason);
        check((await abandoned) === reason, 'the aborted batch did not reject with the reason');
        await expectInOrder(engine, numbered(5, 6000));
      }),
    },
    {
      name: 'rejects with deadline_exceeded when that is why the signal aborts',
      run: withEngine(async (engine) => {
        const deadline = new AbortController();
        const late = expectCode(
          engine.translateBatch(batch(sentences(numbered(60))), { signal: deadline.signal }),
          'deadline_exceeded',
        );
        deadline.abort(new AppError('deadline_exceeded'));
        await late;
      }),
    },
    {
      name: 'may be stopped twice, and refuses work afterwards',
      run: withEngine(async (engine) => {
        await engine.stop();
        await engine.stop();
        check(engine.health().state === 'stopped', `state is ${engine.health().state}`);
        await expectCode(translate(engine, sentences([1])), 'unavailable');
      }),
    },
  ];
};
