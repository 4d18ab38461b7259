import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Log } from '../log.ts';
import { registerRequestMetrics } from '../metrics/metrics.ts';
import { registerApiDocs } from './api-docs.ts';
import { handleClientError } from './client-error-handler.ts';
import { registerErrorHandler, sendError } from './error-handler.ts';
import { allowMobileOrigins } from './mobile-cors.ts';
import { buildSecurityHeaders } from './security-headers.ts';
import { registerSerializers } from './serializers.ts';
import { sharedSchemas } from './shared-schemas.ts';
import { registerValidators } from './validators.ts';

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
