import type { Auth, Endpoint } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Actor } from './actor.ts';
import type { FieldErrors } from './app-error.ts';
import type { CheckRateLimit, createRateLimitFactory, RateLimit } from './rate-limits.ts';
import { buildRouteSchema } from './route-schema.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the hooks of endpoint-hooks.ts go by; a route outside the contract has none. */
    endpoint?: Endpoint;
    /** By address: counted before anything is read of the call. */
    earlyRateLimits?: CheckRateLimit[];
    /** By user or e-mail address: counted once it is known who calls, and what with. */
    lateRateLimits?: CheckRateLimit[];
    /** A method, since the hooks, which know of no endpoint in particular, call it with a call of any. */
    validate?(call: PartiallyValidCall<Endpoint>): FieldErrors | Promise<FieldErrors>;
  }
  interface FastifyRequest {
    /** Null: nobody who signed in, or nobody asked. */
    actor: Actor | null;
    /** Null until all of it is accepted. */
    call: Call<Endpoint> | null;
  }
}

type StaticOf<S> = S extends TSchema ? Static<S> : undefined;
type ActorOf<A extends Auth> = A extends 'public' ? null : A extends 'optional' ? Actor | null : Actor;

/** What a use case gets of a call that passed validation and guard. */
export interface Call<E extends Endpoint> {
  params: StaticOf<E['params']>;
  query: StaticOf<E['query']>;
  body: StaticOf<E['body']>;
  actor: ActorOf<E['auth']>;
  language: Language;
  request: FastifyRequest;
}

/** A value as far as its schema accepted it: any part of it may be missing, a list is there as a whole or not at all. */
type PartiallyValid<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: PartiallyValid<T[K]> | undefined }
    : T;

/** A call whose schema may have refused parts of it: those are left out. */
export interface PartiallyValidCall<E extends Endpoint> {
  params: PartiallyValid<StaticOf<E['params']>>;
  query: PartiallyValid<StaticOf<E['query']>>;
  body: PartiallyValid<NonNullable<StaticOf<E['body']>>>;
  actor: ActorOf<E['auth']>;
  /** Fields that the schema refused, by their paths. */
  refused: ReadonlySet<string>;
}

/**
 * What is wrong with a call besides what its schema refuses; changes nothing. It runs whether or not the schema refused
 * something, so that all of it is answered at once.
 */
export type Validate<E extends Endpoint> = (
  call: PartiallyValidCall<E>,
) => FieldErrors | Promise<FieldErrors>;

/** With `download` the reply is a file of that name. */
export type Route = <E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Static<E['reply']>>,
  options?: { limit?: RateLimit | RateLimit[]; download?: string; validate?: Validate<E> },
) => void;

/** Pairs endpoints of the contract with use cases; their declaration configures the hooks and the serialisation. */
export const createRoute =
  (app: FastifyInstance, createRateLimit: ReturnType<typeof createRateLimitFactory>): Route =>
  (endpoint, handler, { limit = [], download, validate } = {}) => {
    const rateLimits = [limit].flat();
    const createRateLimits = (isIncluded: (by: RateLimit['by']) => boolean) =>
      rateLimits
        .filter(({ by }) => isIncluded(by))
        .map((rateLimit) => createRateLimit(`${endpoint.method} ${endpoint.path}`, rateLimit));
    app.route({
      ...buildRouteOptions(endpoint, {
        earlyRateLimits: createRateLimits((by) => by === undefined || by === 'address'),
        lateRateLimits: createRateLimits((by) => by === 'person' || by === 'email'),
        validate,
      }),
      handler: async (request, reply) => {
        const result = await handler(getCall(endpoint, request));
        if (download) reply.header('content-disposition', `attachment; filename="${download}"`);
        return result;
      },
    });
  };

/** All of a route but its handler. */
export const buildRouteOptions = (
  endpoint: Endpoint,
  config: Omit<FastifyContextConfig, 'endpoint'> = {},
): Omit<RouteOptions, 'handler'> => ({
  method: endpoint.method,
  url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
  schema: buildRouteSchema(endpoint),
  attachValidation: true,
  config: { ...config, endpoint },
});

/** The call that the hooks accepted; by the endpoint's schemas it is one of that endpoint. */
export const getCall = <E extends Endpoint>(_endpoint: E, request: FastifyRequest): Call<E> =>
  request.call as Call<E>;
