import { type Sample, utf8 } from './notation.js';

const TEXT = 'Title\r\n\r\n  First line.\nSecond <b> & line.\n\n12345\nhttps://example.org/a\nEnd';
const TXT_UNITS = ['Title', 'First line.', 'Second <b> & line.', 'End'];

export const TXT_SAMPLES: readonly Sample[] = [
  { name: 'txt', format: 'txt', bytes: utf8(TEXT), paragraphs: TXT_UNITS },
  { name: 'txt with a mark', format: 'txt', bytes: utf8(`\uFEFF${TEXT}\n`), paragraphs: TXT_UNITS },
  {
    name: 'txt in UTF-16',
    format: 'txt',
    bytes: Buffer.from(`\uFEFF${TEXT}`, 'utf16le'),
    paragraphs: TXT_UNITS,
  },
  {
    name: 'txt in UTF-16 without a mark',
    format: 'txt',
    bytes: Buffer.from(TEXT, 'utf16le').swap16(),
    paragraphs: TXT_UNITS,
  },
  {
    name: 'txt in windows-1252',
    format: 'txt',
    bytes: Buffer.from('Caf\xe9 \x80 5\r\nna\xefve', 'latin1'),
    paragraphs: ['Café € 5', 'naïve'],
  },
  {
    name: 'txt in windows-1251',
    format: 'txt',
    bytes: Buffer.from('\xcf\xf0\xe8\xe2\xe5\xf2', 'latin1'),
    paragraphs: ['Привет'],
    sourceLanguage: 'ru',
  },
];

const HTML_PAGE = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>My &amp; page</title>
<meta name="description" content="About &quot;things&quot;"><style>p { color: red }</style>
<script>document.write("<p>no</p>")</script></head>
<body class=x>
<h1>  Big
   <em>news</em>  </h1>
<p><b>All bold</b></p>
<p>Read <a href="x?a=1&b=2" title='A link'>the <i>new</i> book</a> by <code>author()</code>,<br>then rest.</p>
<!-- a comment -->
<ul><li>One<li>Two <img src=a.png alt="A picture">here</ul>
<p translate="no">Not this</p><div class="a notranslate"><p>Nor this</p></div>
<pre>line one
  line two</pre>
<p>Crossed <b>bold <i>both</b> italic</i> end</p>
<form><input type=submit value=Send><input type="text" placeholder="Your name"><button>Go</button></form>
<table><tr><td>Cell</td><td>12</td></tr></table>
Loose text&nbsp;here
</body></html>
`;

const HTML_UNITS = [
  'My & page',
  'About "things"',
  'Big <g id="1">news</g>',
  'All bold',
  'A link',
  'Read <g id="1">the <g id="2">new</g> book</g> by <n id="3">author()</n>,<br id="4"/>then rest.',
  'One',
  'A picture',
  'Two <x id="1"/>here',
  'line one\n  line two',
  'Crossed <g id="1">bold <x id="2"/>both</g> italic<x id="3"/> end',
  'Send',
  'Your name',
  'Go',
  'Cell',
  'Loose text\u00a0here',
];

const XHTML = `<?xml version="1.0" encoding="ISO-8859-1"?>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head>
<body><p id="a"/><p>Caf\xe9 <span/>and <![CDATA[<tea>]]></p></body></html>`;

export const HTML_SAMPLES: readonly Sample[] = [
  { name: 'html', format: 'html', bytes: utf8(HTML_PAGE), paragraphs: HTML_UNITS },
  {
    name: 'html of one line with a mark',
    format: 'html',
    bytes: utf8('\uFEFFA <b>fragment</b>'),
    paragraphs: ['A <g id="1">fragment</g>'],
  },
  {
    name: 'html with a span around everything',
    format: 'html',
    bytes: utf8(
      '<p><span class="a">One </span><span class="a">sen<wbr>tence</span> <span class="b">and</span><span class="a"> more.</span></p>',
    ),
    paragraphs: ['One sen<x id="1"/>tence <g id="2">and</g> more.'],
  },
  {
    name: 'xhtml in ISO-8859-1',
    format: 'html',
    bytes: Buffer.from(XHTML, 'latin1'),
    paragraphs: ['Café <x id="1"/>and &lt;tea&gt;'],
  },
  {
    name: 'html in Shift_JIS',
    format: 'html',
    bytes: Buffer.from('<meta charset="shift_jis"><p>\x93\xfa\x96{', 'latin1'),
    paragraphs: ['日本'],
  },
];

const MARKDOWN_PAGE = `---
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
    bytes: utf8(MARKDOWN_PAGE),
    paragraphs: [
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
      'Picture text',
      'See <g id="1">the reference</g> or <g id="2">shortcut</g>.<br id="3"/>Hard break<x id="4"/>end<x id="5"/>.',
      'A note.',
    ],
  },
  {
    name: 'markdown with CRLF',
    format: 'md',
    bytes: utf8('\uFEFF* a\r\n* b _c_\r\n\r\nend [cut]\n\n[cut]: x'),
    paragraphs: ['a', 'b <g id="1">c</g>', 'end <g id="1">cut</g>'],
  },
];

const RTF =
  String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fnil\fcharset0 Arial;}{\f1\fswiss\fcharset204{\*\fname Arial;}Arial Cyr;}}
{\colortbl;\red255\green0\blue0;}{\stylesheet{\s0 Normal;}}{\info{\title A title}{\author Somebody}}
{\header \pard\plain In the header\par}
\pard\plain\qc {\b\fs32 A heading}\par
\pard This is {\b bold} and \i slanted\i0  text, caf\'e9 \u8212? with a {\footnote \pard\plain{\super\chftn} A note.}sign.\par
{\field{\*\fldinst{HYPERLINK "https://example.org"}}{\fldrslt{\ul A link}}} and {\f1 \'cf\'f0\'e8\'e2\'e5\'f2}\line second line\~end\par
{\*\bkmkstart a}\uc0\u20320 \u22909 {\*\bkmkend a}\uc1\par
\trowd\cellx1000\cellx2000 One cell\cell Another \{cell\}\cell\row
{\pict\pngblip 89504e47}\par
12\par
}`.replace(/\n/g, '\r\n');

export const RTF_SAMPLES: readonly Sample[] = [
  {
    name: 'rtf',
    format: 'rtf',
    bytes: utf8(RTF),
    paragraphs: [
      'In the header',
      'A heading',
      'A note.',
      'This is <g id="1">bold</g> and <g id="2">slanted</g> text, café — with a <x id="3"/>sign.',
      '<g id="1"><g id="2"><g id="3">A link</g></g></g> and <g id="4">Привет</g><br id="5"/>second line\u00a0end',
      '你好',
      'One cell',
      'Another {cell}',
    ],
  },
];

const SRT = `\uFEFF1\r
00:00:01,000 --> 00:00:02,500 X1:1 X2:2\r
<i>One sentence\r
in two lines.</i>\r
\r
2\r
00:00:03,000 --> 00:00:04,000\r
{\\an8}- Who is there?\r
- It is <b>me</b>.\r
\r
3\r
00:00:05,000 --> 00:00:06,000\r
12\r
`;

const VTT = `WEBVTT - Title here
Kind: captions

NOTE Not this

STYLE
::cue { color: red }

intro
00:01.000 --> 00:02.000 line:0 align:start
<v Mary>Tom &amp; <c.x>Jerry</c> <00:01.500>come

00:03.000 --> 00:04.000
Second cue
`;

export const SUBTITLE_SAMPLES: readonly Sample[] = [
  {
    name: 'srt',
    format: 'srt',
    bytes: utf8(SRT),
    paragraphs: ['One sentence in two lines.', 'Who is there?', 'It is <g id="1">me</g>.'],
  },
  {
    name: 'vtt',
    format: 'vtt',
    bytes: utf8(VTT),
    paragraphs: ['Tom &amp; <g id="1">Jerry</g> <x id="2"/>come', 'Second cue'],
  },
];
