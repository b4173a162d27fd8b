import { type Sample, utf8 } from '../sample.js';

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
    units: ['One sentence in two lines.', 'Who is there?', 'It is <g id="1">me</g>.'],
  },
  {
    name: 'vtt',
    format: 'vtt',
    bytes: utf8(VTT),
    units: ['Tom &amp; <g id="1">Jerry</g> <x id="2"/>come', 'Second cue'],
  },
];
