export { type BrowserProxy, createBrowserProxy } from './browser-proxy.js';
export type { ProxyAnswer, ProxyRequest } from './messages.js';
export { createNodeHandler, type NodeHandler } from './node-handler.js';
export type {
  BrowserProxyOptions,
  Upstream,
  UpstreamAnswer,
  UpstreamFailure,
  UpstreamRequest,
} from './options.js';
export { originOf } from './visitors.js';
