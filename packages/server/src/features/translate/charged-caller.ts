import type { FastifyReply, FastifyRequest } from 'fastify';
import { onceSent, signalOf } from '../../platform/http/once-sent.js';
import { readReportingTag } from './reporting-tag.js';
import type { ChargedCaller } from './translation-service.js';

/**
 * Who pays for a request with a key, and how long the client waits.
 *
 * @throws AppError `invalid_parameter` for a wrong reporting tag
 */
export const chargedCallerOf = (request: FastifyRequest, { raw }: FastifyReply): ChargedCaller => {
  const { apiKey } = request;
  if (!apiKey) throw new Error('only requests with a key can be charged for');
  return {
    owner: apiKey,
    reportingTag: readReportingTag(request.headers),
    signal: signalOf(raw),
    onceAnswered: (report) => onceSent(raw, report),
    record(translated) {
      request.translated = translated;
    },
  };
};
