/**
 * The script of the page: copy buttons, and forms to try calls. It must be sent unchanged: the
 * security policy contains its hash. Without it the page has everything else.
 */
export const SCRIPT = `
'use strict';
const make = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};
// What is too wide can be scrolled with the keys.
for (const block of document.querySelectorAll('pre')) block.tabIndex = 0;
for (const block of document.querySelectorAll('pre:not(.answer)')) {
  const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(block);
      button.textContent = 'Press Ctrl+C';
    }
  });
  block.before(button);
}
let key = '';
const fields = [];
const form = ({ method, target, body, scheme, session }) => {
  const secret = make('input', { type: 'password', value: key, autocomplete: 'off', size: 40 });
  fields.push(secret);
  secret.addEventListener('input', () => {
    key = secret.value;
    for (const field of fields) field.value = key;
  });
  const keyLabel = session
    ? 'API key (not needed here: without one, the call goes through the translator page) '
    : 'API key (cat data/auth-key) ';
  const address = make('input', { value: target, size: 60 });
  const text = body === undefined ? [] : [make('textarea', { value: body, rows: 6 })];
  const answer = make('pre', { className: 'answer', hidden: true });
  answer.setAttribute('aria-live', 'polite');
  const made = make(
    'form',
    { className: 'try' },
    ...(scheme ? [make('label', {}, keyLabel, secret)] : []),
    make('label', {}, 'Address ', address),
    ...text.map((field) => make('label', {}, 'Body ', field)),
    make('button', { textContent: 'Send' }),
    answer,
  );
  made.addEventListener('submit', async (event) => {
    event.preventDefault();
    answer.hidden = false;
    answer.textContent = '…';
    try {
      const isKeyless = session !== undefined && key.trim() === '';
      // Listing the languages starts a session.
      if (isKeyless) await fetch(session + 'languages');
      const url = isKeyless ? address.value.replace('v2/', session) : address.value;
      const headers = {
        ...(scheme && !isKeyless && { authorization: scheme + ' ' + key.trim() }),
        ...(text.length > 0 && { 'content-type': 'application/json' }),
      };
      const init = { method, headers, ...(text.length > 0 && { body: text[0].value }) };
      const response = await fetch(url, init);
      const content = await response.text();
      let shown = content;
      try {
        shown = JSON.stringify(JSON.parse(content), undefined, 2);
      } catch {}
      answer.textContent = response.status + '\\n' + shown;
    } catch (error) {
      answer.textContent = error.message;
    }
  });
  return made;
};
for (const place of document.querySelectorAll('[data-method]')) {
  place.append(make('summary', { textContent: 'Try it' }), form({ ...place.dataset }));
  place.hidden = false;
}
`;
