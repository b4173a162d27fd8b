import { build, copyText, element, radios } from './elements.js';
import { message } from './messages.js';
import type { TranslationRequest } from './service/api.js';

/** Shows the latest request as code, in the language that is chosen. */
interface CodePanel {
  /** Shows this request; undefined if there is none. */
  showRequest(request: TranslationRequest | undefined): void;
}

/** The environment variable that holds the key in all examples. */
export const KEY_VARIABLE = 'DRAGOMAN_AUTH_KEY';

const CODE_LANGUAGES = ['curl', 'Node', 'Python'] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/**
 * A translation request of the page as a program makes it.
 *
 * @param server address of the server, without a slash at its end
 */
export const codeOf = (
  language: CodeLanguage,
  request: TranslationRequest,
  server: string,
): string => WRITERS[language](`${server}/v2/translate`, bodyOf(request));

const bodyOf = ({ text, sourceCode, targetCode, modelType }: TranslationRequest): string =>
  JSON.stringify(
    {
      text: [text],
      source_lang: sourceCode,
      target_lang: targetCode,
      model_type: modelType,
    },
    null,
    2,
  );

/** A JSON object of texts and lists is also one of JavaScript and of Python. */
const WRITERS: Readonly<Record<CodeLanguage, (url: string, body: string) => string>> = {
  curl: (url, body) =>
    [
      `curl -s ${quoted(url)} \\`,
      `  -H "Authorization: Service-Auth-Key $${KEY_VARIABLE}" \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d ${quoted(body)}`,
    ].join('\n'),
  Node: (url, body) =>
    `const response = await fetch(${JSON.stringify(url)}, {
  method: 'POST',
  headers: {
    authorization: \`Service-Auth-Key \${process.env.${KEY_VARIABLE}}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify(${indented(body)}),
});
const { translations } = await response.json();
console.log(translations[0].text);`,
  Python: (url, body) =>
    `import json, os, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
    data=json.dumps(${indented(body, '    ')}).encode(),
    headers={
        "Authorization": "Service-Auth-Key " + os.environ["${KEY_VARIABLE}"],
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    print(json.load(response)["translations"][0]["text"])`,
};

/** For a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Line breaks within texts are escaped, so every line break is one between entries. */
const indented = (text: string, indent = '  '): string => text.replaceAll('\n', `\n${indent}`);

export const createCodePanel = (say: (text: string) => void): CodePanel => {
  const panel = element('code', HTMLDetailsElement);
  const field = element('code-text', HTMLTextAreaElement);
  let current: TranslationRequest | undefined;

  const show = () => {
    panel.hidden = current === undefined;
    const chosen = radios('code-language').find((radio) => radio.checked)?.value;
    const language = CODE_LANGUAGES.find((one) => one === chosen) ?? CODE_LANGUAGES[0];
    const server = new URL('.', location.href).href.replace(/\/$/, '');
    field.value = current && panel.open ? codeOf(language, current, server) : '';
    field.rows = field.value.split('\n').length;
  };
  element('code-languages', HTMLElement).append(
    ...CODE_LANGUAGES.map((language, index) => {
      const properties = { type: 'radio', name: 'code-language', value: language };
      return build('label', {}, build('input', { ...properties, checked: index === 0 }), language);
    }),
  );
  element('code-key', HTMLElement).textContent = message('codeKey', { variable: KEY_VARIABLE });
  panel.addEventListener('toggle', show);
  panel.addEventListener('change', show);
  element('code-copy', HTMLButtonElement).addEventListener('click', async () => {
    say(message((await copyText(field.value, field)) ? 'codeCopied' : 'copyRefused'));
  });
  return {
    showRequest(request) {
      current = request;
      show();
    },
  };
};
