import {
  AppError,
  isUuid,
  parseConfiguredRules,
  parseInstruction,
  parseStyleCreation,
  parseStyleNaming,
  parseStylePage,
} from '@dragoman/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StyleKey } from '../../styles/style-record.js';
import { toWireInstruction, toWireStyle } from '../../styles/wire.js';
import type { HttpDependencies } from '../request/context.js';
import { callerOf } from '../request/owner-of.js';

/** A route for one style rule list. */
interface StyleRoute {
  readonly Params: { readonly style_id: string };
}

/** A route for one instruction of a list. */
interface InstructionRoute {
  readonly Params: { readonly style_id: string; readonly instruction_id: string };
}

/** The calls of `/v3/style_rules`. */
export const registerStyles = (
  app: FastifyInstance,
  { styles }: Pick<HttpDependencies, 'styles'>,
): void => {
  app.get('/v3/style_rules', async (request) => {
    const page = parseStylePage(request.query);
    const listed = await styles.list(callerOf(request).ownerId, page);
    return { style_rules: listed.map((style) => toWireStyle(style, page.isDetailed)) };
  });

  app.post('/v3/style_rules', async (request, reply) => {
    const style = await styles.create(callerOf(request), parseStyleCreation(request.body));
    return reply.code(201).send(toWireStyle(style));
  });

  const one = '/v3/style_rules/:style_id';
  app.get<StyleRoute>(one, async (request) => toWireStyle(await styles.find(styleKeyOf(request))));

  app.patch<StyleRoute>(one, async (request) => {
    const { id } = styleKeyOf(request);
    return toWireStyle(await styles.rename(callerOf(request), id, parseStyleNaming(request.body)));
  });

  app.delete<StyleRoute>(one, async (request, reply) => {
    await styles.remove(callerOf(request), styleKeyOf(request).id);
    return reply.code(204).send();
  });

  app.put<StyleRoute>(`${one}/configured_rules`, async (request) => {
    const { id } = styleKeyOf(request);
    const rules = parseConfiguredRules(request.body);
    return toWireStyle(await styles.configure(callerOf(request), id, rules));
  });
};

/** The calls of `/v3/style_rules/{style_id}/custom_instructions`. */
export const registerStyleInstructions = (
  app: FastifyInstance,
  { styles }: Pick<HttpDependencies, 'styles'>,
): void => {
  const all = '/v3/style_rules/:style_id/custom_instructions';
  app.post<StyleRoute>(all, async (request, reply) => {
    const { id } = styleKeyOf(request);
    const sent = parseInstruction(request.body);
    const instruction = await styles.addInstruction(callerOf(request), id, sent);
    return reply.code(201).send(toWireInstruction(instruction));
  });

  const one = `${all}/:instruction_id`;
  app.get<InstructionRoute>(one, async (request) =>
    toWireInstruction(await styles.findInstruction(styleKeyOf(request), instructionIdOf(request))),
  );

  app.put<InstructionRoute>(one, async (request) => {
    const { id } = styleKeyOf(request);
    const instruction = { id: instructionIdOf(request), ...parseInstruction(request.body) };
    return toWireInstruction(await styles.replaceInstruction(callerOf(request), id, instruction));
  });

  app.delete<InstructionRoute>(one, async (request, reply) => {
    const { id } = styleKeyOf(request);
    await styles.removeInstruction(callerOf(request), id, instructionIdOf(request));
    return reply.code(204).send();
  });
};

/** @throws AppError `invalid_parameter` for a malformed id */
const styleKeyOf = (request: FastifyRequest<StyleRoute>): StyleKey => ({
  ownerId: callerOf(request).ownerId,
  id: idOf('style_id', request.params.style_id),
});

const instructionIdOf = ({ params }: FastifyRequest<InstructionRoute>): string =>
  idOf('instruction_id', params.instruction_id);

const idOf = (parameter: string, id: string): string => {
  if (isUuid(id)) return id.toLowerCase();
  throw new AppError('invalid_parameter', {
    parameter,
    message: `Invalid ${parameter}`,
    detail: 'It is a UUID.',
  });
};
