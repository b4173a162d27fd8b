import { servedSources, servedTargets } from '@dragoman/core';
import type { RunningServer } from './main.js';

/** What a person who starts the server reads: where it is, with which key, and a line to try. */
export const welcome = ({ address, generatedKey, services }: RunningServer): string => {
  const { router, engines } = services;
  const sources = servedSources(router).length;
  const targets = servedTargets(router).length;
  const key = generatedKey?.isNew
    ? generatedKey.secret
    : generatedKey
      ? `$(cat '${generatedKey.path.replaceAll("'", "'\\''")}')`
      : '$DRAGOMAN_AUTH_KEY';
  const keyLine = generatedKey?.isNew
    ? `API key    ${generatedKey.secret}  (made now, kept in ${generatedKey.path})`
    : `API key    ${generatedKey ? `kept in ${generatedKey.path}` : 'the one you configured'}`;
  return [
    '',
    `Dragoman   ${address}`,
    keyLine,
    `Languages  ${sources} to translate from, ${targets} to translate into`,
    ...(sources === 0 ? notReady(engines.flatMap((engine) => engine.health().notes)) : []),
    '',
    'Try it:',
    `  curl -s ${address}/v2/translate -H "Authorization: Service-Auth-Key ${key}" \\`,
    `    -H 'Content-Type: application/json' -d '{"text":["Good morning, my friend."],"target_lang":"ES"}'`,
    '',
    '',
  ].join('\n');
};

const notReady = (notes: readonly string[]): readonly string[] => [
  '',
  'Nothing can be translated yet:',
  ...notes.map((note) => `  ${note}`),
];
