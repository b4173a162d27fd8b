import { type Sample, utf8 } from '../sample.js';

const PAGE = `<!DOCTYPE html>
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

const UNITS = [
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
  { name: 'html', format: 'html', bytes: utf8(PAGE), units: UNITS },
  {
    name: 'html of one line with a mark',
    format: 'html',
    bytes: utf8('\uFEFFA <b>fragment</b>'),
    units: ['A <g id="1">fragment</g>'],
  },
  {
    name: 'html with a span around everything',
    format: 'html',
    bytes: utf8(
      '<p><span class="a">One </span><span class="a">sen<wbr>tence</span> <span class="b">and</span><span class="a"> more.</span></p>',
    ),
    units: ['One sen<x id="1"/>tence <g id="2">and</g> more.'],
  },
  {
    name: 'xhtml in ISO-8859-1',
    format: 'html',
    bytes: Buffer.from(XHTML, 'latin1'),
    units: ['Café <x id="1"/>and &lt;tea&gt;'],
  },
  {
    name: 'html in Shift_JIS',
    format: 'html',
    bytes: Buffer.from('<meta charset="shift_jis"><p>\x93\xfa\x96{', 'latin1'),
    units: ['日本'],
  },
];
