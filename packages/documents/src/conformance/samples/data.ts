import { type Sample, utf8 } from '../sample.js';

const JSON_TEXT = `{
  "title" : "Hello \\"you\\"",
  "id": "item_12", "n": 1.50, "on": true,
  // a comment
  "list": ["First\\nline", {"a": "Caf\\u00e9"}, null],
  "url": "https://example.org", "title": "Twice"
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
    units: ['Hello "you"', 'First\nline', 'Café', 'Twice'],
  },
  {
    name: 'yaml',
    format: 'yaml',
    bytes: utf8(YAML_TEXT),
    units: [
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
    units: ['Hello world', 'first second', "It's {0}", 'C:\\dir name', 'Café here'],
  },
  {
    name: 'Apple strings in UTF-16',
    format: 'strings',
    bytes: Buffer.from(`\uFEFF${STRINGS}`, 'utf16le'),
    units: ['Press "OK"\nnow', 'Bare key'],
  },
  {
    name: 'csv',
    format: 'csv',
    bytes: utf8(CSV),
    units: ['id', 'name', 'note', 'Smith, John', 'He said "hi"', '=SUM(A1)'],
  },
  {
    name: 'csv with semicolons',
    format: 'csv',
    bytes: utf8('Name;Stadt\nHans;Bern, Schweiz\n'),
    units: ['Name', 'Stadt', 'Hans', 'Bern, Schweiz'],
  },
  { name: 'tsv', format: 'tsv', bytes: utf8('a b\tc\n\td\n'), units: ['a b', 'c', 'd'] },
];
