import { MEBIBYTE } from '@dragoman/contract';
import * as z from 'zod';
import { SETTINGS } from '../../../configuration/settings.js';
import { readBounded } from '../../../platform/read-bounded.js';
import { CatalogueError } from '../catalogue-error.js';
import {
  type AnswerHeaders,
  type GetOptions,
  httpGet,
  retryTransfer,
  type TransferPolicy,
} from './http-get.js';
import { type Catalogue, modelSets } from './model-sets.js';
import { readRecords } from './records.js';

/** Where the default server keeps its files, if it does not say so itself. */
const DEFAULT_ATTACHMENTS_URL = 'https://firefox-settings-attachments.cdn.mozilla.net/';

const RECORDS_PATH = '/v1/buckets/main/collections/translations-models-v2/records';
const MAX_RECORDS_BYTES = 32 * MEBIBYTE;
const MAX_ROOT_BYTES = MEBIBYTE;
const MAX_PAGES = 100;

interface CatalogueAddress {
  /** Base of a Remote Settings server, without `/v1`. */
  readonly catalogueUrl: string;
  /** Base of the files; undefined asks the server. */
  readonly attachmentsUrl?: string | undefined;
}

interface Connection {
  readonly policy: TransferPolicy;
  readonly signal: AbortSignal;
}

/** The information about the catalogue that a pull needs. */
export interface FetchedCatalogue extends Catalogue {
  /** Ends in a slash; the location of a file is appended to it. */
  readonly attachmentsUrl: string;
}

const rootSchema = z.object({
  capabilities: z.object({ attachments: z.object({ base_url: z.url().max(1000) }) }),
});
const pageSchema = z.object({ data: z.array(z.unknown()) });

const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`);

interface JsonDocument {
  readonly value: unknown;
  readonly headers: AnswerHeaders;
  readonly bytes: number;
}

const getOnce = async (
  address: string,
  options: GetOptions,
  maxBytes: number,
): Promise<JsonDocument> => {
  const answer = await httpGet(address, {
    ...options,
    headers: { accept: 'application/json', ...options.headers },
  });
  const bytes = await readBounded(answer.chunks, maxBytes);
  if (!bytes) {
    throw new CatalogueError('refused', `The response of ${address} is larger than allowed.`);
  }
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return { value, headers: answer.headers, bytes: bytes.length };
  } catch (error) {
    throw new CatalogueError('refused', `The response of ${address} is not JSON.`, {
      cause: error,
    });
  }
};

/**
 * A JSON document of bounded size, with retries.
 *
 * @throws CatalogueError `unreachable` or `refused`
 */
const getJson = (
  address: string,
  { maxBytes, ...options }: GetOptions & { readonly maxBytes: number },
): Promise<JsonDocument> =>
  retryTransfer(() => getOnce(address, options, maxBytes), options.policy, options.signal);

const attachmentsUrlOf = async (
  { catalogueUrl, attachmentsUrl }: CatalogueAddress,
  base: string,
  connection: Connection,
): Promise<string> => {
  if (attachmentsUrl !== undefined) return withSlash(attachmentsUrl);
  const root = await getJson(`${base}/v1/`, { ...connection, maxBytes: MAX_ROOT_BYTES });
  const parsed = rootSchema.safeParse(root.value);
  if (parsed.success) {
    const found = new URL(parsed.data.capabilities.attachments.base_url);
    const isSafe = found.protocol === 'https:' || found.protocol === new URL(base).protocol;
    if (isSafe && /^https?:$/.test(found.protocol)) return withSlash(found.href);
    throw new CatalogueError(
      'refused',
      `The catalogue refers to ${found.href} for its files, which is less secure than the catalogue itself.`,
    );
  }
  if (catalogueUrl === SETTINGS.catalogueUrl.defaultValue) return DEFAULT_ATTACHMENTS_URL;
  throw new CatalogueError(
    'refused',
    `${base}/v1/ does not say where the files are. Set catalogueAttachmentsUrl.`,
  );
};

/** The next page, where the server answers in pages; it must be on the same server. */
const nextPage = (headers: AnswerHeaders, current: string): string | undefined => {
  const next = headers.get('next-page');
  if (next === null) return undefined;
  const isSameServer = URL.canParse(next) && new URL(next).origin === new URL(current).origin;
  if (isSameServer) return next;
  throw new CatalogueError('refused', 'The catalogue continues on another server.');
};

const fetchRecords = async (base: string, connection: Connection): Promise<readonly unknown[]> => {
  const values: unknown[] = [];
  let page: string | undefined = `${base}${RECORDS_PATH}`;
  let bytesLeft = MAX_RECORDS_BYTES;
  for (let pages = 0; page !== undefined; pages += 1) {
    if (pages === MAX_PAGES)
      throw new CatalogueError('refused', 'The catalogue has too many pages.');
    const answer = await getJson(page, { ...connection, maxBytes: bytesLeft });
    const parsed = pageSchema.safeParse(answer.value);
    if (!parsed.success) {
      throw new CatalogueError('refused', `${page} does not contain a list of records.`);
    }
    values.push(...parsed.data.data);
    bytesLeft -= answer.bytes;
    page = nextPage(answer.headers, page);
  }
  return values;
};

/**
 * The list of models that can be pulled now. Two small requests; no model is downloaded.
 *
 * @throws CatalogueError `unreachable` or `refused`
 */
export const fetchCatalogue = async (
  address: CatalogueAddress,
  connection: Connection,
): Promise<FetchedCatalogue> => {
  const base = address.catalogueUrl.replace(/\/+$/, '').replace(/\/v1$/, '');
  const { records, leftOut } = readRecords(await fetchRecords(base, connection));
  const attachmentsUrl = await attachmentsUrlOf(address, base, connection);
  const catalogue = modelSets(records);
  return { sets: catalogue.sets, leftOut: [...leftOut, ...catalogue.leftOut], attachmentsUrl };
};
