import { Readable } from 'node:stream';
import type { Auth, Endpoint, MemberRole, OperatorRole, RateLimit } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { BusinessScope } from '../db/business-scope.ts';
import type { Db } from '../db/database.ts';
import type { ReadRouter } from '../db/read-router.ts';
import type { FieldErrors } from './app-error.ts';
import type { CheckRateLimit, createRateLimitFactory, FinishTry } from './rate-limits.ts';
import { buildRouteSchema } from './route-schemas.ts';
import { assertStillAllowed, endWithSession } from './session-end.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Configures the hooks of endpoint-hooks.ts; a route outside the contract has none. */
    endpoint?: Endpoint;
    /** By IP address: counted before the token and the body are read. */
    earlyRateLimits?: CheckRateLimit[];
    /** By user, guest or failure, and those of the module: counted once token and body are read. */
    lateRateLimits?: CheckRateLimit[];
    /** A method, so that its parameter is bivariant: the hooks pass the call of any endpoint. */
    validate?(call: PartiallyValidCall<Endpoint>): FieldErrors | Promise<FieldErrors>;
  }
  interface FastifyRequest {
    /** Null: not signed in, or the endpoint is public. */
    actor: Actor | null;
    /** Null until it is valid as a whole. */
    call: Call<Endpoint> | null;
    /** Tries that limits of failures wait to know the outcome of; null without any. */
    tries: FinishTry[] | null;
    /** Whether the token still opens the endpoint, for the same part in a business; null without a token. */
    isStillAllowed: (() => Promise<boolean>) | null;
    /** Whether the body had not arrived when the token was looked up. */
    isBodyLate: boolean;
  }
}

type StaticOf<S> = S extends TSchema ? Static<S> : undefined;
type ActorOf<A extends Auth> = A extends 'public'
  ? null
  : A extends 'optional' | 'guest'
    ? Actor | null
    : A extends 'operator'
      ? OperatorActor
      : A extends 'member'
        ? MemberActor
        : A extends 'device'
          ? DeviceActor
          : Actor;

/** Input of a use case: a request that passed authentication and validation. */
export interface Call<E extends Endpoint> {
  params: StaticOf<E['params']>;
  query: StaticOf<E['query']>;
  body: StaticOf<E['body']>;
  actor: ActorOf<E['auth']>;
  language: Language;
  request: FastifyRequest;
  /** Takes headers and cookies; the use case returns the body. */
  reply: FastifyReply;
}

/** The valid parts of a value: any property may be missing; a list is complete or missing. */
type PartiallyValid<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: PartiallyValid<T[K]> | undefined }
    : T;

/** A call without the parts that its schema refused. */
export interface PartiallyValidCall<E extends Endpoint> {
  params: PartiallyValid<StaticOf<E['params']>>;
  query: PartiallyValid<StaticOf<E['query']>>;
  body: PartiallyValid<NonNullable<StaticOf<E['body']>>>;
  actor: ActorOf<E['auth']>;
  /** Paths of the fields that the schema refused. */
  refused: ReadonlySet<string>;
}

/**
 * Errors of a call beyond those of its schema; has no side effects. Runs whether or not the schema refused something,
 * so that all errors are reported at once.
 */
export type Validate<E extends Endpoint> = (
  call: PartiallyValidCall<E>,
) => FieldErrors | Promise<FieldErrors>;

/**
 * The handler's `db` is the primary, or a replica if the endpoint declares so; then it must only read and may run
 * twice. `limits` are counted beside those of the contract.
 */
export type Route = <E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>, db: Db) => Promise<Static<E['reply']>>,
  options?: { validate?: Validate<E>; limits?: readonly CheckRateLimit[] },
) => void;

export interface RouteDependencies {
  db: Db;
  readRouter: ReadRouter;
  createRateLimit: ReturnType<typeof createRateLimitFactory>;
}

/** Pairs endpoints of the contract with use cases; the declaration configures hooks and serialisation. */
export const createRoute =
  (app: FastifyInstance, dependencies: RouteDependencies): Route =>
  (endpoint, handler, { validate, limits = [] } = {}) => {
    const { db, readRouter } = dependencies;
    const { readsReplica }: Endpoint = endpoint;
    app.route({
      ...buildRouteOptions(endpoint, { ...createRateLimits(dependencies, endpoint, limits), validate }),
      handler: async (request) => {
        const call = getCall(endpoint, request);
        return readsReplica
          ? readRouter.run(request.actor, (readDb) => handler(call, readDb))
          : handler(call, db);
      },
    });
  };

/** The limits of an endpoint, and its module's own. */
export function createRateLimits(
  { createRateLimit }: Pick<RouteDependencies, 'createRateLimit'>,
  { method, path, limits = [] }: Endpoint,
  ownLimits: readonly CheckRateLimit[] = [],
): Pick<FastifyContextConfig, 'earlyRateLimits' | 'lateRateLimits'> {
  const isEarly = ({ by = 'address', counts }: RateLimit) => by === 'address' && counts !== 'failures';
  const create = (isIncluded: (rateLimit: RateLimit) => boolean) =>
    limits.filter(isIncluded).map((rateLimit) => createRateLimit(`${method} ${path}`, rateLimit));
  return {
    earlyRateLimits: create(isEarly),
    lateRateLimits: [...create((rateLimit) => !isEarly(rateLimit)), ...ownLimits],
  };
}

/** A route without its handler. */
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

/** The call that the hooks parsed; the endpoint's schemas guarantee its type. */
export const getCall = <E extends Endpoint>(_endpoint: E, request: FastifyRequest): Call<E> =>
  request.call as Call<E>;

/** Reply of a call that answers nothing but that it was done. */
export const SUCCESS = { success: true, code: 0 } as const;

/** The user of the request's bearer token. */
export interface Actor {
  id: number;
  /** Id of the token itself, for signing out. */
  tokenId: number;
  isSeller: boolean;
  /** The business that they founded is that of others now. */
  hasHandedOver: boolean;
  isPartner: boolean;
  latitude: number | null;
  longitude: number | null;
  /** In the business that the user works for on this device; null: in none. */
  member: Member | null;
  /** When they last acted for that business; null: never, or in none. */
  lastVisitAt: Date | null;
  /** Not a user: a counter device. Then `id` is that of the business, and `tokenId` the negative id of the device. */
  device: Device | null;
}

/** A tablet or phone at the counter of one sale place. */
export interface Device {
  id: number;
  name: string;
  salePlaceId: number;
  /** Before handing out, whoever is there chooses their name. */
  asksName: boolean;
}

/** A user's part in a business. */
export interface Member extends BusinessScope {
  role: MemberRole;
}

export interface MemberActor extends Actor {
  member: Member;
}

export interface DeviceActor extends MemberActor {
  device: Device;
}

/**
 * Finds the user of a bearer token; null when it is unknown or expired. The language that a user acts in becomes that of
 * their mails.
 */
export type Authenticate = (token: string, usedLanguage?: Language | null) => Promise<Actor | null>;

/** An operator with a session of the console, which is apart from the user's other sessions. */
export interface OperatorActor extends Actor {
  operator: {
    role: OperatorRole;
    sessionId: number;
    sessionExpiresAt: Date;
    /** Until when money and roles need no further code. */
    steppedUpUntil: Date;
    isSteppedUp: boolean;
  };
}

export interface OperatorAuthenticator {
  /** Finds the operator of a console session's token; null when it is unknown or expired. */
  authenticate: (token: string) => Promise<OperatorActor | null>;
  /** Notes a call that was refused because the last code was too long ago. */
  recordStaleStepUp: (actor: OperatorActor, endpoint: Endpoint, requestId: string) => Promise<void>;
}

interface FileReply {
  /** File name with extension, ASCII. */
  name: string;
  /** Text is UTF-8. */
  content: Readable | Buffer;
  /** Opened by the program that the device has for it, instead of saved. */
  isInline?: boolean;
}

/** Pairs an endpoint with a use case that returns a file. */
export type FileRoute = <E extends Endpoint>(
  endpoint: E & { produces: string; readsReplica?: never },
  handler: (call: Call<E>) => Promise<FileReply>,
  options?: { validate?: Validate<E> },
) => void;

/** Sends a download; errors are JSON, before the first byte of the file. */
export const createFileRoute =
  (app: FastifyInstance, dependencies: Pick<RouteDependencies, 'createRateLimit'>): FileRoute =>
  (endpoint, handler, { validate } = {}) => {
    app.route({
      ...buildRouteOptions(endpoint, { ...createRateLimits(dependencies, endpoint), validate }),
      handler: async (request, reply) => {
        const { name, content, isInline } = await handler(getCall(endpoint, request));
        if (!(content instanceof Readable)) await assertStillAllowed(request);
        const charset = endpoint.produces.startsWith('text/') ? '; charset=utf-8' : '';
        return reply
          .headers({
            'content-type': endpoint.produces + charset,
            'content-disposition': `${isInline ? 'inline' : 'attachment'}; filename="${name}"`,
            'cache-control': 'no-store',
          })
          .send(content instanceof Readable ? endWithSession(request, content) : content);
      },
    });
  };

/** Runs work that is of no use once the caller has gone: its signal is aborted then. */
export async function whileConnected<T>(
  { raw: { socket } }: FastifyRequest,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  socket.once('close', abort);
  try {
    return await run(controller.signal);
  } finally {
    socket.off('close', abort);
  }
}
