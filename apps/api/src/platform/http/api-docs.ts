import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { errorCodes } from '@wopack/contract';
import type { FastifyInstance, FastifySchema } from 'fastify';
import Type from 'typebox';
import { rememberedCompression } from './remembered-compression.ts';

declare module 'fastify' {
  interface FastifyInstance {
    describeAdminApi: FastifyInstance['swagger'];
  }
}

const ERROR_FORMAT = 'Errors are `{code, message, errors?}` in the language of `Accept-Language`.';
const BUSINESS =
  'Members of several businesses act for the one that is chosen on the device; with the header `WoPack-Business` (its id) a call for another one is refused (code 3).';
const isAdminPath = (url: string) => url.startsWith('/api/v1/admin/');

/**
 * `/openapi.json` with its viewer `/docs`, and `/openapi-admin.json` for the operator console, generated from the
 * schemas of the routes that are registered after it.
 */
export async function registerApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(
    swagger,
    buildOptions(
      'WoPack',
      `A surplus-food marketplace. ${ERROR_FORMAT} ${BUSINESS}`,
      (url) => !isAdminPath(url),
    ),
  );
  await app.register(swagger, {
    ...buildOptions('WoPack, operator console', ERROR_FORMAT, isAdminPath),
    decorator: 'describeAdminApi',
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiHooks: {
      // The viewer's own copies are written anew for each reply.
      onRequest: ({ routeOptions }, reply, done) => {
        if (!/^\/docs\/(json|yaml)$/.test(routeOptions.url!)) return done();
        void reply.redirect('/openapi.json');
      },
    },
  });
}

export function serveApiDocs(app: FastifyInstance): void {
  serveDocument(app, '/openapi.json', () => app.swagger());
  serveDocument(app, '/openapi-admin.json', () => app.describeAdminApi());
}

/** Its bytes are made once: all replies share their memory. */
function serveDocument(app: FastifyInstance, path: string, describe: () => object): void {
  let bytes: Buffer | undefined;
  app.get(path, { schema: { hide: true }, compress: rememberedCompression }, async (_request, reply) => {
    bytes ??= Buffer.from(JSON.stringify(describe()));
    return reply.type('application/json; charset=utf-8').send(bytes);
  });
}

function buildOptions(
  title: string,
  description: string,
  isIncluded: (url: string) => boolean,
): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: { title, version: '1', description },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
        responses: errorResponses,
      },
    },
    refResolver: {
      buildLocalReference: ({ $id }, _baseUri, _fragment, index) => String($id ?? `def-${index}`),
    },
    transform: ({ schema, url, route }) => ({
      schema: isIncluded(url)
        ? describeUpload(schema, route.config?.endpoint?.file)
        : { ...schema, hide: true },
      url,
    }),
    transformObject: (documentObject) => {
      if (!('openapiObject' in documentObject)) return documentObject.swaggerObject;
      const { openapiObject } = documentObject;
      referenceErrorResponses(openapiObject.paths as Paths);
      removeUnusedSchemas(openapiObject as Document);
      return openapiObject;
    },
  };
}

interface Document {
  paths: object;
  components: { schemas: Record<string, object>; responses: object };
}

/** `@fastify/swagger` lists every schema that the server knows. */
function removeUnusedSchemas({ paths, components }: Document): void {
  const usedNames = new Set<string>();
  const addReferences = (part: object): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (usedNames.has(name!)) continue;
      usedNames.add(name!);
      addReferences(components.schemas[name!]!);
    }
  };
  addReferences([paths, components.responses]);
  for (const name of Object.keys(components.schemas)) {
    if (!usedNames.has(name)) delete components.schemas[name];
  }
}

const { success: _, ...errors } = errorCodes;

const errorResponses = Object.fromEntries(
  Object.entries(errors).map(([name, { code }]) => [
    name,
    {
      description: `\`code\` ${code}`,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]),
);

/** No two errors have the same status. */
const errorNames = new Map(Object.entries(errors).map(([name, { status }]) => [String(status), name]));

type Paths = Record<string, Record<'get' | 'post', { responses: Record<string, object> } | undefined>>;

function referenceErrorResponses(paths: Paths): void {
  for (const { get, post } of Object.values(paths)) {
    for (const { responses } of [get, post].filter((operation) => operation !== undefined)) {
      for (const status of Object.keys(responses)) {
        const name = errorNames.get(status);
        if (name) responses[status] = { $ref: `#/components/responses/${name}` };
      }
    }
  }
}

/** Uploads are documented here, because they have no body schema to validate. */
const describeUpload = (schema: FastifySchema, field: string | undefined): FastifySchema =>
  field ? { ...schema, body: Type.Object({ [field]: Type.String({ format: 'binary' }) }) } : schema;
