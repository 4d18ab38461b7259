import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import underPressure from '@fastify/under-pressure';
import { errorCodes } from '@wopack/contract';
import { pickLanguage } from '@wopack/domain';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { sql } from 'kysely';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Config } from '../../config/config.ts';
import type { Context } from '../context.ts';
import { translate } from '../messages/translate.ts';
import type { Log } from '../observability/log.ts';
import { registerRequestMetrics } from '../observability/metrics.ts';
import { sharedReadHint } from '../performance/prepared-statements.ts';
import { compileSerializer } from '../performance/shared-serializers.ts';
import { registerApiDocs, serveApiDocs } from './api-docs.ts';
import { AppError } from './app-error.ts';
import { limitConnections } from './connection-limits.ts';
import { BUSINESS_HEADER } from './endpoint-hooks.ts';
import { registerErrorHandler, sendError } from './error-handler.ts';
import { createHostRules, hasOneHost, simplifyPath } from './hosts.ts';
import { registerJsonParser } from './json-body.ts';
import { compileValidator, sharedSchemas } from './route-schemas.ts';
import { createSecurityHeaders } from './security-headers.ts';

const statusByErrorCode: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers malformed and unfinished requests with the usual error body, in the default language, because their headers
 * are unknown.
 */
function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  // A client that closed the connection, or has part of a response, gets nothing more.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const status = statusByErrorCode[error.code ?? ''] ?? 400;
  const body = JSON.stringify({
    code: errorCodes.validation.code,
    message: translate('error.unreadable', pickLanguage(undefined)),
  });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** The connection ends with the answer: what follows on it may be read differently by a proxy. */
const sendUnreadable = ({ headers }: FastifyRequest, reply: FastifyReply) =>
  reply
    .code(400)
    .header('connection', 'close')
    .send({
      code: errorCodes.validation.code,
      message: translate('error.unreadable', pickLanguage(headers['accept-language'])),
    });

/** Limits the file, without what a multipart body adds. */
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

/** Fastify with what all routes share: validation, errors, headers, limits, documentation. */
export async function buildFastify(config: Config, log: Log | null = null): Promise<FastifyInstance> {
  const setSecurityHeaders = createSecurityHeaders(config);
  const { isConsoleHost, isServed, getPageInstead } = createHostRules(config.consoleUrl);
  const app = Fastify({
    trustProxy: config.trustProxy,
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    // Requests that arrive while it closes are served as well.
    return503OnClosing: false,
    http: {
      // Answered by the check of the host, with the usual body.
      requireHostHeader: false,
      // Node takes the longer of the two for the whole request, and the shorter one for its headers.
      headersTimeout: 15_000,
      // Node looks for requests that take too long every half minute otherwise.
      connectionsCheckingInterval: 5000,
    },
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) => {
      const hasHost = hasOneHost(request.raw);
      setSecurityHeaders(request, reply, hasHost && isConsoleHost(request), () =>
        hasHost ? sendError(error, request, reply) : sendUnreadable(request, reply),
      );
    },
    routerOptions: { maxParamLength: 200 },
    genReqId: () => randomUUID(),
    ...(log && config.logLevel !== 'silent' && { loggerInstance: log as FastifyBaseLogger }),
    logController: new LogController({ disableRequestLogging: !config.production }),
  });
  if (config.metricsPort !== null) await registerRequestMetrics(app);
  if (config.tracing) (await import('../observability/tracing.ts')).nameRequestSpans(app);
  limitConnections(app);
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  registerErrorHandler(app);
  registerJsonParser(app);
  app.addHook('onRequest', (request, reply, done) => {
    // A user who reports an error can quote it, and the log has it.
    reply.header('x-request-id', request.id);
    const hasHost = hasOneHost(request.raw);
    const isConsole = hasHost && isConsoleHost(request);
    setSecurityHeaders(request, reply, isConsole, () => {
      if (!hasHost) sendUnreadable(request, reply);
      else if (isConsole && request.url === '/') reply.redirect('/admin/');
      else if (isServed(request)) done();
      else {
        const page = getPageInstead(request);
        if (page) reply.redirect(page);
        else done(new AppError('notFound'));
      }
    });
  });
  // Before compression, which would have an encoder for each reply that sends a file of the viewer.
  await registerApiDocs(app);
  // Only API responses and pages: files are compressed at build time, and events must not be buffered.
  await app.register(compress, {
    customTypes: /^(application\/json|text\/(csv|html))/,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  });
  await app.register(cookie);
  await allowMobileOrigins(app, config.appOrigins);
  await app.register(multipart, {
    limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 4, parts: 5, fieldSize: 1024, headerPairs: 20 },
  });
  await app.register(underPressure, {
    maxEventLoopDelay: config.maxEventLoopDelayMs,
    // Pages and files cost little, and the app says what is wrong: of a refused page a browser would show the JSON.
    pressureHandler: async ({ url }) => {
      if (simplifyPath(url).startsWith('/api/')) throw new AppError('serviceDown', { retryAfter: 10 });
    },
  });
  app.get('/health', { schema: { hide: true } }, () => ({ status: 'ok', version: packageJson.version }));
  for (const schema of sharedSchemas.values()) app.addSchema(schema);
  serveApiDocs(app);
  return app;
}

/**
 * The mobile app has its pages built in and calls from an origin of its own. Authentication is by token, never by
 * cookie, so another origin cannot act in a user's name.
 */
async function allowMobileOrigins(app: FastifyInstance, origins: string[]): Promise<void> {
  await app.register(cors, {
    origin: origins,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['accept-language', 'authorization', 'content-type', BUSINESS_HEADER],
    exposedHeaders: ['date', 'retry-after'],
    // One that is none is answered like any other, instead of in a form of its own.
    strictPreflight: false,
    maxAge: 86_400,
  });
  app.addHook('onSend', async (request, reply) => {
    // Photos are public; without this header a page of another origin may not show them.
    if (request.url.startsWith('/media/')) reply.header('cross-origin-resource-policy', 'cross-origin');
  });
}

/** Says whether a process can serve. */
export interface Readiness {
  /** Aborted when it begins to shut down. */
  shutdownSignal?: AbortSignal | undefined;
  /** Whether the clock of its machine is right. */
  isClockRight?: (() => boolean) | undefined;
}

/**
 * `/health` means that the process is alive, and of which version; `/ready`, for load balancers, that it can serve: its database answers,
 * its clock is right, and it is not shutting down. While it shuts down it still serves requests but closes their
 * connections, so that no
 * client sends a request into a connection that closes at that moment.
 */
export function registerReadiness(
  app: FastifyInstance,
  { db, quiet }: Pick<Context, 'db' | 'quiet'>,
  { shutdownSignal, isClockRight = () => true }: Readiness = {},
): void {
  // With the reply, so that it also reaches requests that arrived before: the server waits until their connections close.
  app.addHook('onSend', async (_request, reply) => {
    if (shutdownSignal?.aborted) reply.header('connection', 'close');
  });
  app.get('/ready', { schema: { hide: true } }, async () => {
    if (shutdownSignal?.aborted || !isClockRight()) throw new AppError('serviceDown', { retryAfter: 5 });
    const timer = new AbortController();
    try {
      // Through the connection that reads share, and one of those for all else.
      await Promise.race([
        Promise.all([
          sql`select 1 as ready ${sharedReadHint}`.execute(db),
          sql`SELECT 1 AS ready`.execute(db),
        ]),
        wait(READY_LIMIT_MS, undefined, { signal: timer.signal }).then(() => {
          throw new AppError('serviceDown', { retryAfter: 2 });
        }),
      ]);
    } finally {
      timer.abort();
    }
    const quietSince = quiet.since();
    return { status: 'ready', ...(quietSince && { quiet_since: quietSince.toISOString() }) };
  });
}

/** A database that takes longer is as good as none. */
const READY_LIMIT_MS = 2000;
