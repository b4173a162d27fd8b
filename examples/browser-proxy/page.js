const base = '/translate-proxy';
const [form, text, target, result] = ['form', 'text', 'target', 'result'].map((id) =>
  document.getElementById(id),
);

/** Reads a response, or throws its error message. */
const read = async (answer) => {
  const content = await answer.json();
  if (!answer.ok) throw new Error(content.message);
  return content;
};

/** Also starts the session that translations need. */
const loadLanguages = async () => read(await fetch(`${base}/languages?type=target`));

const send = (body) =>
  fetch(`${base}/translate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const translate = async (body) => {
  const answer = await send(body);
  if (answer.status !== 403) return read(answer);
  // The session has ended, for instance because the page was left open overnight.
  await loadLanguages();
  return read(await send(body));
};

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
    const { translations } = await translate({ text: text.value, target_lang: target.value });
    return translations[0].text;
  });
});

void show(async () => {
  for (const { language, name } of await loadLanguages()) target.add(new Option(name, language));
  return '';
});
