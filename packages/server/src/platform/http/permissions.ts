import type { onRequestAsyncHookHandler } from 'fastify';

/** What a key can be restricted to. `admin` manages keys and reads everybody's usage. */
export const PERMISSIONS = ['translate', 'usage', 'admin'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/**
 * Makes a hook that lets only requests with a key through.
 *
 * @param permissions one of these the key must have
 */
export type RequireKey = (permissions: readonly Permission[]) => onRequestAsyncHookHandler;
