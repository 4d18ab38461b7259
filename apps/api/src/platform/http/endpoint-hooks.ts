import type { Endpoint } from '@wopack/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ReadRouter } from '../db/read-router.ts';
import type { Authenticate } from './actor.ts';
import { AppError } from './app-error.ts';
import { parseCall } from './parse-call.ts';

/**
 * Authentication, authorisation, rate limits, validation and the memory of writes for all endpoints of the contract, as
 * each declares them.
 */
export function registerEndpointHooks(
  app: FastifyInstance,
  authenticate: Authenticate,
  recordWrite: ReadRouter['recordWrite'],
): void {
  app.decorateRequest('actor', null);
  app.decorateRequest('call', null);

  app.addHook('onRequest', async (request, reply) => {
    const { endpoint, earlyRateLimits = [] } = request.routeOptions.config;
    if (!endpoint) return;
    for (const checkRateLimit of earlyRateLimits) await checkRateLimit(request);
    request.actor = await authenticateRequest(endpoint, request, authenticate);
    // Personal, or a token: not for the browser's disk.
    if (request.actor || endpoint.method === 'POST') reply.header('cache-control', 'no-store');
  });

  app.addHook('preHandler', async (request) => {
    const { endpoint, lateRateLimits = [], validate } = request.routeOptions.config;
    if (!endpoint) return;
    // Before anything is looked up: what is wrong with one field is no way to try others more often.
    for (const checkRateLimit of lateRateLimits) await checkRateLimit(request, request.actor);
    request.call = await parseCall(endpoint, request, validate);
  });

  app.addHook('onSend', async ({ actor, call, routeOptions }) => {
    // Refused by the use case or not: something may have been committed on the way.
    if (call && actor && routeOptions.config.endpoint?.method === 'POST') await recordWrite(actor.id);
  });
}

/**
 * Finds out who calls; refuses who may not. Before the body is read: a stranger is told nothing of what is wrong with
 * it, and costs no more than a look at the token.
 */
async function authenticateRequest({ auth }: Endpoint, request: FastifyRequest, authenticate: Authenticate) {
  if (auth === 'public') return null;
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const actor = token ? await authenticate(token) : null;
  if (!actor && auth !== 'optional') throw new AppError('notSignedIn');
  if (auth === 'owner' && !actor?.isSeller) throw new AppError('notAllowed');
  return actor;
}
