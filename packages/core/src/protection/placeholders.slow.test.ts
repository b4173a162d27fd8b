import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findProtectedSpans } from './placeholders.js';

const found = (text: string): string[] =>
  findProtectedSpans(text).map(({ start, end }) => text.slice(start, end));

describe('what must come back letter for letter', () => {
  test.each<[kind: string, text: string, spans: string[]]>([
    ['printf', 'Saved %s of %1$s files, %-5.2f done', ['%s', '%1$s', '%-5.2f']],
    ['printf by name', 'Hello %(name)s and %@', ['%(name)s', '%@']],
    ['a printf percent sign', 'Now at %d%% of it', ['%d', '%%']],
    [
      'format fields',
      'From {0} to {name}, {user.first} {} {0:N2}',
      ['{0}', '{name}', '{user.first}', '{}', '{0:N2}'],
    ],
    [
      'templates',
      'Dear {{name}} and {{ user.name }}, {% if x %}',
      ['{{name}}', '{{ user.name }}', '{% if x %}'],
    ],
    [
      'shell and Ruby',
      `Use \${home}, $HOME, %{count} and #{x}`,
      [`\${home}`, '$HOME', '%{count}', '#{x}'],
    ],
    ['ICU arguments', 'At {when, date, short} there', ['{when, date, short}']],
    [
      'ICU branches',
      'There {n, plural, one {is # file} other {are # files}} left',
      ['{n, plural, one {is # file} other {are # files}}'],
    ],
    ['embedded Ruby', 'Welcome <%= user.name %> here', ['<%= user.name %>']],
    ['addresses', 'See https://example.org/a_(b)?c=d, please.', ['https://example.org/a_(b)?c=d']],
    ['an address in brackets', 'Here (http://example.org/x).', ['http://example.org/x']],
    ['an address in Chinese', '请访问https://example.com。谢谢', ['https://example.com']],
    ['hosts', 'Visit www.example.org or example.com.', ['www.example.org', 'example.com']],
    ['e-mail', 'Write to first.last+tag@mail.example.org.', ['first.last+tag@mail.example.org']],
    [
      'paths',
      'Copy /usr/lib/x to C:\\dir\\x and ./a/b.ts, src/index.ts',
      ['/usr/lib/x', 'C:\\dir\\x', './a/b.ts', 'src/index.ts'],
    ],
    ['holders of a copyright', '© 2026 Acme Inc. All rights', ['© 2026 Acme Inc']],
    ['what they have reserved', '© 2026 All Rights Reserved', []],
    ['emoticons', "Thanks :-) See you ;P Sorry :'(", [':-)', ';P', ":'("]],
    ['laughter', 'lol, so funny xD (LOL)', ['lol', 'xD', 'LOL']],
    [
      'no laughter',
      'See lol.example.com/x or lol@example.com',
      ['lol.example.com/x', 'lol@example.com'],
    ],
    ['no emoticons', 'Note:(a) 10:30 =) x:D Lol lolly f(x;3)', ['=)']],
    ['code', 'Run `npm run x` or ``a ` b`` now', ['`npm run x`', '``a ` b``']],
    [
      'tags',
      'A <b>bold</b> line<br/> and <a href="x>y">link</a>',
      ['<b>', '</b>', '<br/>', '<a href="x>y">', '</a>'],
    ],
    [
      'numbered elements of components',
      'Open <0>the house</0>, <1/> or <2 />, if 3 <4 and 5> 2',
      ['<0>', '</0>', '<1/>', '<2 />'],
    ],
    ['entities', 'A&nbsp;B &#160; &#xA0; Q&A', ['&nbsp;', '&#160;', '&#xA0;']],
    ['emoji', 'Good 👍🏽 family 👨‍👩‍👧 flag 🇪🇸🇫🇷 key 1️⃣ ❤️', ['👍🏽', '👨‍👩‍👧', '🇪🇸🇫🇷', '1️⃣', '❤️']],
    ['topics and people', 'About #naturaleza by @user_1.', ['#naturaleza', '@user_1']],
    [
      'what is no word',
      `Data: ${'ab'.repeat(60)}, ${'no-word_'.repeat(20)}x`,
      ['ab'.repeat(60), `${'no-word_'.repeat(20)}x`],
    ],
    ['long words', 'Die Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetze', []],
    ['languages without spaces', `${'สวัสดีครับ'.repeat(20)} ${'你好'.repeat(100)}`, []],
    ['flags', 'Use --to=fr, --from or -v here', ['--to=fr', '--from', '-v']],
    [
      'names from programs',
      'Call getName() on foo_bar or fooBar in file.txt',
      ['getName()', 'foo_bar', 'fooBar', 'file.txt'],
    ],
    ['mixed case', 'PhoQP at 5 KBps on my iPhone, SHA256', ['PhoQP', 'KBps', 'iPhone', 'SHA256']],
    ['parts of compounds', 'A PhoQP-dependent non-GitHub host', ['PhoQP', 'GitHub']],
    ['names after colons', 'Hello :name, you have :count (:total)', [':name', ':count', ':total']],
    [
      'emoji of chats',
      'A :smile: and <:cat:12345> for <@42>',
      [':smile:', '<:cat:12345>', '<@42>'],
    ],
    ['names between percent signs', 'Hello %name%, 5 %user.name%', ['%name%', '%user.name%']],
    [
      'calls in messages',
      'Use $t(common.hello) and $t(nested, {"count": 3}) now',
      ['$t(common.hello)', '$t(nested, {"count": 3})'],
    ],
    [
      'linked messages',
      "See @:message.hello, @.lower:a.b and @:{'a.b'}",
      ['@:message.hello', '@.lower:a.b', "@:{'a.b'}"],
    ],
    [
      'Fluent',
      'In { -brand-name } with { $user-name } and { NUMBER($n, digits: 2) }',
      ['{ -brand-name }', '{ $user-name }', '{ NUMBER($n, digits: 2) }'],
    ],
    [
      'hosts with a path',
      'See example.com/house/dog?x=house#home, ftp.kde.org/pub/kde/ here',
      ['example.com/house/dog?x=house#home', 'ftp.kde.org/pub/kde/'],
    ],
    ['folders', 'In src/main/ and pub/kde/x/', ['src/main/', 'pub/kde/x/']],
    ['calls of methods', 'Call foo.bar.baz() or this.open(file)', ['foo.bar.baz()', 'this.open']],
    ['scoped names', 'A std::vector of Foo::bar()', ['std::vector', 'Foo::bar()']],
    ['attributes', 'With size="medium" and value=\'small\'', ['size="medium"', "value='small'"]],
    [
      'numbers of bank accounts',
      'Pay to GB29 NWBK 6016 1331 9268 19, IT60 X054 2811 1010 0000 0123 456 or DE89370400440532013000 by 1 May; NL91 ABNA 0417 1643 00.',
      [
        'GB29 NWBK 6016 1331 9268 19',
        'IT60 X054 2811 1010 0000 0123 456',
        'DE89370400440532013000',
        'NL91 ABNA 0417 1643 00',
      ],
    ],
    [
      'numbers of telephones',
      'Call +33 1 42 68 53 00, 01 42 68 53 00, 06.12.34.56.78 or 030 1234567, 0171/2345678, +49 (0)30 123-45, +1 (555) 010-9999, 06-12345678, +4915112345678, +44(0)2079460958.',
      [
        '+33 1 42 68 53 00',
        '01 42 68 53 00',
        '06.12.34.56.78',
        '030 1234567',
        '0171/2345678',
        '+49 (0)30 123-45',
        '+1 (555) 010-9999',
        '06-12345678',
        '+4915112345678',
        '+44(0)2079460958',
      ],
    ],
    [
      'paths whose folders have spaces in their names',
      'Open C:\\Program Files\\App\\x.exe now',
      ['C:\\Program Files\\App\\x.exe'],
    ],
    [
      'streets, codes of places and of banks',
      'Hauptstr. 1, Lange Straße; Musterstraße 12a, 12 High Street, London SW1A 1AA, 1012 AB Amsterdam, 8 rue de la Paix, Via Roma 12, ul. Polna 3, Calle de Alcalá 45; BIC: COBADEFFXXX',
      [
        'Hauptstr. 1',
        'Musterstraße 12a',
        '12 High Street',
        'SW1A 1AA',
        '1012 AB',
        '8 rue de la Paix',
        'Via Roma 12',
        'ul. Polna 3',
        'Calle de Alcalá 45',
        'COBADEFFXXX',
      ],
    ],
    [
      'hardware and network addresses',
      'From AA:BB:CC:DD:EE:FF or 00-1b-44-11-3a-b7 to fe80::1, ::1 and 2001:db8::/32: yes',
      ['AA:BB:CC:DD:EE:FF', '00-1b-44-11-3a-b7', 'fe80::1', '::1', '2001:db8::/32'],
    ],
    ['the first line of a script', '#!/bin/sh -e\nthe house', ['#!/bin/sh -e']],
    [
      'formulas',
      'If y = 3x + 2, then (a + b) * c or f(x) = x^2 (i < n). E = mc2 at 1e-5',
      ['y = 3x + 2', '(a + b) * c', 'f(x) = x^2', '(i < n)', 'E = mc2', '1e-5'],
    ],
    ['versions', 'Version 1.2.3 or v2.0 at 10.0.0.1', ['1.2.3', 'v2.0', '10.0.0.1']],
    ['no numbers of thousands', 'It has 1.234.567 people at 10.123.100.200', ['10.123.100.200']],
  ])('%s', (_kind, text, spans) => {
    expect(found(text)).toEqual(spans);
  });

  test.each([
    'He gave 50% of it, e.g. $5 or US$10, i.e. 3.14 or 1,000.',
    'The U.S. Army at 5 p.m. and/or 6 km/h, his/her rank #1.',
    'The PDFs of the 1980s, the 2nd and 10th; one < two > three; I <3 you.',
    'Note: the house; at 10:30 or 10:30:45, 3:16, 16:9. Yes:no. A 100% cotton 50% one.',
    'Plan A or B, a - b, 5 - 3 of them, 24/7, A/B tests, a 3-x thing and I/O; 1 = one.',
    'He said (a lot) on page 5 (b). Vitamins C and D; e.g. x.',
    'One sentence.Next sentence, without a space. Mr. O’Neil said so.',
    'Well-known words -- a dash -- and 20 % more - really?',
    'IJsland, i bPáirc, Übergröße, naïve, ¿qué? Inkl. MwSt.',
    'C’est-à-dire « bonjour » ! {not one} 100 %.',
    '中文字符，标点。',
    'The 2020 EU Report, 12 Big Dogs, on the Street; Via email 3 times, Straße 5 is long.',
    'On 01-02-2026 or 01/02/2026 at 08:30; 0.5 of 0 500; +5 points, +12 % at 05 12 3.',
  ])('plain words are left alone: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

const awkward = fc.string({
  unit: fc.constantFrom(
    ...'aB1_.@/<>{}%$#`&-;:\\ é中👍\u200d\ufe0f\n"\'()[],',
    'http://',
    '{{',
    '}}',
    '<a ',
  ),
  maxLength: 80,
});

describe('spans', () => {
  test('are in order, apart, not empty and within the text', () => {
    fc.assert(
      fc.property(fc.oneof(awkward, fc.string({ unit: 'binary' })), (text) => {
        let position = 0;
        let isOrdered = true;
        for (const { start, end } of findProtectedSpans(text)) {
          isOrdered &&= start >= position && end > start;
          position = end;
        }
        expect(isOrdered).toBe(true);
        expect(position).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  test('and what lies between them make up the text', () => {
    fc.assert(
      fc.property(awkward, (text) => {
        let rebuilt = '';
        let position = 0;
        for (const { start, end } of findProtectedSpans(text)) {
          rebuilt += text.slice(position, start) + text.slice(start, end);
          position = end;
        }
        expect(rebuilt + text.slice(position)).toBe(text);
      }),
    );
  });

  test.each([
    '<a',
    '{{',
    '{a,',
    '{',
    '%',
    '%%(',
    '@',
    'a@',
    'http://',
    'a.',
    'a/',
    'a_',
    'a-',
    '<%',
    '`',
    '`` ` ',
    '#a',
    '-',
    '--a',
    '/',
    './',
    '&',
    '&a',
    '👍',
    '\u200d',
    '1',
    'é',
    '${',
    '<!--',
    '<a b="',
    '+1 ',
    '01 ',
    `+${'1'.repeat(36)}a `,
    `+${'1 '.repeat(18)}a `,
    `+${'11111111-'.repeat(4)}a `,
    `0${'1'.repeat(36)}a `,
    `DE${'1'.repeat(40)}a `,
    'Aa Bb ',
    '12 Aa ',
    'Via Aa ',
    '\\\\',
    'A1',
    ':',
    ':a',
    '::',
    'a:',
    'a::',
    'a=',
    '(1+',
    '1+',
    'a = ',
    '$a(',
    '%a',
    '@:',
    '{ $',
    'a.b/',
    'a/',
    '#!/',
  ])('128 KiB of %j are scanned in passing', (piece) => {
    const text = piece.repeat(Math.ceil(131_072 / piece.length));
    expect(findProtectedSpans(text).length).toBeLessThanOrEqual(text.length);
  });
});
