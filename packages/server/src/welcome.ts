/** What the greeting tells. */
export interface Greeting {
  /** `http://127.0.0.1:3030` */
  readonly address: string;
  /** Undefined when the configuration fixes the key. */
  readonly generatedKey:
    | { readonly secret: string; readonly path: string; readonly isNew: boolean }
    | undefined;
  readonly sourceCount: number;
  readonly targetCount: number;
  /** Each engine in a few words: `bergamot (kernels native)`. */
  readonly engines: readonly string[];
  /** What the engines have to say about themselves; shown when nothing can be translated. */
  readonly notes: readonly string[];
}

/** What a person who starts the server reads: where it is, with which key, and a line to try. */
export const welcome = (greeting: Greeting): string => {
  const { address, generatedKey, sourceCount, targetCount } = greeting;
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
    `Engines    ${greeting.engines.join(', ')}`,
    `Languages  ${sourceCount} to translate from, ${targetCount} to translate into`,
    ...(sourceCount === 0 ? notReady(greeting.notes) : []),
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
