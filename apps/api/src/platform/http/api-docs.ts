import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { errorCodes } from '@wopack/contract';
import type { FastifyInstance, FastifySchema } from 'fastify';
import Type from 'typebox';

declare module 'fastify' {
  interface FastifyInstance {
    describeAdminApi: FastifyInstance['swagger'];
  }
}

const ERROR_FORMAT = 'Errors are `{code, message, errors?}` in the language of `Accept-Language`.';
const isAdminPath = (url: string) => url.startsWith('/api/v1/admin/');

/**
 * `/openapi.json` with its viewer `/docs`, and `/openapi-admin.json` for the operator console, generated from the
 * schemas of the routes.
 */
export async function registerApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(
    swagger,
    buildOptions('WoPack', `A surplus-food marketplace. ${ERROR_FORMAT}`, (url) => !isAdminPath(url)),
  );
  await app.register(swagger, {
    ...buildOptions('WoPack, operator console', ERROR_FORMAT, isAdminPath),
    decorator: 'describeAdminApi',
  });
  await app.register(swaggerUi, { routePrefix: '/docs' });
  serveDocument(app, '/openapi.json', () => app.swagger());
  serveDocument(app, '/openapi-admin.json', () => app.describeAdminApi());
}

/** Its text is made once: all replies share its memory. */
function serveDocument(app: FastifyInstance, path: string, describe: () => object): void {
  let text: string | undefined;
  app.get(path, { schema: { hide: true } }, async (_request, reply) => {
    text ??= JSON.stringify(describe());
    return reply.type('application/json; charset=utf-8').send(text);
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
