import { describe, expect, it } from 'vitest';
import { alignerOf, given, translate } from '../testing/aligned-lines.js';

interface Knowledge {
  /** Translations of phrases by themselves. */
  readonly phrases?: Readonly<Record<string, string>>;
  /** Translations of words of the target language. */
  readonly back?: Readonly<Record<string, string>>;
}

/** @param alignment the translation, each word with the source word that it was taken from */
const place = (text: string, alignment: string, { phrases = {}, back = {} }: Knowledge) => {
  const { aligner } = alignerOf(given(alignment));
  return translate(text, {
    ...aligner,
    lexicon: {
      translate: async (phrase) => phrases[phrase],
      translateBack: (word) => back[word.toLowerCase()],
    },
  });
};

describe('a pair of tags', () => {
  it('goes around its phrase, wherever the model looked', async () => {
    const translated = await place(
      'Without the <a>map</a> nothing works',
      'Ohne<Without die<the Karte<map funktioniert<map nichts<nothing',
      { phrases: { map: 'Karte' } },
    );
    expect(translated).toBe('Ohne die <a>Karte</a> funktioniert nichts');
  });

  it('goes around other forms of the words, and short ones between them', async () => {
    const translated = await place(
      'see the <a>red button</a> and the <b>privacy policy</b> now',
      'voir<see les<the boutons<button rouges<button et<and la<the politique<policy de<policy la<the vie<now privée<privacy maintenant<now',
      { phrases: { 'red button': 'le bouton rouge', 'privacy policy': 'politique vie privée' } },
    );
    expect(translated).toBe(
      'voir les <a>boutons rouges</a> et la <b>politique de la vie privée</b> maintenant',
    );
  });

  it('has the article in it where the source has', async () => {
    const alignment = 'Das<The Haus<house ist<is groß<big';
    const phrases = { 'The house': 'das Haus', house: 'Haus' };
    expect(await place('<b>The house</b> is big', alignment, { phrases })).toBe(
      '<b>Das Haus</b> ist groß',
    );
    expect(await place('The <b>house</b> is big', alignment, { phrases })).toBe(
      'Das <b>Haus</b> ist groß',
    );
  });

  it('is around the one of two that the model looked from', async () => {
    const translated = await place(
      'a card and the <a>map</a> again',
      'eine<a Karte<card und<and die<the Karte<map wieder<again',
      { phrases: { map: 'Karte' } },
    );
    expect(translated).toBe('eine Karte und die <a>Karte</a> wieder');
  });

  it('loses words that a dictionary finds outside of it', async () => {
    const translated = await place(
      'Read the <a>letter</a> first',
      'Lesen<Read Sie<Read den<the Brief<letter zuerst<letter',
      { back: { zuerst: 'first', brief: 'mail' } },
    );
    expect(translated).toBe('Lesen Sie den <a>Brief</a> zuerst');
  });

  it('gains the words beside it that a dictionary finds inside', async () => {
    const translated = await place(
      'open the <a>user manual</a> now',
      "ouvrez<open le<the manuel<manual d'utilisateur<the maintenant<now",
      { back: { utilisateur: 'user', manuel: 'manual' } },
    );
    expect(translated).toBe("ouvrez le <a>manuel d'utilisateur</a> maintenant");
  });

  it('gains the words that make a longer phrase of its own in the dictionary', async () => {
    const alignment =
      'Lee<Read la<the dirección<address de<address correo<email electrónico<email hoy<now';
    const phrases = { 'email address': 'dirección de correo' };
    const back = { 'dirección de correo electrónico': 'email address' };
    expect(await place('Read the <a>email address</a> now', alignment, { phrases, back })).toBe(
      'Lee la <a>dirección de correo electrónico</a> hoy',
    );
  });

  it('does not end with an article or a preposition that its source does not end with', async () => {
    const alignment = 'le<the condizioni<terms di<of uso<use della<use pagina<page';
    expect(await place('the <a>terms of use</a> page', alignment, {})).toBe(
      'le <a>condizioni di uso</a> della pagina',
    );
    expect(await place('the <a>terms of</a> use page', alignment, {})).toBe(
      'le <a>condizioni di</a> uso della pagina',
    );
  });

  it('does not take the article that stands before it', async () => {
    const translated = await place(
      "voir l'<a>adresse</a> ici",
      "see<voir the<l'adresse address<l'adresse here<ici",
      {},
    );
    expect(translated).toBe('see the <a>address</a> here');
  });

  it('leaves out a sign that stands alone', async () => {
    const translated = await place('see the <a>map</a>?', 'voir<see la<the carte<map? ?<map?', {});
    expect(translated).toBe('voir la <a>carte</a> ?');
  });

  it('is placed by dictionaries where the alignment is none', async () => {
    const translated = await place(
      'Read the <a>price list</a> first',
      'Leggi<the prima<the la<the lista<the dei<the prezzi<price',
      { back: { lista: 'list', prezzi: 'price' } },
    );
    expect(translated).toBe('Leggi prima la <a>lista dei prezzi</a>');
  });
});
