import { type Sample, utf8 } from '../sample.js';

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
    units: [
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
