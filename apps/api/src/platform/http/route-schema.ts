import { type Endpoint, type ErrorName, ErrorReply, endpoints, errorCodes } from '@wopack/contract';
import type { FastifySchema } from 'fastify';
import { toReferences } from './shared-schemas.ts';

const operationIds = new Map<Endpoint, string>(
  Object.entries(endpoints).map(([name, endpoint]) => [endpoint, name]),
);

export function buildRouteSchema(endpoint: Endpoint): FastifySchema {
  const { params, query, body, file, summary, module, auth } = endpoint;
  return {
    operationId: operationIds.get(endpoint),
    summary,
    tags: [module],
    ...(params && { params: toReferences(params) }),
    ...(query && { querystring: toReferences(query) }),
    ...(body && { body: toReferences(body) }),
    ...(file && { consumes: ['multipart/form-data'] }),
    security: auth === 'public' ? [] : auth === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    response: {
      200: buildReplySchema(endpoint),
      ...Object.fromEntries(
        listErrors(endpoint).map((name) => [errorCodes[name].status, toReferences(ErrorReply)]),
      ),
    },
  };
}

const listErrors = ({ auth, errors }: Endpoint): ErrorName[] => [
  ...errors,
  ...(auth === 'user' || auth === 'owner' ? (['notSignedIn'] as const) : []),
  ...(auth === 'owner' ? (['notAllowed'] as const) : []),
  // Whatever the call: the database may be away, and we may be wrong.
  'serviceDown',
  'ourFault',
];

function buildReplySchema({ reply, stream, events = {}, produces }: Endpoint): object {
  const schema = toReferences(reply);
  if (!stream) return produces ? { description: 'a file', content: { [produces]: { schema } } } : schema;
  const eventNames = [stream, ...Object.keys(events)].map((name) => `'${name}'`).join(' and ');
  const eventSchemas = Object.values(events).map(toReferences);
  return {
    description: `server-sent events ${eventNames} with this as data`,
    content: {
      'text/event-stream': {
        schema: eventSchemas.length > 0 ? { anyOf: [schema, ...eventSchemas] } : schema,
      },
    },
  };
}
