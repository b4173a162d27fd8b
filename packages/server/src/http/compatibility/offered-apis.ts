import { COMPATIBILITY_APIS } from '../../config/settings/compatibility.js';
import type { HttpSettings } from '../request/context.js';
import { isLoopback } from '../request/loopback.js';
import type { OfferedApis } from './common/peer-routes.js';

/** The APIs of other servers to offer: those configured, else all of them on the loopback address. */
export const offeredApis = ({
  host,
  compatibility,
}: Pick<HttpSettings, 'host' | 'compatibility'>): OfferedApis => {
  const apis = compatibility ?? (isLoopback(host) ? COMPATIBILITY_APIS : []);
  return new Set(apis.filter((api) => api !== 'none'));
};
