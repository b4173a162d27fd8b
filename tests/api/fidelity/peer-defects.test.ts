import { describe, expect, it } from 'vitest';
import { changing, echo, engineThat, upperCase } from './engines.js';
import { translateManyWith, translateWith } from './translate-text.js';

const HTML = { tag_handling: 'html' };

describe('defects known from other servers do not occur', () => {
  const translate = translateWith(engineThat(upperCase));

  it.each([
    ['Line one<br>Line two', 'LINE ONE<br>LINE TWO'],
    ['See <img src="a.png"> here', 'SEE <img src="a.png"> HERE'],
    ['<ul><li>One<li>Two</ul>', '<ul><li>ONE<li>TWO</ul>'],
  ])('tags that need no end are not escaped: %s', async (source, expected) => {
    expect(await translate(source, HTML)).toBe(expected);
  });

  it('unclosed tags by the thousand are an ordinary document', async () => {
    const source = '<b>word '.repeat(16_384);
    expect(await translate(source, HTML)).toBe('<b>WORD '.repeat(16_384));
  });

  it.each(['&lt;b&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;', '&amp;lt;i&amp;gt;', 'a &lt; b'])(
    'escaped text never comes back as markup: %s',
    async (escaped) => {
      const answer = await translate(`<p>Write ${escaped} here</p>`, HTML);
      expect(answer.match(/<[^>]*>/g)).toEqual(['<p>', '</p>']);
      expect(answer.match(/&(?:amp;)?lt;/g)).toEqual(escaped.match(/&(?:amp;)?lt;/g));
    },
  );

  it('texts that join to the same string have answers of their own', async () => {
    const many = translateManyWith(engineThat(upperCase));
    expect(await many(['a|b'])).toEqual(['A|B']);
    expect(await many(['a', 'b'])).toEqual(['A', 'B']);
    expect(await many(['a\nb'])).toEqual(['A\nB']);
    expect(await many(['a', 'b', 'a'])).toEqual(['A', 'B', 'A']);
    expect(await many(['', 'a', ''])).toEqual(['', 'A', '']);
  });

  it.each([
    ['the house of my mother', 'das Haus meiner Mutter'],
    ['some values of it', 'Mg2+ und PhoQP'],
    ['this is it', 'Das ist es.'],
  ])('the output is not recased nor its end replaced: %s', async (source, output) => {
    const german = translateWith(engineThat(() => [{ text: output, span: undefined }]));
    expect(await german(source, { target_lang: 'DE' })).toBe(output);
  });

  it('Norwegian Bokmål is known by its own code', async () => {
    expect(await translate('A house', { target_lang: 'NB' })).toBe('A HOUSE');
  });

  it('Chinese of either script is known, or refused by name', async () => {
    expect(await translate('A house', { target_lang: 'ZH' })).toBe('A HOUSE');
    await expect(translate('A house', { target_lang: 'ZH-HANT' })).rejects.toMatchObject({
      code: 'language_not_installed',
    });
  });

  it('a failing engine is an error, never the source text with a 200', async () => {
    const failing = engineThat(() => {
      throw new Error('broken');
    });
    await expect(translateWith(failing)('A house', HTML)).rejects.toThrow();
  });
});

describe('a damaged sentence is repaired', () => {
  const without = (signs: RegExp) =>
    translateWith(engineThat(changing((text) => text.toUpperCase().replaceAll(signs, ''))));

  it('where an engine loses brackets and quotation marks', async () => {
    expect(await without(/[[\]]/g)('Press [Enter] or (any) key now')).toBe(
      'PRESS [ENTER] OR (ANY) KEY NOW',
    );
    expect(await without(/["()]/g)('Press "Enter" or (any) {key} now')).toBe(
      'PRESS "ENTER" OR (ANY) {key} NOW',
    );
  });

  it('and stays as good as it can be where nothing helps', async () => {
    const lost = translateWith(
      engineThat((parts) => parts.map((part) => ({ ...part, text: part.text.replace('[', '') }))),
    );
    expect(await lost('Press [Enter now')).toBe('Press Enter now');
  });
});

describe('wishes of other servers users', () => {
  const engine = engineThat(echo);
  const translate = translateWith(engine);

  it('a block is translated as one, with nested tags in their context', async () => {
    engine.asked.length = 0;
    await translate('<p>The <b>very <i>red</i></b> house\nis here.</p>', HTML);
    expect(engine.asked).toEqual(['The <x1>very <x2>red</x2></x1> house is here.']);
  });

  it('the document type, comments, scripts, styles and CDATA are byte for byte the same', async () => {
    const source =
      '<!DOCTYPE html>\r\n<!-- c & d --><style>a>b{}</style><script>a<b&&c</script><![CDATA[x]]>';
    expect(await translate(source, HTML)).toBe(source);
  });
});
