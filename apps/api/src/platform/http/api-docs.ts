import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { errorCodes } from '@wopack/contract';
import type { FastifyInstance, FastifySchema } from 'fastify';
import Type from 'typebox';

/** `/openapi.json` and its viewer `/docs`, generated from the schemas of the routes. */
export async function registerApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'WoPack',
        version: '1',
        description:
          'A surplus-food marketplace. Errors are `{code, message, errors?}` in the language of `Accept-Language`.',
      },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
        responses: errorResponses,
      },
    },
    refResolver: {
      buildLocalReference: ({ $id }, _baseUri, _fragment, index) => String($id ?? `def-${index}`),
    },
    transform: ({ schema, url, route }) => ({
      schema: describeUpload(schema, route.config?.endpoint?.file),
      url,
    }),
    transformObject: (documentObject) => {
      if (!('openapiObject' in documentObject)) return documentObject.swaggerObject;
      const { openapiObject } = documentObject;
      referenceErrorResponses(openapiObject.paths as Paths);
      return openapiObject;
    },
  });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
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
