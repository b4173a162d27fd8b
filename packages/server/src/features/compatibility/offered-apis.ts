import type { HttpSettings } from '../../context.js';
import { COMPATIBILITY_APIS } from '../../platform/configuration/settings/compatibility.js';
import { isLoopback } from '../../platform/http/loopback.js';
import type { OfferedApis } from './peer-routes.js';

/** The APIs of other servers to offer: those configured, else all of them on the loopback address. */
export const offeredApis = ({
  host,
  compatibility,
}: Pick<HttpSettings, 'host' | 'compatibility'>): OfferedApis => {
  const apis = compatibility ?? (isLoopback(host) ? COMPATIBILITY_APIS : []);
  return new Set(apis.filter((api) => api !== 'none'));
};
