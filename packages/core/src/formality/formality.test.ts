import { describe, expect, it } from 'vitest';
import { formalityOf, formalitySigns, speaksToReader, tellsFormality } from './formality.js';
import { rewriteFormality } from './rewrite-formality.js';

const formOf = (to: string, source: string, translation: string) =>
  formalityOf({ source: 'en', target: to, text: source, translation });

describe('the form of address of a translation', () => {
  it.each([
    ['de', 'Can you help me?', 'Können Sie mir helfen?', 'more'],
    ['de', 'Can you help me?', 'Kannst du mir helfen?', 'less'],
    ['de', 'Your payment has arrived.', 'Deine Zahlung ist eingegangen.', 'less'],
    ['de', 'Open the window!', 'Öffne das Fenster!', 'less'],
    ['de', 'Are you hungry?', 'Hast du Hunger?', 'less'],
    ['de', 'Do you like Café du Monde?', 'Magst du das Café du Monde?', 'less'],
    ['fr', 'You are right.', 'Vous avez raison.', 'more'],
    ['fr', 'I love you.', "Je t'aime.", 'less'],
    ['es', 'Where do you live?', '¿Dónde vive usted?', 'more'],
    ['es', 'Where do you live?', '¿Dónde vives tú?', 'less'],
    ['es', 'Please send us the form.', 'Por favor, envíenos el formulario.', 'more'],
    ['es', 'Please send us the form.', 'Por favor, envíanos el formulario.', 'less'],
    ['it', 'Write to us.', 'Ci scriva.', 'more'],
    ['it', 'Write to us.', 'Scrivici.', 'less'],
    ['it', 'Can you repeat that?', 'Può ripetere?', 'more'],
    ['it', 'Can you repeat that?', 'Puoi ripetere?', 'less'],
    ['nl', 'Is this your bag?', 'Is dit uw tas?', 'more'],
    ['nl', 'Is this your bag?', 'Is dit jouw tas?', 'less'],
    ['pl', 'Where do you live?', 'Gdzie Pan mieszka?', 'more'],
    ['pl', 'Where do you live?', 'Gdzie mieszkasz?', 'less'],
    ['pl', 'Please wait here.', 'Proszę tu poczekać.', undefined],
    ['pl', 'Please wait here.', 'Proszę poczekać tutaj.', 'more'],
    ['pl', 'Did you call me?', 'Dzwoniłaś do mnie?', 'less'],
    ['pl', 'Do not forget the keys.', 'Nie zapomnij kluczy.', 'less'],
    ['ru', 'Where do you live?', 'Где вы живёте?', 'more'],
    ['ru', 'Where do you live?', 'Где ты живёшь?', 'less'],
    ['ru', 'Open the window!', 'Откройте окно!', 'more'],
    ['ru', 'Open the window!', 'Открой окно!', 'less'],
    ['ru', 'Please do not forget the keys.', 'Пожалуйста, не забудьте ключи.', 'more'],
    ['ru', 'Please do not forget the keys.', 'Пожалуйста, не забудь ключи.', 'less'],
    ['ru', 'Press the button.', 'Нажмите кнопку.', 'more'],
    ['pt-BR', 'Where do you live?', 'Onde o senhor mora?', 'more'],
    ['pt-BR', 'Where do you live?', 'Onde você mora?', 'less'],
    ['pt-PT', 'Where do you live?', 'Onde é que você mora?', 'more'],
    ['pt-PT', 'Can you help me?', 'Pode ajudar-me?', 'more'],
    ['pt-PT', 'Can you help me?', 'Podes ajudar-me?', 'less'],
    ['pt-PT', 'Let me help.', 'Deixe-me ajudar.', 'more'],
  ])('is told in %s: %s', (to, source, translation, form) => {
    expect(formOf(to, source, translation)).toBe(form);
  });

  it.each([
    ['de', 'She is tall.', 'Sie ist groß.'],
    ['de', 'Their house is old.', 'Ihr Haus ist alt.'],
    ['de', 'He can help me.', 'Er kann mir helfen.'],
    ['es', 'Her house is big.', 'Su casa es grande.'],
    ['it', 'He can do it.', 'Può farlo.'],
    ['fr', 'The meat is raw.', 'La viande est crue.'],
    ['pl', 'Mr Nowak is not in the country.', 'Pana Nowaka nie ma w kraju.'],
    ['pl', 'I met Mr Nowak.', 'Rozmawiał z nim Pan Nowak.'],
    ['pl', 'The key is broken.', 'Klawisz jest zepsuty.'],
    ['ru', 'This is only on our website.', 'Это есть лишь на нашем сайте.'],
    ['ru', "Let's go home.", 'Давайте пойдём домой.'],
    ['pt-BR', 'Can you help me?', 'Pode me ajudar?'],
    ['pt-PT', 'I gave him your book and her bag.', 'Dei-lhe o livro e a mala.'],
    ['nl', 'The speed limit is 120 km/h.', 'De maximumsnelheid is 120 km/u.'],
    ['nl', 'We open at 15.00.', 'Wij openen om 15.00 u.'],
    ['nl', 'The pump does 50 rpm.', 'De pomp doet 3000 u/min.'],
    ['de', 'The Café du Monde is open.', 'Das Café du Monde ist geöffnet.'],
    ['de', 'We do the Tour du Mont Blanc.', 'Wir machen die Tour du Mont Blanc.'],
  ])('is none where nobody is addressed, in %s: %s', (to, source, translation) => {
    expect(formOf(to, source, translation)).toBeUndefined();
  });

  it('is told by the words that show it, with their places', () => {
    const translation = 'Wenn du willst, nimm deine Tasche.';
    const signs = formalitySigns({
      source: 'en',
      target: 'de',
      text: 'If you like, take your bag.',
      translation,
    });
    expect(signs.map(({ start, end }) => translation.slice(start, end))).toEqual([
      'du',
      'willst',
      'deine',
    ]);
    expect(signs.every(({ form, isSure }) => form === 'less' && isSure)).toBe(true);
  });

  it('is unknown of languages that it is not known for', () => {
    expect(tellsFormality('de')).toBe(true);
    expect(tellsFormality('ja')).toBe(false);
    expect(formOf('ja', 'You are right.', 'あなたは正しい。')).toBeUndefined();
  });

  it('matters where the English speaks to its reader', () => {
    expect(speaksToReader('Your order has shipped.')).toBe(true);
    expect(speaksToReader('Please take the next exit.')).toBe(true);
    expect(speaksToReader('Open file')).toBe(false);
    expect(speaksToReader('Open it.')).toBe(false);
    expect(speaksToReader('Never open the file by hand! ')).toBe(true);
    expect(speaksToReader('Open the file by hand')).toBe(false);
    expect(speaksToReader('The train is late.')).toBe(false);
  });
});

describe('words that a rule can change for certain', () => {
  const rewrite = (to: string, form: 'more' | 'less', source: string, translation: string) =>
    rewriteFormality({ source: 'en', target: to, text: source, translation }, form);

  it.each([
    [
      'pt-PT',
      'more',
      'Do you know where your bag is?',
      'Sabes onde está a tua mala?',
      'Sabe onde está a sua mala?',
    ],
    [
      'pt-PT',
      'less',
      'Do you not use your phone?',
      'Você não usa o seu telemóvel?',
      'Tu não usas o teu telemóvel?',
    ],
    [
      'de',
      'more',
      'Can you see your bag?',
      'Kannst du deine Tasche sehen?',
      'Können Sie Ihre Tasche sehen?',
    ],
    [
      'de',
      'less',
      'Do you have your key?',
      'Haben Sie Ihren Schlüssel?',
      'Hast du deinen Schlüssel?',
    ],
    ['es', 'more', 'This is for you.', 'Esto es para ti.', 'Esto es para usted.'],
    ['fr', 'more', 'Where is your car?', 'Où est ta voiture ?', 'Où est votre voiture ?'],
    ['it', 'less', 'What is your name?', 'Qual è il Suo nome?', 'Qual è il tuo nome?'],
    ['nl', 'less', 'Do you have your key?', 'Hebt u uw sleutel?', 'Heb je je sleutel?'],
  ] as const)('%s %s: %s', (to, form, source, translation, rewritten) => {
    expect(rewrite(to, form, source, translation)).toBe(rewritten);
  });

  it('are changed all or not at all', () => {
    const text = 'Du verschlafelst deine Termine.';
    expect(rewrite('de', 'more', 'You miss your appointments.', text)).toBeUndefined();
  });
});
