import { AppError } from '@dragoman/contract';
import type { KeyRecord, Plan } from '../../platform/accounts/key-record.js';

/** Where a request was sent to. */
interface RequestAddress {
  /** The Host header, such as `api.example.com:8443`. */
  readonly host: string | undefined;
  /** The port of this machine it came in by. */
  readonly localPort: number | undefined;
}

/** Refuses a key at the base address of the other plan. */
export type CheckPlanAddress = (key: KeyRecord, address: RequestAddress) => void;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

interface BaseAddress {
  readonly shown: string;
  matches(address: RequestAddress): boolean;
}

const WEB_ADDRESS = /^(?:(https?:)\/\/)?(\[[0-9a-f:.]+\]|[^:/]+)(?::(\d+))?(?:\/.*)?$/i;

/** The port a base address consists of, when it is nothing but a port: `3031` or `:3031`. */
export const portOf = (baseAddress: string): number | undefined => {
  const digits = /^:?(\d+)$/.exec(baseAddress)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

const readBaseAddress = (text: string): BaseAddress => {
  const port = portOf(text);
  if (port !== undefined) {
    return { shown: `port ${port}`, matches: ({ localPort }) => localPort === port };
  }
  const [, scheme, name = '', givenPort] = WEB_ADDRESS.exec(text) ?? [];
  const wantedPort = givenPort ?? (scheme ? DEFAULT_PORTS[scheme.toLowerCase()] : undefined);
  return {
    shown: text,
    matches: ({ host = '' }) => {
      const [, , sentName = '', sentPort] = WEB_ADDRESS.exec(host) ?? [];
      if (sentName.toLowerCase() !== name.toLowerCase()) return false;
      // A Host header without a port means the default one, which a proxy may have taken in.
      return wantedPort === undefined || sentPort === wantedPort || isDefault(sentPort, wantedPort);
    },
  };
};

const isDefault = (sentPort: string | undefined, wantedPort: string): boolean =>
  sentPort === undefined && Object.values(DEFAULT_PORTS).includes(wantedPort);

/**
 * With both base addresses given, a key that is used at the other plan's address is refused with the
 * right one. Requests to any other name of the server are let through.
 */
export const createPlanAddressCheck = (
  baseUrl: string | undefined,
  freeBaseUrl: string | undefined,
): CheckPlanAddress => {
  if (baseUrl === undefined || freeBaseUrl === undefined) return () => {};
  const addresses: Readonly<Record<Plan, BaseAddress>> = {
    paid: readBaseAddress(baseUrl),
    free: readBaseAddress(freeBaseUrl),
  };
  return ({ plan }, address) => {
    const own = addresses[plan];
    const other = addresses[plan === 'free' ? 'paid' : 'free'];
    if (own.matches(address) || !other.matches(address)) return;
    throw new AppError('unauthorized', {
      message: `Authorization failed: keys of the ${plan} plan belong to ${own.shown}. Send the request there.`,
    });
  };
};
