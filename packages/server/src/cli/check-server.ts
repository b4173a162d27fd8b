import { askServer } from './ask-server.js';

/** The state of a server, seen from outside. */
export interface ServerReport {
  readonly address: string;
  readonly state: 'ready' | 'not-ready' | 'no-answer' | 'something-else';
  /** Engines and their states, if the server reports them. */
  readonly engines: Readonly<Record<string, string>>;
  /** Undefined if the server does not respond or no key is known. */
  readonly isKeyAccepted: boolean | undefined;
  /** What to do if something is wrong. */
  readonly advice: string | undefined;
}

/** Checks whether a server responds, can translate, and accepts the key. Translates nothing. */
export const checkServer = async (
  address: string,
  key: string | undefined,
  signal: AbortSignal,
): Promise<ServerReport> => {
  const report = { address, engines: {}, isKeyAccepted: undefined, advice: undefined } as const;
  const ready = await askServer(`${address}/health/ready`, { signal });
  if (!ready) {
    const advice = 'Start it with: dragoman serve';
    return { ...report, state: 'no-answer', advice };
  }
  const engines = enginesOf(ready.body);
  if (!engines) {
    const advice = 'The server there is not Dragoman. Check the address.';
    return { ...report, state: 'something-else', advice };
  }
  const isKeyAccepted = key === undefined ? undefined : await tryKey(address, key, signal);
  if (ready.status !== 200) {
    const advice = 'No languages can be translated there. Run `dragoman doctor` on that machine.';
    return { ...report, state: 'not-ready', engines, isKeyAccepted, advice };
  }
  const advice =
    isKeyAccepted === false
      ? 'It refuses the key. Set DRAGOMAN_AUTH_KEY to one of its keys.'
      : undefined;
  return { ...report, state: 'ready', engines, isKeyAccepted, advice };
};

/** Whether anything responds at an address. */
export const isReachable = async (address: string, signal: AbortSignal): Promise<boolean> =>
  (await askServer(`${address}/health/live`, { signal })) !== undefined;

const tryKey = async (
  address: string,
  key: string,
  signal: AbortSignal,
): Promise<boolean | undefined> => {
  const headers = { authorization: `Service-Auth-Key ${key}` };
  const usage = await askServer(`${address}/v2/usage`, { headers, signal });
  return usage && usage.status !== 403;
};

const enginesOf = (body: unknown): Readonly<Record<string, string>> | undefined => {
  const engines = (body as { engines?: unknown } | undefined)?.engines;
  if (typeof engines !== 'object' || engines === null) return undefined;
  return Object.fromEntries(Object.entries(engines).map(([id, state]) => [id, String(state)]));
};
