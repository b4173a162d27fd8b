import { type Sample, utf8 } from './notation.js';

const JSON_TEXT = `{
  "title" : "Hello \\"you\\"",
  "id": "item_12", "n": 1.50, "on": true,
  // a comment
  "list": ["First\\nline", {"a": "Caf\\u00e9"}, null],
  "url": "https://example.org", "title": "Twice"
}
`;

const ICU_JSON = `{
  "files": "You have {count, plural, =0 {no files} one {# file} other {# files}} left.",
  "photo": "{who} {gender, select, female {sent {n, plural, one {her photo} other {her # photos}}} other {sent it}} today",
  "time": "{d, plural, one {A day} other {# days}} and {h, plural, one {an hour} other {# hours}}",
  "plain": "Hello {name}, don't go"
}
`;

const ARB = `{
  "@@locale": "en",
  "hello": "Hello {name}",
  "@hello": { "description": "A greeting", "placeholders": { "name": { "type": "String" } } },
  "days": "{n, plural, =1{One day} other{{n} days}}"
}
`;

const FLUENT = `# A comment
-brand = Firefox
hello = Hello { $name }, this is { -brand }.
    It goes on here.
    .title = A title
emails =
    You have { $n ->
        [one] one new message
       *[other] { $n } new messages
    } in { $box ->
       *[inbox] the inbox
        [spam] spam
    }.
photos = { $gender ->
    [male] He sent { $n ->
        [one] a photo
       *[other] { $n } photos
    }.
   *[other] They sent { $n } photos.
}
`;

const YAML_TEXT = `# comment
title: Plain text # after
quoted: 'It''s here'
double: "Line\\nbreak"
count: 12
flag: yes
key with spaces: &anchor Anchored
again: *anchor
list:
  - One item
  - {flow: In flow, n: 1}
literal: |
  First line
    second line
deeper: >
  Run this:

    the command

  and wait.

folded: >-
  Folded text
  in lines
---
second: document two
`;

const PROPERTIES = `# comment = no
! nor this \\
title = Hello world
long : first \\
       second
message=It''s {0}
path=C:\\\\dir name
choice=There {0,choice,0#are no files|1#is one file|1<are {0,number,integer} files}.
empty=
caf\\u00e9 = Caf\\u00e9 here
`;

const STRINGS = `/* Button on the first page */
"ok" = "Press \\"OK\\"\\nnow";
// another
bare = "Bare key";
`;

const CSV = 'id,name,"note"\r\n1,"Smith, John","He said ""hi"""\r\n2,=SUM(A1),A-17\r\n';

export const DATA_SAMPLES: readonly Sample[] = [
  {
    name: 'json',
    format: 'json',
    bytes: utf8(JSON_TEXT),
    paragraphs: ['Hello "you"', 'First\nline', 'Café', 'Twice'],
  },
  {
    name: 'json with ICU messages',
    format: 'json',
    bytes: utf8(ICU_JSON),
    paragraphs: [
      'You have no files left.',
      'You have <n id="1">1</n> file left.',
      'You have <n id="1">5</n> files left.',
      '<n id="1">{who}</n> sent her photo today',
      '<n id="1">{who}</n> sent her <n id="2">5</n> photos today',
      '<n id="1">{who}</n> sent it today',
      '<n id="1">{d}</n> and <n id="2">{h}</n>',
      'A day',
      '<n id="1">5</n> days',
      'an hour',
      '<n id="1">5</n> hours',
      "Hello {name}, don't go",
    ],
  },
  {
    name: 'arb',
    format: 'arb',
    bytes: utf8(ARB),
    paragraphs: ['Hello {name}', 'One day', '<n id="1">{n}</n> days'],
  },
  {
    name: 'fluent',
    format: 'fluent',
    bytes: utf8(FLUENT),
    paragraphs: [
      'Hello <n id="1">{ $name }</n>, this is <n id="2">{ -brand }</n>.\nIt goes on here.',
      'A title',
      'You have <n id="1">{ $n}</n> in <n id="2">{ $box}</n>.',
      'one new message',
      '<n id="1">{ $n }</n> new messages',
      'the inbox',
      'spam',
      'He sent a photo.',
      'He sent <n id="1">{ $n }</n> photos.',
      'They sent <n id="1">{ $n }</n> photos.',
    ],
  },
  {
    name: 'yaml',
    format: 'yaml',
    bytes: utf8(YAML_TEXT),
    paragraphs: [
      'Plain text',
      "It's here",
      'Line\nbreak',
      'Anchored',
      'One item',
      'In flow',
      'First line\n  second line',
      'Run this:\n\n  the command\n\nand wait.',
      'Folded text in lines',
      'document two',
    ],
  },
  {
    name: 'properties',
    format: 'properties',
    bytes: utf8(PROPERTIES),
    paragraphs: [
      'Hello world',
      'first second',
      "It's {0}",
      'C:\\dir name',
      'There are no files.',
      'There is one file.',
      'There are <n id="1">{0,number,integer}</n> files.',
      'Café here',
    ],
  },
  {
    name: 'Apple strings in UTF-16',
    format: 'strings',
    bytes: Buffer.from(`\uFEFF${STRINGS}`, 'utf16le'),
    paragraphs: ['Press "OK"\nnow', 'Bare key'],
  },
  {
    name: 'csv',
    format: 'csv',
    bytes: utf8(CSV),
    paragraphs: ['id', 'name', 'note', 'Smith, John', 'He said "hi"', '=SUM(A1)'],
  },
  {
    name: 'csv with semicolons',
    format: 'csv',
    bytes: utf8('Name;Stadt\nHans;Bern, Schweiz\n'),
    paragraphs: ['Name', 'Stadt', 'Hans', 'Bern, Schweiz'],
  },
  { name: 'tsv', format: 'tsv', bytes: utf8('a b\tc\n\td\n'), paragraphs: ['a b', 'c', 'd'] },
];
