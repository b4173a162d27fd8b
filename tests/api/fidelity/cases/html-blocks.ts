import type { Case } from './case.js';

/** Blocks of HTML: title, source, and what an engine that puts words in capitals makes of it. */
export const BLOCKS_OF_HTML: readonly Case[] = [
  ['paragraphs', '<p>One house.</p><p>Two houses.</p>', '<p>ONE HOUSE.</p><p>TWO HOUSES.</p>'],
  ['a line break', 'Line one<br>Line two', 'LINE ONE<br>LINE TWO'],
  ['a line break in XHTML', 'Line one<br/>Line two', 'LINE ONE<br/>LINE TWO'],
  ['a line break inside a tag', '<b>Line one<br>Line two</b>', '<b>LINE ONE<br>LINE TWO</b>'],
  ['a list', '<ul><li>One</li><li>Two</li></ul>', '<ul><li>ONE</li><li>TWO</li></ul>'],
  ['a list without end tags', '<ul><li>One<li>Two</ul>', '<ul><li>ONE<li>TWO</ul>'],
  [
    'a list in a list',
    '<ul><li>One<ul><li>Two</ul><li>Three</ul>',
    '<ul><li>ONE<ul><li>TWO</ul><li>THREE</ul>',
  ],
  [
    'terms and definitions',
    '<dl><dt>Term<dd>Meaning<dt>Other<dd>Sense</dl>',
    '<dl><dt>TERM<dd>MEANING<dt>OTHER<dd>SENSE</dl>',
  ],
  [
    'a table',
    '<table><tr><td>One</td><td>Two</td></tr></table>',
    '<table><tr><td>ONE</td><td>TWO</td></tr></table>',
  ],
  [
    'a table without end tags',
    '<table><tr><td>One<td>Two<tr><td>Three</table>',
    '<table><tr><td>ONE<td>TWO<tr><td>THREE</table>',
  ],
  ['a heading and text', '<h1>Title</h1>Some text.', '<h1>TITLE</h1>SOME TEXT.'],
  ['paragraphs without end tags', '<p>One<p>Two', '<p>ONE<p>TWO'],
  ['options', '<select><option>One<option>Two</select>', '<select><option>ONE<option>TWO</select>'],
  [
    'buttons side by side',
    '<button>Save</button><button>Cancel</button>',
    '<button>SAVE</button><button>CANCEL</button>',
  ],
  [
    'a block in an inline tag',
    '<a href="x"><div>One</div><div>Two</div></a>',
    '<a href="x"><div>ONE</div><div>TWO</div></a>',
  ],
  ['an inline tag over blocks', '<b><p>One</p><p>Two</p></b>', '<b><p>ONE</p><p>TWO</p></b>'],
  [
    'a line broken in the source',
    '<p>A long\nline of text. Another\nsentence.</p>',
    '<p>A LONG\nLINE OF TEXT. ANOTHER\nSENTENCE.</p>',
  ],
  [
    'indentation',
    '<div>\n    <p>\n        A house.\n    </p>\n</div>\n',
    '<div>\n    <p>\n        A HOUSE.\n    </p>\n</div>\n',
  ],
  [
    'blank lines',
    '<p>One.\n\n\nTwo.</p>\n\n\n<p>Three.</p>',
    '<p>ONE.\n\n\nTWO.</p>\n\n\n<p>THREE.</p>',
  ],
  [
    'CRLF line ends',
    '<p>One</p>\r\n<p>Two\r\nthree</p>\r\n',
    '<p>ONE</p>\r\n<p>TWO\r\nTHREE</p>\r\n',
  ],
  ['tabs', '\t<p>\tOne\ttwo\t</p>', '\t<p>\tONE\tTWO\t</p>'],
  [
    'preformatted text',
    '<pre>One line\n  and another\n\tone</pre>',
    '<pre>ONE LINE\n  AND ANOTHER\n\tONE</pre>',
  ],
  ['a text area', '<textarea>One\nTwo</textarea>', '<textarea>ONE\nTWO</textarea>'],
  ['a title', '<title>My house &amp; garden</title>', '<title>MY HOUSE &amp; GARDEN</title>'],
  ['a title with a sign like a tag', '<title>a <b> c</title>', '<title>A &lt;b> C</title>'],
  [
    'a figure',
    '<figure><img src="x"><figcaption>A house</figcaption></figure>',
    '<figure><img src="x"><figcaption>A HOUSE</figcaption></figure>',
  ],
  [
    'a whole page',
    '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Home</title></head>\n<body><p>Text</p></body>\n</html>\n',
    '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>HOME</title></head>\n<body><p>TEXT</p></body>\n</html>\n',
  ],
  [
    'a frame set of the past',
    '<center><font color=red>Red</font></center>',
    '<center><font color=red>RED</font></center>',
  ],
  ['noscript', '<noscript>Please enable it.</noscript>', '<noscript>PLEASE ENABLE IT.</noscript>'],
  ['a template', '<template><p>One</p></template>', '<template><p>ONE</p></template>'],
  [
    'details',
    '<details><summary>More</summary>Text</details>',
    '<details><summary>MORE</summary>TEXT</details>',
  ],
  ['text between blocks', '<div>one<p>two</p>three</div>', '<div>ONE<p>TWO</p>THREE</div>'],
];
