import type { Case } from './case.js';

/** What is not to be translated in HTML: title, source, and what an engine that puts words in capitals makes of it. */
export const UNTRANSLATED_HTML: readonly Case[] = [
  [
    'an element with translate="no"',
    'Our <span translate="no">Acme Corp</span> house',
    'OUR <span translate="no">Acme Corp</span> HOUSE',
  ],
  [
    'a block with translate="no"',
    '<p translate="no">Leave this</p><p>Not this</p>',
    '<p translate="no">Leave this</p><p>NOT THIS</p>',
  ],
  [
    'translate=no without quotation marks',
    '<p translate=no>Leave this</p>',
    '<p translate=no>Leave this</p>',
  ],
  [
    'TRANSLATE="NO" in capitals',
    '<P TRANSLATE="NO">Leave this</P>',
    '<P TRANSLATE="NO">Leave this</P>',
  ],
  [
    'the class notranslate',
    'Our <span class="notranslate">Acme Corp</span> house',
    'OUR <span class="notranslate">Acme Corp</span> HOUSE',
  ],
  [
    'the class among others',
    'Our <span class="x notranslate y">Acme Corp</span> house',
    'OUR <span class="x notranslate y">Acme Corp</span> HOUSE',
  ],
  [
    'a class that only looks like it',
    'Our <span class="notranslated">Acme Corp</span> house',
    'OUR <span class="notranslated">ACME CORP</span> HOUSE',
  ],
  [
    'translate="yes" inside',
    '<div translate="no">Leave <b translate="yes">not this</b> this</div>',
    '<div translate="no">Leave <b translate="yes">NOT THIS</b> this</div>',
  ],
  [
    'translate="" inside',
    '<div translate="no">Leave <b translate>not this</b> this</div>',
    '<div translate="no">Leave <b translate>NOT THIS</b> this</div>',
  ],
  [
    'translate="yes" in an inline element',
    'See <i translate="no">leave <b translate="yes">not this</b> this</i> too',
    'SEE <i translate="no">leave <b translate="yes">NOT THIS</b> this</i> TOO',
  ],
  [
    'no, yes and no again',
    '<div translate="no">a <p translate="yes">b <i translate="no">c</i> d</p> e</div>',
    '<div translate="no">a <p translate="yes">B <i translate="no">c</i> D</p> e</div>',
  ],
  [
    'tags inside',
    'See <span translate="no">the <b>Acme</b> Corp</span> here',
    'SEE <span translate="no">the <b>Acme</b> Corp</span> HERE',
  ],
  [
    'a paragraph ended by the next',
    '<p translate="no">Leave this<p>Not this',
    '<p translate="no">Leave this<p>NOT THIS',
  ],
  [
    'an item ended by the next',
    '<ul><li class=notranslate>Leave<li>Not</ul>',
    '<ul><li class=notranslate>Leave<li>NOT</ul>',
  ],
  [
    'code that says otherwise',
    '<code translate="yes">some words</code>',
    '<code translate="yes">SOME WORDS</code>',
  ],
  [
    'the word in an attribute of another name',
    '<b data-translate="no">red</b> house',
    '<b data-translate="no">RED</b> HOUSE',
  ],
  ['translate="maybe"', '<b translate="maybe">red</b> house', '<b translate="maybe">RED</b> HOUSE'],
  [
    'the class against the attribute',
    '<b class="notranslate" translate="yes">red</b> house',
    '<b class="notranslate" translate="yes">red</b> HOUSE',
  ],
  [
    'never closed',
    '<p>One <span translate="no">two</p><p>three</p>',
    '<p>ONE <span translate="no">two</p><p>THREE</p>',
  ],
  [
    'tags to ignore',
    '<p>One <x-y>two</x-y> three</p>',
    '<p>ONE <x-y>two</x-y> THREE</p>',
    { ignore_tags: 'X-Y' },
  ],
];
