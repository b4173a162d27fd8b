import { DragomanError } from './errors.js';

/** The globals that distinguish Node from a browser. */
export interface HostGlobals {
  readonly process?: {
    readonly versions?: { readonly node?: string };
    /** Set by Electron; the windows are `renderer`. */
    readonly type?: string;
  };
}

/**
 * Throws in a browser, where everyone could read the key. Test environments that emulate a page in
 * Node are allowed.
 *
 * @throws DragomanError `browser_refused`, which says what to use instead
 */
export const refuseBrowser = ({ process }: HostGlobals = globalThis as HostGlobals): void => {
  const isNode = process?.versions?.node !== undefined && process.type !== 'renderer';
  if (isNode) return;
  throw new DragomanError(
    'This library does not run in a browser: anyone who opens the page could read the API key. ' +
      'Let the page call your own server, which keeps the key, with @dragoman/browser-proxy.',
    { code: 'browser_refused' },
  );
};
