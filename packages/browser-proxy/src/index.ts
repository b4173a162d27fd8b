export { type BrowserProxy, createBrowserProxy } from './browser-proxy.js';
export { createNodeHandler, type NodeHandler } from './node-handler.js';
export type { Upstream, UpstreamAnswer, UpstreamRequest } from './options/call-upstream.js';
export type { BrowserProxyOptions, UpstreamFailure } from './options/options.js';
export { originOf } from './request/check-origin.js';
export type { ProxyAnswer, ProxyRequest } from './request/messages.js';
