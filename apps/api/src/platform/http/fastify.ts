import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import underPressure from '@fastify/under-pressure';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifySchema,
  LogController,
} from 'fastify';
import Type from 'typebox';
import type { Config } from '../../config/config.ts';
import type { Log } from '../log.ts';
import { measureCalls } from '../metrics/metrics.ts';
import type { Actor } from './actor.ts';
import { answerError, useErrorHandler } from './error-handler.ts';
import { securityHeaders } from './security-headers.ts';
import { answerUnreadable } from './unreadable.ts';
import { useValidators } from './validators.ts';
import { letWrapperIn } from './wrapper-origins.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the file that the call takes. */
    file?: string;
  }
  interface FastifyRequest {
    /** Null: nobody who signed in, or nobody asked. */
    actor: Actor | null;
  }
}

const TEN_MEGABYTES = 10 * 1024 * 1024;

/** Fastify with everything that is no feature: validation, errors, headers, limits, documentation. */
export async function buildFastify(config: Config, log: Log | null = null): Promise<FastifyInstance> {
  const secure = securityHeaders(config);
  const app = Fastify({
    trustProxy: config.trustProxy,
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    // Whoever still comes while it closes is served as well.
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply.headers(secure)),
    routerOptions: { maxParamLength: 200 },
    genReqId: () => randomUUID(),
    ...(log && config.logLevel !== 'silent' && { loggerInstance: log as FastifyBaseLogger }),
    logController: new LogController({ disableRequestLogging: !config.production }),
  });
  if (config.metricsPort !== null) await measureCalls(app);
  app.decorateRequest('actor', null);
  if (config.tracing) (await import('../tracing/incoming.ts')).traceCalls(app, Boolean(config.trustProxy));
  useValidators(app);
  useErrorHandler(app);
  app.addHook('onRequest', (request, reply, done) => {
    // Whoever reports a fault can name the lines that belong to it.
    reply.headers(secure).header('x-request-id', request.id);
    done();
  });
  // Answers of the API and pages alone: files are compressed when they are built, and a stream of events must not be
  // held back.
  await app.register(compress, {
    customTypes: /^(application\/json|text\/(csv|html))/,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  });
  await letWrapperIn(app, config.appOrigins);
  await app.register(multipart, { limits: { fileSize: TEN_MEGABYTES, files: 1, fields: 4 } });
  await app.register(underPressure, {
    maxEventLoopDelay: config.overloadedAfterMs,
    exposeStatusRoute: '/health',
  });
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'WoPack',
        version: '1',
        description:
          'A surplus-food marketplace. Errors are `{code, message, errors?}` in the language of `Accept-Language`.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, url, route }) => ({ schema: describeUpload(schema, route.config?.file), url }),
  });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  return app;
}

/** A file is described, though it is not validated as a body is. */
const describeUpload = (schema: FastifySchema, field: string | undefined): FastifySchema =>
  field ? { ...schema, body: Type.Object({ [field]: Type.String({ format: 'binary' }) }) } : schema;
