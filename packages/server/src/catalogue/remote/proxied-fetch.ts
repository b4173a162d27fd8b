import { EnvHttpProxyAgent, fetch, type RequestInit, type Response } from 'undici';
import { processEnvironment } from '../../platform/configuration/index.js';

let agent: EnvHttpProxyAgent | undefined;

/** The proxies of the environment. In lower case they have priority, as in other programs. */
const createAgent = (): EnvHttpProxyAgent => {
  const environment = processEnvironment();
  const read = (name: string) => environment[name.toLowerCase()] ?? environment[name] ?? '';
  return new EnvHttpProxyAgent({
    httpProxy: read('HTTP_PROXY'),
    httpsProxy: read('HTTPS_PROXY'),
    noProxy: read('NO_PROXY'),
  });
};

/**
 * Like the global `fetch`, which ignores proxies in Node 20, but through the proxies named by
 * `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. `NODE_EXTRA_CA_CERTS` applies as everywhere in Node.
 */
export const proxiedFetch = (url: URL, request: RequestInit): Promise<Response> => {
  agent ??= createAgent();
  return fetch(url, { ...request, dispatcher: agent });
};
