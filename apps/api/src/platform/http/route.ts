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
      ...(spendEarly.length > 0 && {
        onRequest: async (request) => {
          for (const spend of spendEarly) await spend(request);
        },
      }),
      handler: async (request, reply) => {
        const call = await callOf(endpoint, request, authenticate);
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

/** A request as its use case sees it; refuses who may not call. */
export async function callOf<E extends Endpoint>(
  { auth }: E,
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Call<E>> {
  const actor = auth === 'public' ? null : await guard(auth, request, authenticate);
  const { params, query, body } = request;
  const language = pickLanguage(request.headers['accept-language']);
  return { params, query, body, actor, language, request } as never;
}

async function guard(auth: Auth, request: FastifyRequest, authenticate: Authenticate): Promise<Actor | null> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const actor = token ? await authenticate(token) : null;
  if (!actor && auth !== 'optional') throw new AppError('notSignedIn');
  if (auth === 'owner' && !actor?.isOwner) throw new AppError('notAllowed');
  return actor;
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
