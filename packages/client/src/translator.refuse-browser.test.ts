import { expect, it } from 'vitest';
import { refuseBrowser } from './translator.js';

it.each([
  ['a browser', {}],
  ['a browser with the process that bundlers add', { process: { versions: {} } }],
  ['a window of Electron', { process: { versions: { node: '20.19.0' }, type: 'renderer' } }],
])('refuses %s and says why', (_name, globals) => {
  expect(() => refuseBrowser(globals)).toThrow(/could read the API key.*@dragoman\/browser-proxy/);
});

it('passes in Node, also where tests imitate a page', () => {
  expect(() => refuseBrowser()).not.toThrow();
  const imitated = { process, window: {}, document: {} };
  expect(() => refuseBrowser(imitated)).not.toThrow();
});
