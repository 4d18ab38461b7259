import { isDeepStrictEqual } from 'node:util';
import { type Endpoint, hasMemberRight, hasRight } from '@wopack/contract';
import { type Language, languages, pickLanguage } from '@wopack/domain';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReadRouter } from '../db/read-router.ts';
import { AppError } from './app-error.ts';
import { buildFieldErrors, MAX_ERRORS, type ValidationIssue } from './error-handler.ts';
import type { Outcome } from './rate-limits.ts';
import type { Actor, Authenticate, Call, MemberActor, OperatorAuthenticator } from './route.ts';

interface Authenticators {
  authenticate: Authenticate;
  operatorAuthenticator: OperatorAuthenticator;
  /** Notes that a member is there. */
  recordMemberVisit: (actor: MemberActor) => Promise<void>;
}

/**
 * Authentication, authorisation, rate limits, validation and recording of writes for all endpoints of the contract,
 * as each declares them.
 */
export function registerEndpointHooks(
  app: FastifyInstance,
  { authenticate, operatorAuthenticator, recordMemberVisit }: Authenticators,
  recordWrite: ReadRouter['recordWrite'],
): void {
  app.decorateRequest('actor', null);
  app.decorateRequest('call', null);
  app.decorateRequest('tries', null);
  app.decorateRequest('isStillAllowed', null);
  app.decorateRequest('isBodyLate', false);
  const authorise = (endpoint: Endpoint, request: FastifyRequest) =>
    endpoint.auth === 'operator'
      ? authenticateOperatorRequest(endpoint, request, operatorAuthenticator)
      : authenticateRequest(endpoint, request, authenticate);

  app.addHook('onRequest', async (request, reply) => {
    const { endpoint, earlyRateLimits = [] } = request.routeOptions.config;
    if (!endpoint) return;
    for (const checkRateLimit of earlyRateLimits) await checkRateLimit(request);
    request.actor = await authorise(endpoint, request);
    if (endpoint.auth === 'member' && isMember(request.actor)) await recordMemberVisit(request.actor);
    request.isBodyLate = !request.raw.complete;
    const token = findBearerToken(request);
    if (request.actor && token)
      request.isStillAllowed = createPermissionCheck(endpoint, token, request.actor, {
        authenticate,
        operatorAuthenticator,
      });
    // Personal data and tokens must not be stored by the browser, nor what differs between a user and a guest.
    if (request.actor || endpoint.auth === 'guest' || endpoint.method === 'POST')
      reply.header('cache-control', 'no-store');
  });

  app.addHook('preHandler', async (request, reply) => {
    const { endpoint, lateRateLimits = [], validate } = request.routeOptions.config;
    if (!endpoint) return;
    // Before validation: an invalid field must not allow more attempts with the others.
    for (const checkRateLimit of lateRateLimits) {
      const finishTry = await checkRateLimit(request, request.actor);
      if (finishTry) request.tries = [...(request.tries ?? []), finishTry];
    }
    // A body may be held back until the session has ended.
    if (request.isBodyLate) request.actor = await authorise(endpoint, request);
    request.call = await parseCall(endpoint, request, reply, validate);
  });

  app.addHook('onSend', async (request, reply) => {
    const { actor, call, tries, routeOptions } = request;
    // Before the answer is sent: the next request of a client that waits for it meets the new count.
    if (tries) {
      request.tries = null;
      const outcome = getOutcome(reply.statusCode);
      await Promise.all(tries.map((finishTry) => finishTry(outcome)));
    }
    // Also after an error of the use case: it may have committed something before.
    if (call && actor && routeOptions.config.endpoint?.method === 'POST') await recordWrite(actor.id);
  });
}

/** With an account; a device notes its own use. */
const isMember = (actor: Actor | null): actor is MemberActor =>
  actor !== null && actor.member !== null && actor.device === null;

const getOutcome = (status: number): Outcome => {
  if (status < 400) return 'success';
  return status === 429 || status >= 500 ? 'none' : 'failure';
};

/**
 * Authenticates and authorises, before the body is read: an unauthorised caller learns nothing about the body's
 * validity and costs no more than the lookup of a token.
 */
async function authenticateRequest(endpoint: Endpoint, request: FastifyRequest, authenticate: Authenticate) {
  const { auth, method } = endpoint;
  if (auth === 'public') return null;
  const token = findBearerToken(request);
  const usedLanguage = method === 'POST' ? findChosenLanguage(request) : null;
  const actor = token ? await authenticate(token, usedLanguage) : null;
  // Whoever sends a token is no guest: a revoked one ends the session.
  const isGuest = !/^Bearer\b/i.test(request.headers.authorization ?? '');
  if (!actor && auth !== 'optional' && !(auth === 'guest' && isGuest)) throw new AppError('notSignedIn');
  if (actor && auth === 'member') assertShownBusiness(actor, request);
  if (actor && !mayAct(actor, endpoint)) throw new AppError('notAllowed');
  return actor;
}

/** Its value is the id of the business that the caller's page shows. */
export const BUSINESS_HEADER = 'wopack-business';

/**
 * A device works for one business at a time, the next one when a membership ends: a page that shows the former one must
 * not act for it.
 */
function assertShownBusiness({ member, device }: Actor, { headers }: FastifyRequest): void {
  const shown = headers[BUSINESS_HEADER];
  if (shown !== undefined && device === null && shown !== String(member?.businessId))
    throw new AppError('notAllowed', { message: 'businesses.anotherBusiness' });
}

/** Whether the user's part in the business allows the call; where it needs none, everybody may but counter devices. */
function mayAct({ member, device }: Actor, { auth, businessRight, devices }: Endpoint): boolean {
  if (auth === 'device') return device !== null;
  if (auth !== 'member') return device === null;
  if (device !== null && !devices) return false;
  return member !== null && businessRight !== undefined && hasMemberRight(member.role, businessRight);
}

/** As at the beginning of the call, but for the second factor, which was confirmed then. */
function createPermissionCheck(
  endpoint: Endpoint,
  token: string,
  { member }: Actor,
  { authenticate, operatorAuthenticator }: Pick<Authenticators, 'authenticate' | 'operatorAuthenticator'>,
): () => Promise<boolean> {
  const { auth, right } = endpoint;
  if (auth === 'operator')
    return async () => {
      const actor = await operatorAuthenticator.authenticate(token);
      return actor !== null && right !== undefined && hasRight(actor.operator.role, right);
    };
  return async () => isDeepStrictEqual((await authenticate(token))?.member, member);
}

/** A single language is the choice of a user in an app; a list by weight is the browser's own. */
const findChosenLanguage = ({ headers }: FastifyRequest): Language | null =>
  languages.find((language) => language === headers['accept-language']) ?? null;

const findBearerToken = ({ headers }: FastifyRequest) =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];

/** The right first: an operator without it is not asked for a code. */
async function authenticateOperatorRequest(
  endpoint: Endpoint,
  request: FastifyRequest,
  { authenticate, recordStaleStepUp }: OperatorAuthenticator,
) {
  const { right, stepUp } = endpoint;
  const token = findBearerToken(request);
  const actor = token ? await authenticate(token) : null;
  if (!actor) throw new AppError('notSignedIn');
  if (!right || !hasRight(actor.operator.role, right)) throw new AppError('notAllowed');
  if (!stepUp || actor.operator.isSteppedUp) return actor;
  await recordStaleStepUp(actor, endpoint, request.id);
  throw new AppError('notAllowed', { message: 'admin.stepUp', fields: { step_up: 'admin.stepUp' } });
}

/**
 * The input of the use case, without parts that the endpoint does not declare. Throws one error with everything that
 * is wrong in path, query and body, by the schema and by `validate`.
 */
export async function parseCall(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  validate: FastifyContextConfig['validate'],
): Promise<Call<Endpoint>> {
  const call = {
    params: endpoint.params && request.params,
    query: endpoint.query && request.query,
    body: endpoint.body && request.body,
    actor: request.actor,
    language: pickLanguage(request.headers['accept-language']),
    request,
    reply,
  };
  // Fastify itself stops at the first invalid part.
  const issues = request.validationError
    ? {
        params: validatePart(request, 'params', call.params),
        query: validatePart(request, 'querystring', call.query),
        body: validatePart(request, 'body', call.body),
      }
    : { params: [], query: [], body: [] };
  const all = [...issues.params, ...issues.query, ...issues.body];
  const errors = buildFieldErrors(all);
  // More errors are not those of a form, and omitting so many invalid parts is expensive.
  if (validate && all.length <= MAX_ERRORS) {
    const accepted = {
      params: omitInvalidParts(call.params, issues.params),
      query: omitInvalidParts(call.query, issues.query),
      body: omitInvalidParts(call.body, issues.body),
      actor: call.actor,
      refused: new Set(errors.keys()),
    };
    const refused = [...errors.keys()];
    for (const [field, error] of Object.entries(await validate(accepted))) {
      // An error of a part is not repeated for the whole, nor the reverse.
      const isAlreadyReported = refused.some(
        (path) => `${path}.`.startsWith(`${field}.`) || field.startsWith(`${path}.`),
      );
      if (error && !isAlreadyReported)
        errors.set(field, typeof error === 'string' ? { key: error, values: {} } : error);
    }
  }
  if (errors.size > 0) throw new AppError('validation', { fields: Object.fromEntries(errors) });
  return call;
}

function validatePart(
  request: FastifyRequest,
  part: 'params' | 'querystring' | 'body',
  value: unknown,
): ValidationIssue[] {
  const validator = request.getValidationFunction(part);
  if (!validator || validator(value ?? null)) return [];
  return omitWholesOfParts((validator.errors ?? []) as ValidationIssue[]);
}

/** A wrong field of an object that may be null is an issue of the object as well: only that of the field stays. */
function omitWholesOfParts(issues: readonly ValidationIssue[]): ValidationIssue[] {
  const paths = issues.map(({ keyword, instancePath, params }) =>
    keyword === 'required' ? `${instancePath}/${params.missingProperty}` : instancePath,
  );
  return issues.filter(
    ({ keyword, instancePath }) =>
      (keyword !== 'type' && keyword !== 'anyOf') ||
      !paths.some((path) => path.startsWith(`${instancePath}/`)),
  );
}

/** A copy without the invalid parts; a list with an invalid item is left out as a whole. */
function omitInvalidParts(value: unknown, issues: readonly ValidationIssue[]): object {
  if (typeof value !== 'object' || value === null) return {};
  if (issues.length === 0) return value;
  const copy: { value?: object } = structuredClone({ value });
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
