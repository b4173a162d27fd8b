import { type Engine, type Router, servedSources, servedTargets } from '@dragoman/core';
import type { Configuration } from './configuration/settings.js';

/** What the message says of a server. */
interface StartedServer {
  readonly address: string;
  /** Absent if the configuration sets a key, or the first key is stored elsewhere. */
  readonly generatedKey: Exclude<Greeting['key'], string> | undefined;
  readonly services: { readonly engines: readonly Engine[]; readonly router: Router };
}

/** The contents of the start message. */
interface Greeting {
  /** `http://127.0.0.1:3030` */
  readonly address: string;
  readonly page: 'for everybody' | 'with password' | 'on this machine' | 'off';
  /** The generated key, or where the caller gets one. */
  readonly key:
    | { readonly secret: string; readonly path: string; readonly isNew: boolean }
    | 'configured'
    | 'elsewhere';
  readonly sourceCount: number;
  readonly targetCount: number;
  /** Each engine in a few words: `neural (build wasm)`. */
  readonly engines: readonly string[];
  /** Where texts are sent that leave this machine or process, with the engine that sends them. */
  readonly destinations: readonly string[];
  /** Notes of the engines; shown if no languages can be translated. */
  readonly notes: readonly string[];
}

/** What language models get, which may run on other machines. */
export const SENT_OUT =
  'requests for quality_optimized or without source_lang, documents, rephrasing, and what no other engine can do';

/** The message at start: the server's address, the key, and a command to try. */
export const welcome = (server: StartedServer, configuration: Configuration): string => {
  const greeting = greetingOf(server, configuration);
  const { address, sourceCount, targetCount } = greeting;
  const { shown, line } = describeKey(greeting.key);
  return [
    '',
    `Dragoman   ${address}`,
    `Web page   ${describePage(greeting)}`,
    `API key    ${line}`,
    `Engines    ${greeting.engines.join(', ')}`,
    ...greeting.destinations.map((destination) => `Sent out   ${destination}`),
    ...(greeting.destinations.length > 0 ? [`           (${SENT_OUT})`] : []),
    `Languages  ${sourceCount} to translate from, ${targetCount} to translate into`,
    '',
    ...(sourceCount === 0
      ? notReady(greeting.notes)
      : [
          'Try it:',
          `  curl -s ${address}/v2/translate -H "Authorization: Service-Auth-Key ${shown}" \\`,
          `    -H 'Content-Type: application/json' -d '{"text":["Good morning, my friend."],"target_lang":"ES"}'`,
        ]),
    '',
    '',
  ].join('\n');
};

const greetingOf = (
  { address, generatedKey, services }: StartedServer,
  configuration: Configuration,
): Greeting => ({
  address,
  page: describePageAccess(configuration),
  key: generatedKey ?? (configuration.authKey === undefined ? 'elsewhere' : 'configured'),
  sourceCount: servedSources(services.router).length,
  targetCount: servedTargets(services.router).length,
  engines: services.engines.map((engine) => {
    const details = Object.entries(engine.health().details ?? {}).map((entry) => entry.join(' '));
    return details.length === 0 ? engine.id : `${engine.id} (${details.join(', ')})`;
  }),
  destinations: services.engines.flatMap(({ id, destination }) =>
    destination === undefined ? [] : [`the texts that ${id} translates, to ${destination}`],
  ),
  notes: services.engines.flatMap((engine) => engine.health().notes),
});

const describePageAccess = ({ page, pagePassword }: Configuration): Greeting['page'] => {
  if (page === 'off') return 'off';
  if (pagePassword !== undefined) return 'with password';
  return page === 'on' ? 'for everybody' : 'on this machine';
};

const describePage = ({ page, address }: Greeting): string => {
  if (page === 'off') return 'off';
  // A browser cannot open the address that means all addresses.
  const shown = `${address.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:|$)/, '//localhost')}/`;
  if (page === 'for everybody') return shown;
  return `${shown}  (${page === 'with password' ? 'asks for its password' : 'on this machine only'})`;
};

/** The key for the command to try, and the text about it. */
const describeKey = (key: Greeting['key']): { readonly shown: string; readonly line: string } => {
  if (key === 'configured') return { shown: '$DRAGOMAN_AUTH_KEY', line: 'the one you configured' };
  if (key === 'elsewhere') {
    return { shown: '$KEY', line: 'yours; create one with: npx dragoman keys create "me"' };
  }
  if (key.isNew) {
    return { shown: key.secret, line: `${key.secret}  (new, stored in ${key.path})` };
  }
  const quoted = `'${key.path.replaceAll("'", "'\\''")}'`;
  return { shown: `$(cat ${quoted})`, line: `stored in ${key.path}` };
};

const notReady = (notes: readonly string[]): readonly string[] => [
  'No languages can be translated yet:',
  ...notes.map((note) => `  ${note}`),
  'In another terminal, add some; the server uses them at once:',
  '  npx dragoman setup                # asks for languages and downloads their models',
  '  npx dragoman models pull German   # downloads the models of one language',
  '  npx dragoman models import FILE   # models from another machine, without a network',
];
