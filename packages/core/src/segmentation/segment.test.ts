import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSpace } from '../characters.js';
import { segment } from './segment.js';
import { join, type Segmentation, type SplitMode } from './segmentation.js';

const texts = ({ segments }: Segmentation): string[] => segments.map(({ text }) => text);

const split = (language: string, text: string, mode: SplitMode = 'sentences-and-newlines') =>
  texts(segment(text, { language, mode, maxCharacters: 1000 }));

describe('sentence ends', () => {
  test.each<[language: string, sentences: string[]]>([
    ['en', ['Hello there.', 'How are you?', 'Fine!']],
    ['en', ['Mr. Smith met Dr. Jones.', 'They talked.']],
    ['en', ['The U.S. Army came at 5 p.m. to see it, i.e. the U.S. base.', 'It was late.']],
    ['en', ['We met at 5 p.m.', 'Nobody else came.']],
    ['en', ['He lives in the U.S.', 'She does not.']],
    ['en', ['J. R. R. Tolkien wrote it.', 'See No. 5 and fig. 3 for more.']],
    ['en', ['It costs 3.50 or 1.000,5 at https://example.org/a.b?c.', 'Good.']],
    ['en', ['See figure 1.1.', 'Nuclei are small.', 'It was 2.243.', 'Hamlin came next.']],
    ['en', ['He paused... and went on.', 'Then… silence.']],
    ['en', ['“Really?” he asked.', '“Yes.”', '(He nodded.)', 'Done.']],
    ['en', ['So do I.', 'The end.']],
    ['en', ['I like it.', 'iPhone sales rose.']],
    ['es', ['El Sr. García vive en la Avda. Mayor núm. 5.', '¿Y tú?', '¡Qué bien!']],
    ['es', ['Hay frutas, p. ej. Manzanas, etc.', 'También pan.']],
    ['es', ['«¿Vienes?» —preguntó ella.', '—No.']],
    ['ca', ['El Sr. Puig viu al núm. 3.', 'Parla anglès.']],
    ['fr', ['M. Dupont est là.', '« Vraiment ? » demanda-t-il.', '« Oui ! »', 'Il partit.']],
    ['fr', ['Mme Curie et J.-P. Sartre, cf. Tome 2.', 'Fin.']],
    ['it', ['Il dott. Rossi e la sig.ra Bianchi.', 'Ecco.']],
    ['pt', ['O Sr. Silva mora na Av. Paulista.', 'Ele chegou.']],
    ['gl', ['O Sr. Castro vive na páx. 3.', 'Non é certo.']],
    ['ro', ['Dl. Popescu stă pe str. Lungă nr. 5.', 'El lucrează.']],
    ['oc', ['Lo Sr. Martin parla.', 'Òc, es aquí.']],
    ['eo', ['D-ro Zamenhof naskiĝis tie.', 'Li verkis, ekz. Esperante.', 'Bone.']],
    ['de', ['Am 5. Mai kam Dr. Müller, z. B. nach Berlin.', 'Das war im Jahr 2020.', 'Gut.']],
    ['de', ['Im 19. Jahrhundert war es so.', 'Er sagte: „Ja.“', 'Dann ging er.']],
    ['de', ['Es waren 5.', 'Dann kamen mehr.']],
    ['de', ['Das ist, was ich mag.', 'Wir gehen.', 'Das ist Max.', 'Er kommt.']],
    ['de', ['Da kam Mag. Huber mit max. 5 Leuten.']],
    ['en', ['For groups of max. 20 people.']],
    ['pt', ['Não quero ir.', 'Vou ficar.']],
    ['pl', ['Pomogłem im.', 'Wszystko jest ok.', 'Idziemy.']],
    ['sl', ['Poznam ga.', 'Danes pride.']],
    ['nl', ['Dat is Philips B.V.', 'De omzet groeit.']],
    ['nl', ['Dhr. Jansen woont o.a. in Utrecht.', 'Hij werkt.']],
    ['sv', ['Det gäller t.ex. Stockholm.', 'Bra.']],
    ['da', ['Den 5. maj kom hun, f.eks. Mette.', 'Godt.']],
    ['nb', ['Den 17. mai feirer vi.', 'Det er bra.']],
    ['is', ['Hann kom 5. maí.', 'Það var gott.']],
    ['pl', ['Pan dr. Nowak mieszka przy ul. Długiej.', 'To wszystko.']],
    ['ru', ['Он живёт в г. Москва.', 'А. С. Пушкин писал.', 'Да!']],
    ['el', ['Τι κάνεις;', 'Καλά.']],
    ['ar', ['كيف حالك؟', 'أنا بخير.']],
    ['ur', ['یہ کتاب ہے۔', 'وہ گھر ہے۔']],
  ])('%s: %j', (language, sentences) => {
    expect(split(language, sentences.join(' '))).toEqual(sentences);
  });

  test.each([
    'Is it? really not',
    'Wait. . . what',
    'Yahoo! is a name',
    'end.Next has no space',
    '... and so on',
    'Use .NET or node.js here',
  ])('are not where the sentence goes on: %s', (text) => {
    expect(split('en', text)).toEqual([text]);
  });

  test.each<[language: string, sentences: string[]]>([
    ['zh', ['你好。', '我是学生！', '“很好。”', '他说。']],
    ['zh', ['你好!', '我很好']],
    ['ja', ['元気ですか？', 'はい。', '「行くの？」と彼は言った。', '「はい。」', '終わり。']],
    ['hi', ['यह किताब है।', 'वह घर है।']],
    ['my', ['နေကောင်းလား။', 'ကောင်းပါတယ်။']],
    ['am', ['ሰላም ነው።', 'ደህና ነኝ።']],
    ['hy', ['Բարև։', 'Ինչպես ես։']],
  ])('%s without white space: %j', (language, sentences) => {
    expect(split(language, sentences.join(''))).toEqual(sentences);
  });
});

describe('line breaks', () => {
  const text = 'One line\nends here. Two\r\nThree\u2028Four\n \nFive';
  test('are boundaries with sentences and newlines', () => {
    expect(split('en', text)).toEqual(['One line', 'ends here.', 'Two', 'Three', 'Four', 'Five']);
  });
  test('are white space with sentences only, but a blank line is not', () => {
    expect(split('en', text, 'sentences')).toEqual([
      'One line\nends here.',
      'Two\r\nThree\u2028Four',
      'Five',
    ]);
  });
  test('are kept without splitting', () => {
    expect(split('en', ` ${text} `, 'none')).toEqual([text]);
  });
});

describe('gaps', () => {
  test('hold bullets and numbers', () => {
    const text =
      '- First item\n• Second\n  2. Third\n(b) Fourth\n> - [x] Fifth\n# Title\n-5 degrees';
    const cut = segment(text, {
      language: 'en',
      mode: 'sentences-and-newlines',
      maxCharacters: 100,
    });
    expect(texts(cut)).toEqual([
      'First item',
      'Second',
      'Third',
      'Fourth',
      'Fifth',
      'Title',
      '-5 degrees',
    ]);
    expect(cut.leading).toBe('- ');
    expect(cut.segments.map(({ gap }) => gap)).toEqual([
      '\n• ',
      '\n  2. ',
      '\n(b) ',
      '\n> - [x] ',
      '\n# ',
      '\n',
      '',
    ]);
  });
  test('hold the letters of speakers, and of questions and answers', () => {
    expect(split('en', 'Q: How are you?\nA: Fine.')).toEqual(['How are you?', 'Fine.']);
    expect(split('en', 'Note: It is late.\nA:b')).toEqual(['Note: It is late.', 'A:b']);
  });
  test.each([
    ['✅ Done', 'Done'],
    ['👍🏽 👩‍👩‍👧 Hello', 'Hello'],
    ['1️⃣ Sign in', 'Sign in'],
    ['⚠️ Warning: it is late.', 'Warning: it is late.'],
    ['- 🎉 Congratulations!', 'Congratulations!'],
    ['© 2024 all of us', '2024 all of us'],
    ['👍 🍕 is here', '🍕 is here'],
  ])('hold emoji and signs before a text: %s', (text, rest) => {
    expect(split('en', text)).toEqual([rest]);
  });
  test('hold emoji before a text that is not split', () => {
    expect(split('en', '✅ Done. Go on.', 'none')).toEqual(['Done. Go on.']);
  });
  test.each([
    ['Great job 👍👍', 'Great job'],
    ['😂 That was funny! 😂', 'That was funny!'],
    ['Hi 👨‍👩‍👧 🇩🇪', 'Hi'],
    ['Well done✅', 'Well done'],
    ['Press 1️⃣', 'Press'],
  ])('hold emoji after a text: %s', (text, rest) => {
    expect(split('en', text)).toEqual([rest]);
  });
  test.each([
    ['← Back to overview', 'Back to overview'],
    ['→ next page', 'next page'],
    ['★ Favorite', 'Favorite'],
    ['Anna, Berlin ★★★★★', 'Anna, Berlin'],
    ['*** NEW ***', 'NEW'],
    ['=== Part 1 ===', 'Part 1'],
    ['‹ Back', 'Back'],
    ['« Previous', 'Previous'],
    ['Read more »', 'Read more'],
    ['« Bonjour » dit-il', '« Bonjour » dit-il'],
  ])('hold signs that are no words: %s', (text, rest) => {
    expect(split('en', text)).toEqual([rest]);
  });
  test('hold emoji between sentences', () => {
    expect(split('en', 'Thanks! 😊 See you 🎉')).toEqual(['Thanks!', 'See you']);
  });
  test('do not hold the last emoji of an address', () => {
    const text = 'See https://example.com/🍕';
    const options = { language: 'en', mode: 'sentences', maxCharacters: 1000 } as const;
    const unbreakable = [{ start: 4, end: text.length }];
    expect(segment(text, { ...options, unbreakable }).segments).toEqual([{ text, gap: '' }]);
  });
  test.each(['🍕 is my favourite', '😀', '©2024 Acme', '❤️', 'Acme™', 'Nice 👍.'])(
    'do not hold those that belong to it: %s',
    (text) => {
      expect(split('en', text)).toEqual([text]);
    },
  );
  test.each([
    ['de', '1. Mai ist ein Feiertag'],
    ['da', '5. maj er en dag'],
    ['en', '3.5 million people'],
    ['en', '2024. A new year'],
  ])('do not hold a number that belongs to the text (%s: %s)', (language, text) => {
    expect(split(language, text).join(' ')).toBe(text);
  });
  test('hold every kind of white space and byte order marks', () => {
    const cut = segment('\ufeff\u00a0One.\u3000\u2009Two.\u200b', {
      language: 'en',
      mode: 'sentences',
      maxCharacters: 100,
    });
    expect(cut).toEqual({
      leading: '\ufeff\u00a0',
      segments: [
        { text: 'One.', gap: '\u3000\u2009' },
        { text: 'Two.', gap: '\u200b' },
      ],
    });
  });
  test.each(['', ' \n\t\u3000', '\ufeff', '- \n* '])(
    'are all of a text without words: %j',
    (text) => {
      const cut = segment(text, {
        language: 'en',
        mode: 'sentences-and-newlines',
        maxCharacters: 100,
      });
      expect(cut).toEqual({ leading: text, segments: [] });
    },
  );
});

describe('over-long sentences', () => {
  const cut = (text: string, maxCharacters: number, mode: SplitMode = 'none') =>
    texts(segment(text, { language: 'en', mode, maxCharacters }));

  test('are cut after a clause, else at white space', () => {
    expect(cut('alpha beta gamma, delta epsilon', 25)).toEqual([
      'alpha beta gamma,',
      'delta epsilon',
    ]);
    expect(cut('alpha beta gamma delta epsilon', 20)).toEqual([
      'alpha beta gamma',
      'delta epsilon',
    ]);
  });
  test('are cut in Chinese where there is no white space', () => {
    expect(cut('一二三四五六七八九十，一二三四五六七八九十', 16)).toEqual([
      '一二三四五六七八九十，',
      '一二三四五六七八九十',
    ]);
  });
  test('never lose a surrogate pair, a combining mark or an emoji', () => {
    const pieces = cut(`${'x'.repeat(15)}👍🏽${'e\u0301'.repeat(20)}👨‍👩‍👧🇪🇸🇫🇷🇮🇹.`, 16);
    for (const piece of pieces)
      expect(piece).not.toMatch(
        /^(?:\p{M}|\p{Emoji_Modifier}|\u200d|[\udc00-\udfff])|(?:[\ud800-\udbff]|\u200d)$/u,
      );
    expect(pieces.join('')).toContain('🇪🇸');
  });
  test('are not cut inside what must stay whole', () => {
    const text = 'Some words {n, plural, one {x y} other {z}} end';
    const start = text.indexOf('{');
    const { segments } = segment(text, {
      language: 'en',
      mode: 'none',
      maxCharacters: 34,
      unbreakable: [{ start, end: text.lastIndexOf('}') + 1 }],
    });
    expect(segments.map((piece) => piece.text)).toEqual([
      'Some words',
      '{n, plural, one {x y} other {z}}',
      'end',
    ]);
  });
});

const awkward = fc.string({
  unit: fc.constantFrom(
    ...'aB1.!?…。！"”»«)(- \n\r\t\u00a0\u3000\u2028\ufeff\u200b\u0301\u200d,、中か',
    '👍',
    '🏽',
    '🇪',
    'Mr. ',
    '1. ',
    '\n- ',
    '\n\n',
    '\ud800',
    '\udc00',
  ),
  maxLength: 120,
});
const modes = fc.constantFrom<SplitMode>('none', 'sentences', 'sentences-and-newlines');
const languages = fc.constantFrom('en', 'de', 'zh', 'fr', 'el', 'xx');

describe('any text in any mode', () => {
  const cases = fc.tuple(
    fc.oneof(awkward, fc.string({ unit: 'binary' })),
    modes,
    languages,
    fc.integer({ min: 16, max: 40 }),
  );

  test('is its segments and gaps joined', () => {
    fc.assert(
      fc.property(cases, ([text, mode, language, maxCharacters]) => {
        const cut = segment(text, { language, mode, maxCharacters });
        expect(join(cut, texts(cut))).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  test('has segments that are not empty, not edged by white space and not too long', () => {
    fc.assert(
      fc.property(cases, ([text, mode, language, maxCharacters]) => {
        for (const piece of texts(segment(text, { language, mode, maxCharacters }))) {
          if (piece.length === 0 || piece.length > maxCharacters) return false;
          if (isSpace(piece.charCodeAt(0)) || isSpace(piece.charCodeAt(piece.length - 1)))
            return false;
        }
        return true;
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    '.',
    '"',
    'a. ',
    ' ',
    '\n',
    '\r\n',
    'a\n',
    '."',
    '。',
    '。”',
    'a.',
    ',',
    'a ',
    '- ',
    '1. ',
    '\u0301',
    '🇪',
    '(',
    '. ',
    'a! »',
    'É. ',
  ])('128 KiB of %j are cut in passing', (piece) => {
    const text = piece.repeat(Math.ceil(131_072 / piece.length));
    for (const mode of ['none', 'sentences', 'sentences-and-newlines'] as const) {
      const cut = segment(text, { language: 'de', mode, maxCharacters: 500 });
      expect(join(cut, texts(cut)).length).toBe(text.length);
    }
  });
});
