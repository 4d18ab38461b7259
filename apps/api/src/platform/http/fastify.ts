import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, type FastifySchema, LogController } from 'fastify';
import Type from 'typebox';
import type { Config } from '../../config/config.ts';
import { mediaOrigin } from '../../config/media.ts';
import { measureCalls } from '../metrics/metrics.ts';
import type { Actor } from './actor.ts';
import { answerError, useErrorHandler } from './error-handler.ts';
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
export async function buildFastify(config: Config): Promise<FastifyInstance> {
  const app = Fastify({
    trustProxy: config.trustProxy,
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    // Whoever still comes while it closes is served as well.
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    routerOptions: { maxParamLength: 200 },
    genReqId: () => randomUUID(),
    logger:
      config.logLevel === 'silent'
        ? false
        : {
            level: config.logLevel,
            // No personal data in logs: neither tokens, nor what people search, nor their addresses.
            serializers: {
              req: ({ method, url }) => ({ method, url: url.split('?')[0] }),
              res: ({ statusCode }) => ({ statusCode }),
            },
            ...(!config.production && {
              transport: {
                target: 'pino-pretty',
                options: { ignore: 'pid,hostname,reqId', singleLine: true },
              },
            }),
          },
    logController: new LogController({ disableRequestLogging: !config.production }),
  });
  if (config.metricsPort !== null) await measureCalls(app);
  app.decorateRequest('actor', null);
  if (config.tracing) (await import('../tracing/incoming.ts')).traceCalls(app, Boolean(config.trustProxy));
  useValidators(app);
  useErrorHandler(app);
  // Whoever reports a fault can name the lines that belong to it.
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  await app.register(helmet, {
    contentSecurityPolicy: { directives: contentSecurityPolicy(config) },
    // Google Pay asks in a window of its own, which has to be able to answer.
    ...(config.stripe && { crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const } }),
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

/** As Stripe asks for: https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];

function contentSecurityPolicy({ production, mapStyle, staticMapUrl, stripe, s3 }: Config) {
  const pictures = s3 ? [mediaOrigin(s3)] : [];
  const staticMap = staticMapUrl ? [new URL(staticMapUrl).origin] : [];
  const maps = mapStyle ? [...new Set(Object.values(mapStyle).map((url) => new URL(url).origin))] : [];
  return {
    'default-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', ...maps, ...staticMap, ...pictures],
    'worker-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'script-src': ["'self'", ...(stripe ? STRIPE_SCRIPTS : [])],
    // The service worker fetches pictures as a script does.
    'connect-src': ["'self'", ...maps, ...pictures, ...(stripe ? [new URL(stripe.apiUrl).origin] : [])],
    'frame-src': stripe ? [...STRIPE_SCRIPTS, 'https://hooks.stripe.com'] : ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    // On http://localhost there is nothing to upgrade to.
    'upgrade-insecure-requests': production ? [] : null,
  };
}
