import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPhraseBook, parsePhraseBook } from './phrase-book.js';

const bookOf = (entries: Readonly<Record<string, string>>) =>
  parsePhraseBook(
    Buffer.from(
      Object.entries(entries)
        .toSorted(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
        .map(([phrase, translation]) => `${phrase}\t${translation}\n`)
        .join(''),
    ),
  );

const book = bookOf({
  frog: 'Frosch',
  Help: 'Hilfe',
  help: 'helfen',
  'washing machine': 'Waschmaschine',
  to: 'zu',
  éclair: 'Liebesknochen',
});

describe('a phrase book', () => {
  it.each([
    ['frog', 'Frosch'],
    ['washing machine', 'Waschmaschine'],
    ['éclair', 'Liebesknochen'],
  ])('has %s', (phrase, translation) => {
    expect(book.find(phrase)).toBe(translation);
  });

  it('prefers the entry in the letter case of the text', () => {
    expect([book.find('Help'), book.find('help')]).toEqual(['Hilfe', 'helfen']);
  });

  it('carries the letter case over where it has the phrase in another one', () => {
    expect(book.find('To')).toBe('Zu');
    expect(book.find('Washing machine')).toBe('Waschmaschine');
    expect(book.find('HELP')).toBe('HELFEN');
    expect(bookOf({ Rathaus: 'town hall' }).find('rathaus')).toBe('town hall');
    expect(bookOf({ Rathaus: 'town hall' }).find('RATHAUS')).toBe('TOWN HALL');
  });

  it('keeps white space, and the colon or dots of a label', () => {
    expect(book.find(' frog: ')).toBe(' Frosch: ');
    expect(book.find('Help…')).toBe('Hilfe…');
    expect(book.find('Help ...')).toBe('Hilfe ...');
  });

  it('takes either apostrophe, and questions with a space before the mark', () => {
    const french = bookOf({ "huile d'olive": 'olive oil', 'vraiment?': 'really?' });
    expect(french.find('huile d’olive')).toBe('olive oil');
    expect(french.find('Vraiment\u202f?')).toBe('Really?');
  });

  it('keeps the comma of a greeting, and knows greetings that come with one', () => {
    const german = bookOf({
      'Kind regards': 'Mit freundlichen Grüßen',
      'Dear all,': 'Hallo zusammen,',
    });
    expect(german.find('Kind regards,')).toBe('Mit freundlichen Grüßen,');
    expect(german.find('\tDear all, ')).toBe('\tHallo zusammen, ');
  });

  it('takes a phrase without the mark that it has in the file', () => {
    const spanish = bookOf({
      'Great job!': '¡Buen trabajo!',
      'How are you?': '¿Cómo estás?',
      'I am here.': 'Estoy aquí.',
    });
    expect(spanish.find('Great job')).toBe('Buen trabajo');
    expect(spanish.find('Great job.')).toBe('Buen trabajo.');
    expect(spanish.find('How are you')).toBe('Cómo estás');
    expect(spanish.find('I am here')).toBe('Estoy aquí');
  });

  it('prefers what the variety says that a prefix asks for', () => {
    const portuguese = bookOf({
      bus: 'ônibus',
      '>>pt-PT<< bus': 'autocarro',
      '>>pt-PT<< I love you!': 'Amo-te!',
    });
    expect(portuguese.find('Bus', '>>pt-PT<<')).toBe('Autocarro');
    expect(portuguese.find('Bus', '>>pt-BR<<')).toBe('Ônibus');
    expect(portuguese.find('I love you', '>>pt-PT<<')).toBe('Amo-te');
    expect(portuguese.find('I love you', '>>pt-BR<<')).toBeUndefined();
  });

  it('adds a full stop to a sentence, and no other mark', () => {
    const french = bookOf({ 'Great job': 'Bon travail', sat: 'assis' });
    expect(french.find('Great job.')).toBe('Bon travail.');
    expect(french.find('Great job!')).toBeUndefined();
    expect(french.find('Great job?')).toBeUndefined();
    expect(french.find('Sat.')).toBeUndefined();
  });

  it('writes a Russian name in the letters of its translation', () => {
    const english = bookOf({ 'Уважаемая {name}!': 'Dear {name}!', и: 'and' });
    expect(english.find('Уважаемая Анна Сергеевна!')).toBe('Dear Anna Sergeevna!');
    expect(english.find('Уважаемая Юлия Щукина!')).toBe('Dear Yuliya Shchukina!');
    expect(english.find('Уважаемая ЮЛИЯ!')).toBe('Dear YULIYA!');
    expect(bookOf({ 'Dear {name}': 'Уважаемая {name}' }).find('Dear Anna')).toBe('Уважаемая Anna');
  });

  it('knows greetings with a name', () => {
    const german = bookOf({
      'Dear Mr {name}': 'Sehr geehrter Herr {name}',
      'Hi {name}': 'Hallo {name}',
      'Hi {name}!': 'Hallo {name}!',
      team: 'Mannschaft',
      sunita: 'Sunita',
      john: 'Johannes',
      and: 'und',
    });
    expect(german.find('Hi Tom and Sunita,')).toBe('Hallo Tom und Sunita,');
    expect(german.find('Hi Tom and Team,')).toBeUndefined();
    expect(german.find('Dear Mr Smith and Jones')).toBeUndefined();
    expect(german.find('Hi Sunita,')).toBe('Hallo Sunita,');
    expect(german.find('Hi John,')).toBe('Hallo John,');
    expect(german.find('Dear Mr Taylor,')).toBe('Sehr geehrter Herr Taylor,');
    expect(german.find('Dear Mr Team,')).toBe('Sehr geehrter Herr Team,');
    expect(german.find('Hi Anna')).toBe('Hallo Anna');
    expect(german.find('Hi Anna!')).toBe('Hallo Anna!');
    expect(german.find('Hi Anna Smith-Jones,')).toBe('Hallo Anna Smith-Jones,');
    expect(german.find('Hi Team,')).toBeUndefined();
    expect(german.find('Hi there,')).toBeUndefined();
  });

  it('says how a phrase is written', () => {
    const german = bookOf({ Rathaus: 'town hall', Hilfe: 'help', hilfe: 'help', Atlas: 'Atlas' });
    expect(['rathaus', 'Rathaus', 'RATHAUS'].map(german.letterCaseOf)).toEqual(
      Array(3).fill('capital'),
    );
    expect(german.letterCaseOf('Hilfe')).toBe('lower');
    expect(german.letterCaseOf('Bahnhof')).toBeUndefined();
    expect(german.letterCaseOf('x'.repeat(100_000))).toBeUndefined();
  });

  it('leaves out what is its own translation', () => {
    expect(bookOf({ Atlas: 'Atlas' }).letterCaseOf('Atlas')).toBeUndefined();
    expect(bookOf({ Butter: 'butter' }).letterCaseOf('Butter')).toBe('capital');
  });

  it('knows whole words inside of phrases and translations', () => {
    expect(book.holdsWord('washing', 'phrases')).toBe(true);
    expect(book.holdsWord('Machine', 'phrases')).toBe(true);
    expect(book.holdsWord('waschmaschine', 'translations')).toBe(true);
    expect(book.holdsWord('Waschmaschine', 'phrases')).toBe(false);
    expect(book.holdsWord('maschine', 'translations')).toBe(false);
    expect(book.holdsWord('clair', 'phrases')).toBe(false);
    expect(book.holdsWord('', 'phrases')).toBe(false);
  });

  it.each(['', ' ', ':', 'toad', 'frog frog', 'frog.', 'frog!', 'x'.repeat(100_000)])(
    'has nothing for "%.20s"',
    (text) => {
      expect(book.find(text)).toBeUndefined();
    },
  );

  it('finds each of its phrases', () => {
    const phrase = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    const entry = phrase.filter((text) => text.trim() === text && /^[\p{L} ]+$/u.test(text));
    fc.assert(
      fc.property(
        fc.dictionary(entry, entry, { maxKeys: 30, noNullPrototype: true }),
        (entries) => {
          const all = bookOf(entries);
          for (const [text, translation] of Object.entries(entries)) {
            expect(all.find(text)).toBe(translation);
          }
        },
      ),
    );
  });

  it('finds each phrase of a book of which only some lines are checked', () => {
    const entries = Array.from({ length: 5000 }, (_, index) => [`word ${index}`, `Wort ${index}`]);
    const all = bookOf(Object.fromEntries(entries));
    expect(entries.filter(([phrase = '', word]) => all.find(phrase) !== word)).toEqual([]);
  });

  it.each([
    ['a line without a translation', 'frog\n', 'line 1 is not'],
    ['a line without a phrase', '\tFrosch\n', 'line 1 is not'],
    ['phrases in another order', 'b\tB\na\tA\n', 'line 2 is not behind'],
    ['a phrase twice', 'a\tA\na\tB\n', 'line 2 is not behind'],
  ])('is refused with %s', (_what, text, reason) => {
    expect(() => parsePhraseBook(Buffer.from(text))).toThrow(reason);
  });

  it('may be empty, or lack the last line break', () => {
    expect(parsePhraseBook(Buffer.alloc(0)).find('a')).toBeUndefined();
    expect(parsePhraseBook(Buffer.from('a\tA')).find('a')).toBe('A');
  });
});

describe('a phrase book in a file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'phrase-book-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const lineOf = (number: number): string => `word ${String(number).padStart(6, '0')}\tWort\n`;
  const write = async (name: string, lines: readonly string[]): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, lines.join(''));
    return path;
  };
  const many = Array.from({ length: 20_000 }, (_, number) => lineOf(number));

  it.each([
    ['small', many.slice(0, 10)],
    ['large', many],
    ['empty', []],
  ])('is read when it is asked, whether it is %s', async (name, lines) => {
    const opened = await openPhraseBook(await write(name, lines));
    expect(opened.find('word 000009')).toBe(lines.length > 0 ? 'Wort' : undefined);
  });

  it('names the line that is wrong, also of a large one', async () => {
    const swapped = [...many.slice(0, 10_000), ...many.slice(10_001), many[10_000] ?? ''];
    await expect(openPhraseBook(await write('last', swapped))).rejects.toThrow('line 20000');
    await expect(openPhraseBook(await write('second', ['b\tB\n', 'a\tA\n']))).rejects.toThrow(
      'line 2',
    );
    const halves = [...many.slice(10_000), ...many.slice(0, 10_000)];
    await expect(openPhraseBook(await write('halves', halves))).rejects.toThrow('line 10001');
  });

  it('has no phrases once the file is gone', async () => {
    const path = await write('gone', many);
    const opened = await openPhraseBook(path);
    await rm(path);
    expect(opened.find('word 000009')).toBeUndefined();
  });
});
