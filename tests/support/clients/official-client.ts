import * as deepl from 'deepl-node';
import type { TestServer } from '../start-server.js';

/** Far beyond what an answer takes on a busy machine; the client's own limit is five seconds. */
const TIMEOUT_MS = 60_000;

/** The official client, which shows each error instead of trying again. */
export const connect = ({ url }: Pick<TestServer, 'url'>, key: string): deepl.DeepLClient =>
  new deepl.DeepLClient(key, { serverUrl: url, maxRetries: 0, minTimeout: TIMEOUT_MS });
