import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ProxySettings } from './options.js';
import { ProxyError } from './proxy-error.js';
import { TokenBucket } from './token-bucket.js';

const COOKIE = 'dragoman_session';

/** The session of one browser. */
export interface Session {
  readonly id: string;
  readonly requests: TokenBucket;
  readonly characters: TokenBucket;
}

/** The sessions in memory; limited in number and idle time. */
export interface Sessions {
  /** The session a Cookie header names, or none. Using a session extends it. */
  find(cookieHeader: string | undefined): Session | undefined;
  open(): Session;
  /** The `Set-Cookie` header of a session. Scripts cannot read it, other sites cannot send it. */
  cookieOf(session: Session, options: { readonly isSecure: boolean }): string;
  /** @throws ProxyError `too_many_requests` beyond a limit of the session */
  take(session: Session, limit: 'requests' | 'characters', amount: number): void;
}

export const createSessions = ({
  basePath,
  maxSessions,
  sessionLifetimeMs,
  requestsPerMinute,
  charactersPerMinute,
  now,
}: ProxySettings): Sessions => {
  const known = new LRUCache<string, Session>({
    max: maxSessions,
    ttl: sessionLifetimeMs,
    updateAgeOnGet: true,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    find(cookieHeader) {
      for (const id of sessionIds(cookieHeader)) {
        const session = known.get(id);
        if (session) return session;
      }
      return undefined;
    },
    open() {
      const session: Session = {
        id: randomBytes(24).toString('base64url'),
        requests: new TokenBucket(requestsPerMinute, now()),
        characters: new TokenBucket(charactersPerMinute, now()),
      };
      known.set(session.id, session);
      return session;
    },
    cookieOf: ({ id }, { isSecure }) =>
      `${COOKIE}=${id}; Path=${basePath || '/'}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
    take(session, limit, amount) {
      const waitMs = session[limit].take(amount, now());
      if (waitMs === 0) return;
      const seconds = Math.max(1, Math.ceil(waitMs / 1000));
      throw new ProxyError(
        'too_many_requests',
        limit === 'requests'
          ? 'You have reached your limit of translations per minute. Try again later.'
          : 'You have reached your limit of characters per minute. Try again later.',
        { headers: { 'retry-after': String(seconds) } },
      );
    },
  };
};

/** Another path of the host may have set a cookie of the same name, so all of them are tried. */
const sessionIds = (cookieHeader = ''): readonly string[] =>
  cookieHeader
    .split(';')
    .map((pair) => pair.trim().split('=', 2))
    .filter(([name]) => name === COOKIE)
    .map(([, value = '']) => value);
