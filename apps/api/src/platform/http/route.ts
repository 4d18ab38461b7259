import {
  type Auth,
  type Endpoint,
  type ErrorName,
  ErrorReply,
  endpoints,
  errorCodes,
} from '@wopack/contract';
import { type Language, pickLanguage } from '@wopack/rules';
import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { ReadRouter } from '../db/read-router.ts';
import type { Actor, Authenticate } from './actor.ts';
import { AppError, type FieldErrors } from './app-error.ts';
import { buildFieldErrors, MAX_ERRORS, type ValidationIssue } from './field-errors.ts';
import type { createRateLimitFactory, RateLimit } from './rate-limits.ts';
import { toReferences } from './shared-schemas.ts';

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

/** Pairs endpoints of the contract with use cases: validation, guard and serialisation come from the declaration. */
export function createRoute(
  app: FastifyInstance,
  authenticate: Authenticate,
  createRateLimit: ReturnType<typeof createRateLimitFactory>,
  recordWrite: ReadRouter['recordWrite'],
): Route {
  return (endpoint, handler, { limit = [], download, validate } = {}) => {
    const rateLimits = [limit].flat();
    const createRateLimits = (isIncluded: (by: RateLimit['by']) => boolean) =>
      rateLimits
        .filter(({ by }) => isIncluded(by))
        .map((rateLimit) => createRateLimit(`${endpoint.method} ${endpoint.path}`, rateLimit));
    // An address is counted before anything is read of the call, a person once it is known who calls.
    const earlyRateLimits = createRateLimits((by) => by === undefined || by === 'address');
    const lateRateLimits = createRateLimits((by) => by === 'person' || by === 'email');
    app.route({
      method: endpoint.method,
      url: buildRouteUrl(endpoint),
      schema: buildRouteSchema(endpoint),
      attachValidation: true,
      config: { file: endpoint.file },
      onRequest: async (request, reply) => {
        for (const checkRateLimit of earlyRateLimits) await checkRateLimit(request);
        await authenticateRequest(endpoint, request, authenticate);
        // Personal, or a token: not for the browser's disk.
        if (request.actor || endpoint.method === 'POST') reply.header('cache-control', 'no-store');
      },
      handler: async (request, reply) => {
        // Before anything is looked up: what is wrong with one field is no way to try others more often.
        for (const checkRateLimit of lateRateLimits) await checkRateLimit(request, request.actor);
        const call = await parseCall(endpoint, request, validate);
        try {
          const result = await handler(call);
          if (download) reply.header('content-disposition', `attachment; filename="${download}"`);
          return result;
        } finally {
          // Refused or not: something may have been committed on the way.
          if (endpoint.method === 'POST' && call.actor) await recordWrite(call.actor.id);
        }
      },
    });
  };
}

export const buildRouteUrl = ({ path }: Endpoint): string => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Finds out who calls; refuses who may not. Before the body is read: a stranger is told nothing of what is wrong with
 * it, and costs no more than a look at the token.
 */
export async function authenticateRequest(
  { auth }: Endpoint,
  request: FastifyRequest,
  authenticate: Authenticate,
) {
  if (auth === 'public') return;
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const actor = token ? await authenticate(token) : null;
  if (!actor && auth !== 'optional') throw new AppError('notSignedIn');
  if (auth === 'owner' && !actor?.isOwner) throw new AppError('notAllowed');
  request.actor = actor;
}

/**
 * A request as its use case sees it: of what the endpoint does not declare, nothing. Refused with all that is wrong with
 * it, in path, query and body, by the schema and by `validate`.
 */
export async function parseCall<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  validate?: Validate<E>,
): Promise<Call<E>> {
  const call = {
    params: endpoint.params && request.params,
    query: endpoint.query && request.query,
    body: endpoint.body && request.body,
    actor: request.actor,
    language: pickLanguage(request.headers['accept-language']),
    request,
  };
  // Fastify stops at the first part that is refused.
  const issues = request.validationError
    ? {
        params: validatePart(request, 'params', call.params),
        query: validatePart(request, 'querystring', call.query),
        body: validatePart(request, 'body', call.body),
      }
    : { params: [], query: [], body: [] };
  const all = [...issues.params, ...issues.query, ...issues.body];
  const errors = buildFieldErrors(all);
  // Beyond that nobody filled in a form; leaving out all that was refused would cost more than it tells.
  if (validate && all.length <= MAX_ERRORS) {
    const accepted = {
      params: omitInvalidParts(call.params, issues.params),
      query: omitInvalidParts(call.query, issues.query),
      body: omitInvalidParts(call.body, issues.body),
      actor: call.actor,
      refused: new Set(errors.keys()),
    };
    const refused = [...errors.keys()];
    for (const [field, error] of Object.entries(await validate(accepted as never))) {
      // What is said of a part says enough of the whole, and the other way round.
      const isAlreadyReported = refused.some(
        (path) => `${path}.`.startsWith(`${field}.`) || field.startsWith(`${path}.`),
      );
      if (error && !isAlreadyReported)
        errors.set(field, typeof error === 'string' ? { key: error, values: {} } : error);
    }
  }
  if (errors.size > 0) throw new AppError('validation', { fields: Object.fromEntries(errors) });
  return call as never;
}

function validatePart(
  request: FastifyRequest,
  part: 'params' | 'querystring' | 'body',
  value: unknown,
): ValidationIssue[] {
  const validator = request.getValidationFunction(part);
  return !validator || validator(value ?? null) ? [] : ((validator.errors ?? []) as ValidationIssue[]);
}

/** A copy without what was refused; a list goes as a whole. */
function omitInvalidParts(value: unknown, issues: readonly ValidationIssue[]): unknown {
  if (typeof value !== 'object' || value === null) return {};
  if (issues.length === 0) return value;
  const copy = structuredClone({ value });
  for (const { keyword, instancePath, params } of issues) {
    if (keyword === 'required') continue;
    const extra = keyword === 'additionalProperties' ? [String(params.additionalProperty)] : [];
    let parent: Record<string, unknown> = copy;
    let key = 'value';
    for (const next of [...instancePath.split('/').slice(1), ...extra]) {
      const part = parent[key];
      if (typeof part !== 'object' || part === null || Array.isArray(part)) break;
      [parent, key] = [part as Record<string, unknown>, next];
    }
    delete parent[key];
  }
  return copy.value ?? {};
}

const operationIds = new Map<Endpoint, string>(
  Object.entries(endpoints).map(([name, endpoint]) => [endpoint, name]),
);

export function buildRouteSchema(endpoint: Endpoint): FastifySchema {
  const { params, query, body, file, summary, module, auth } = endpoint;
  return {
    operationId: operationIds.get(endpoint),
    summary,
    tags: [module],
    ...(params && { params: toReferences(params) }),
    ...(query && { querystring: toReferences(query) }),
    ...(body && { body: toReferences(body) }),
    ...(file && { consumes: ['multipart/form-data'] }),
    security: auth === 'public' ? [] : auth === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    response: {
      200: buildReplySchema(endpoint),
      ...Object.fromEntries(
        listErrors(endpoint).map((name) => [errorCodes[name].status, toReferences(ErrorReply)]),
      ),
    },
  };
}

const listErrors = ({ auth, errors }: Endpoint): ErrorName[] => [
  ...errors,
  ...(auth === 'user' || auth === 'owner' ? (['notSignedIn'] as const) : []),
  ...(auth === 'owner' ? (['notAllowed'] as const) : []),
  // Whatever the call: the database may be away, and we may be wrong.
  'serviceDown',
  'ourFault',
];

function buildReplySchema({ reply, stream, events = {}, produces }: Endpoint): object {
  const schema = toReferences(reply);
  if (!stream) return produces ? { description: 'a file', content: { [produces]: { schema } } } : schema;
  const eventNames = [stream, ...Object.keys(events)].map((name) => `'${name}'`).join(' and ');
  const eventSchemas = Object.values(events).map(toReferences);
  return {
    description: `server-sent events ${eventNames} with this as data`,
    content: {
      'text/event-stream': {
        schema: eventSchemas.length > 0 ? { anyOf: [schema, ...eventSchemas] } : schema,
      },
    },
  };
}
