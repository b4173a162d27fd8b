import { randomUUID } from 'node:crypto';
import type { Logger } from '@dragoman/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PlatformConfiguration } from '../configuration/service-settings.js';
import type { Metrics } from '../metrics.js';

/**
 * Records every answered request in the metrics and in the log. The log contains only the ids of
 * keys and no texts, unless the operator enables more; then the lines have level `info`. A key
 * itself is never logged, except for its first characters.
 */
export const registerRequestLog = (
  app: FastifyInstance,
  {
    settings,
    metrics,
    log,
  }: {
    readonly settings: Pick<PlatformConfiguration, 'logDetails'>;
    readonly metrics: Pick<Metrics, 'observeRequest'>;
    readonly log: Logger;
  },
): void => {
  const { logDetails = [] } = settings;
  const details = new Set(logDetails);
  const level = details.size === 0 ? 'debug' : 'info';
  app.decorateRequest('translated', null);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.observeRequest({ route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    log[level](
      {
        traceId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        elapsedMs: Math.round(reply.elapsedTime),
        key: request.apiKey?.id,
        ...(details.has('keys') && keyDetails(request)),
        ...(details.has('texts') && textsOf(request)),
      },
      'request',
    );
  });
};

const textsOf = ({ translated }: FastifyRequest) =>
  translated && {
    ...translated,
    ...(translated.translations && {
      translations: translated.translations.map(({ text }) => text),
    }),
  };

const keyDetails = ({ apiKey }: FastifyRequest) =>
  apiKey && { keyName: apiKey.name, keyHint: apiKey.hint };

/** A new id that connects a response, its error and its log lines. */
export const newTraceId = (): string => randomUUID().replaceAll('-', '');
