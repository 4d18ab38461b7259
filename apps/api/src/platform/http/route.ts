import { type Auth, type Endpoint, ErrorReply, errorCodes } from '@wopack/contract';
import { type Language, pickLanguage } from '@wopack/rules';
import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Reads } from '../db/reads.ts';
import type { Actor, Authenticate } from './actor.ts';
import { AppError } from './error.ts';
import type { Limit, limitsOn } from './limits.ts';

type Given<S> = S extends TSchema ? Static<S> : undefined;
type ActorOf<A extends Auth> = A extends 'public' ? null : A extends 'optional' ? Actor | null : Actor;

/** What a use case gets of a call that passed validation and guard. */
export interface Call<E extends Endpoint> {
  params: Given<E['params']>;
  query: Given<E['query']>;
  body: Given<E['body']>;
  actor: ActorOf<E['auth']>;
  language: Language;
  request: FastifyRequest;
}

/** With `download` the reply is a file of that name. */
export type Route = <E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Static<E['reply']>>,
  options?: { limit?: Limit | Limit[]; download?: string },
) => void;

/** Pairs endpoints of the contract with use cases: validation, guard and serialisation come from the declaration. */
export function routesOn(
  app: FastifyInstance,
  authenticate: Authenticate,
  limitOn: ReturnType<typeof limitsOn>,
  wrote: Reads['wrote'],
): Route {
  return (endpoint, handler, { limit = [], download } = {}) => {
    const limits = [limit].flat();
    const spendAt = (moment: (by: Limit['by']) => boolean) =>
      limits
        .filter(({ by }) => moment(by))
        .map((each) => limitOn(`${endpoint.method} ${endpoint.path}`, each));
    // An address is counted before anything is read of the call, a person once it is known who calls.
    const spendEarly = spendAt((by) => by === undefined || by === 'address');
    const spendLate = spendAt((by) => by === 'person' || by === 'email');
    app.route({
      method: endpoint.method,
      url: urlOf(endpoint),
      schema: schemaOf(endpoint),
      config: { file: endpoint.file },
      onRequest: async (request) => {
        for (const spend of spendEarly) await spend(request);
        await identify(endpoint, request, authenticate);
      },
      handler: async (request, reply) => {
        const call = callOf(endpoint, request);
        for (const spend of spendLate) await spend(request, call.actor);
        try {
          const answer = await handler(call);
          if (download) reply.header('content-disposition', `attachment; filename="${download}"`);
          return answer;
        } finally {
          // Refused or not: something may have been committed on the way.
          if (endpoint.method === 'POST' && call.actor) await wrote(call.actor.id);
        }
      },
    });
  };
}

export const urlOf = ({ path }: Endpoint): string => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Finds out who calls; refuses who may not. Before the body is read: a stranger is told nothing of what is wrong with
 * it, and costs no more than a look at the token.
 */
export async function identify({ auth }: Endpoint, request: FastifyRequest, authenticate: Authenticate) {
  if (auth === 'public') return;
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const actor = token ? await authenticate(token) : null;
  if (!actor && auth !== 'optional') throw new AppError('notSignedIn');
  if (auth === 'owner' && !actor?.isOwner) throw new AppError('notAllowed');
  request.actor = actor;
}

/** A request as its use case sees it: of what the endpoint does not declare, nothing. */
export function callOf<E extends Endpoint>(endpoint: E, request: FastifyRequest): Call<E> {
  const { actor } = request;
  const params = endpoint.params && request.params;
  const query = endpoint.query && request.query;
  const body = endpoint.body && request.body;
  const language = pickLanguage(request.headers['accept-language']);
  return { params, query, body, actor, language, request } as never;
}

export function schemaOf({
  params,
  query,
  body,
  file,
  reply,
  stream,
  produces,
  summary,
  module,
  auth,
  errors,
}: Endpoint): FastifySchema {
  const names = [
    ...errors,
    ...(auth === 'user' || auth === 'owner' ? (['notSignedIn'] as const) : []),
    ...(auth === 'owner' ? (['notAllowed'] as const) : []),
    // Whatever the call: the database may be away, and we may be wrong.
    'serviceDown' as const,
    'ourFault' as const,
  ];
  return {
    summary,
    tags: [module],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(file && { consumes: ['multipart/form-data'] }),
    security: auth === 'public' ? [] : auth === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    response: {
      200: stream
        ? {
            description: `server-sent events '${stream}' with this as data`,
            content: { 'text/event-stream': { schema: reply } },
          }
        : produces
          ? { description: 'a file', content: { [produces]: { schema: reply } } }
          : reply,
      ...Object.fromEntries(names.map((name) => [errorCodes[name].status, ErrorReply])),
    },
  };
}
