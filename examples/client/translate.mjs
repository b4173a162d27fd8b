// Translates one text and a list, and shows what the service supports.
//
//   DRAGOMAN_AUTH_KEY=… DRAGOMAN_SERVER_URL=http://127.0.0.1:3030 node translate.mjs
import { Translator } from '@dragoman/client';

const translator = Translator.fromEnvironment({
  application: { name: 'dragoman-example', version: '1.0' },
});

const result = await translator.translateText('Good morning, my friend.', 'en', 'es');
console.log(result.text);

// Without a source language, it is detected for each text.
const results = await translator.translateText(
  ['My house has three doors and four windows.', 'Ma maison a trois portes et quatre fenêtres.'],
  null,
  'es',
);
for (const { detectedSourceLanguage, text } of results) {
  console.log(`${detectedSourceLanguage}: ${text}`);
}

// Tags follow their words.
const markup = await translator.translateText('The <b>red</b> house', 'en', 'es', {
  tagHandling: 'html',
});
console.log(markup.text);

const targets = await translator.getTargetLanguages();
console.log(`Into Spanish: ${targets.some(({ code }) => code === 'ES')}`);

const { characters } = await translator.getUsage();
console.log(`Limit reached: ${characters.isLimitReached}`);
