import { createPageTranslator } from './browser-proxy.js';

const translator = createPageTranslator();
const [form, text, target, result] = ['form', 'text', 'target', 'result'].map((id) =>
  document.getElementById(id),
);

/** Shows the result or the error. */
const show = async (work) => {
  try {
    result.textContent = await work();
  } catch (error) {
    result.textContent = error.message;
  }
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void show(async () => {
    const [translation] = await translator.translate([text.value], { target_lang: target.value });
    return translation.text;
  });
});

void show(async () => {
  const languages = await translator.languages('target');
  for (const { language, name } of languages) target.add(new Option(name, language));
  return '';
});
