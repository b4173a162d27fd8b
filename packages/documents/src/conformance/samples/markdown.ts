import { type Sample, utf8 } from '../sample.js';

const PAGE = `---
title: Stays
---

# Title of *all* #

Setext
======

A paragraph with **bold**, a [link](http://a.b "t") and \`code\`
over two lines, <b>HTML</b> and https://example.org too.

> Quoted
> over lines

1. One
2. Two \\* escaped &amp; entity
   - [x] Done task

| Head | Other |
|------|-------|
| cell \\| pipe | 12 |

\`\`\`sh
not this
\`\`\`

    nor this

<div>raw html</div>

See [the reference][ref] or [shortcut].  
Hard break![Picture text](a.png)end[^1].

[^1]: A note.

[ref]: http://x.y
[shortcut]: http://x.z
`;

export const MARKDOWN_SAMPLES: readonly Sample[] = [
  {
    name: 'markdown',
    format: 'md',
    bytes: utf8(PAGE),
    units: [
      'Title of <g id="1">all</g>',
      'Setext',
      'A paragraph with <g id="1">bold</g>, a <g id="2">link</g> and <n id="3">code</n> over two lines, <g id="4">HTML</g> and <n id="5">https://example.org</n> too.',
      'Quoted over lines',
      'One',
      'Two * escaped & entity',
      'Done task',
      'Head',
      'Other',
      'cell | pipe',
      'See <g id="1">the reference</g> or <g id="2">shortcut</g>.<br id="3"/>Hard break<g id="4">Picture text</g>end<x id="5"/>.',
      'A note.',
    ],
  },
  {
    name: 'markdown with CRLF',
    format: 'md',
    bytes: utf8('\uFEFF* a\r\n* b _c_\r\n\r\nend [cut]\n\n[cut]: x'),
    units: ['a', 'b <g id="1">c</g>', 'end <g id="1">cut</g>'],
  },
];
