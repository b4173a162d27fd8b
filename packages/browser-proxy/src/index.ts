export { type BrowserProxy, createBrowserProxy } from './browser-proxy.js';
export type { Upstream, UpstreamAnswer, UpstreamRequest } from './call-upstream.js';
export { originOf } from './check-origin.js';
export type { ProxyAnswer, ProxyRequest } from './messages.js';
export { createNodeHandler, type NodeHandler } from './node-handler.js';
export type { BrowserProxyOptions, UpstreamFailure } from './options.js';
