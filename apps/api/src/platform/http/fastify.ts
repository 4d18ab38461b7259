import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import underPressure from '@fastify/under-pressure';
import { errorCodes } from '@wopack/contract';
import { pickLanguage } from '@wopack/domain';
import fastJson, { type Schema as SerializableSchema } from 'fast-json-stringify';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Log } from '../log.ts';
import { translate } from '../messages/translate.ts';
import { registerRequestMetrics } from '../metrics/metrics.ts';
import { registerApiDocs } from './api-docs.ts';
import { registerErrorHandler, sendError } from './error-handler.ts';
import { buildSecurityHeaders } from './security-headers.ts';
import { resolveReference, sharedSchemas } from './shared-schemas.ts';
import { registerValidators } from './validators.ts';

const statusByErrorCode: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** What is no HTTP, or never comes to its end, has no headers to read a language from; it is answered like any other. */
function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  // Who hung up is not to be answered, and neither is whoever was answered in part.
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

const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

/** Fastify with everything that is no feature: validation, errors, headers, limits, documentation. */
export async function buildFastify(config: Config, log: Log | null = null): Promise<FastifyInstance> {
  const headers = buildSecurityHeaders(config);
  const app = Fastify({
    trustProxy: config.trustProxy,
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    // Whoever still comes while it closes is served as well.
    return503OnClosing: false,
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply.headers(headers)),
    routerOptions: { maxParamLength: 200 },
    genReqId: () => randomUUID(),
    ...(log && config.logLevel !== 'silent' && { loggerInstance: log as FastifyBaseLogger }),
    logController: new LogController({ disableRequestLogging: !config.production }),
  });
  if (config.metricsPort !== null) await registerRequestMetrics(app);
  if (config.tracing)
    (await import('../tracing/incoming-requests.ts')).traceRequests(app, Boolean(config.trustProxy));
  registerValidators(app);
  registerSerializers(app);
  registerErrorHandler(app);
  app.addHook('onRequest', (request, reply, done) => {
    // Whoever reports a fault can name the lines that belong to it.
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
  // Answers of the API and pages alone: files are compressed when they are built, and a stream of events must not be
  // held back.
  await app.register(compress, {
    customTypes: /^(application\/json|text\/(csv|html))/,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  });
  await allowMobileOrigins(app, config.appOrigins);
  await app.register(multipart, { limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 4 } });
  await app.register(underPressure, {
    maxEventLoopDelay: config.maxEventLoopDelayMs,
    exposeStatusRoute: '/health',
  });
  for (const schema of sharedSchemas.values()) app.addSchema(schema);
  await registerApiDocs(app);
  return app;
}

/**
 * The app of a telephone brings its pages along and calls from an origin of its own. Whoever calls proves who they are
 * by a token, never by a cookie, so nothing can be done in anybody's name from there.
 */
async function allowMobileOrigins(app: FastifyInstance, origins: string[]): Promise<void> {
  await app.register(cors, {
    origin: origins,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['accept-language', 'authorization', 'content-type'],
    exposedHeaders: ['retry-after'],
    maxAge: 86_400,
  });
  app.addHook('onSend', async (request, reply) => {
    // Pictures of packs are for everybody; without this a page of another origin may not show them.
    if (request.url.startsWith('/media/')) reply.header('cross-origin-resource-policy', 'cross-origin');
  });
}

/** One serialiser for a schema, however many routes answer by it: each route has half a dozen errors, all alike. */
function registerSerializers(app: FastifyInstance): void {
  const serializers = new Map<string, (value: unknown) => string>();
  app.setSerializerCompiler(({ schema }) => {
    const key = JSON.stringify(schema);
    return serializers.getOrInsertComputed(key, () =>
      fastJson(schema as SerializableSchema, { schema: collectReferenced(schema) }),
    );
  });
}

/** The shared schemas that it refers to and no others: every one that a serialiser is given is checked anew. */
function collectReferenced(
  value: unknown,
  referenced: Record<string, SerializableSchema> = {},
): Record<string, SerializableSchema> {
  if (typeof value !== 'object' || value === null) return referenced;
  const schema = resolveReference(value);
  if (schema !== value) {
    const id = schema.$id!;
    if (referenced[id]) return referenced;
    referenced[id] = schema as SerializableSchema;
  }
  for (const nestedValue of Object.values(schema)) collectReferenced(nestedValue, referenced);
  return referenced;
}
