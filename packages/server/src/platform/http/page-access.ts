import type { FastifyRequest } from 'fastify';
import type { HttpSettings } from '../../context.js';
import { isOnThisMachine } from './this-machine.js';

/** Whether a visitor may translate on the page without a password. */
export const isWelcome = (
  { page, pagePassword }: Pick<HttpSettings, 'page' | 'pagePassword'>,
  request: FastifyRequest,
): boolean =>
  page !== 'off' && pagePassword === undefined && (page === 'on' || isOnThisMachine(request));
