import { type Endpoint, type EndpointName, endpoints } from '@wopack/contract';
import { ApiError } from '@wopack/contract/client';
import { HttpResponse, http } from 'msw';
import { beforeEach, type Mock, vi } from 'vitest';
import { mockServer } from './fake-api.tsx';

type Values = Record<string, string | number | boolean>;

/** What a request says: `params` from its path, `query` and `body`, each only when it has any. */
export interface CallInput {
  params?: Values;
  query?: Values;
  body?: Record<string, unknown>;
}

type CallMock = Mock<(name: EndpointName, input?: CallInput) => unknown>;

/**
 * For the tests of a file: a mock of the server, called for each request with the name of its endpoint and its input.
 * What it returns is the reply; a thrown `ApiError` is the response of its status; without either the request fails as
 * without a connection.
 */
export function mockCalls(): CallMock {
  const mock: CallMock = vi.fn();
  beforeEach(() => {
    mock.mockReset();
    mockServer.use(http.all('*', ({ request }) => answerRequest(request, mock)));
  });
  return mock;
}

/** Without an endpoint, the next handler answers. */
async function answerRequest(request: Request, mock: CallMock): Promise<Response | undefined> {
  const url = new URL(request.url);
  const match = findEndpoint(request.method, url.pathname);
  if (!match) return undefined;
  const { name, endpoint, params } = match;
  const text = endpoint.body ? await request.text() : '';
  const input: CallInput = {
    ...(endpoint.params && { params: convertValues(endpoint.params, params) }),
    ...(url.search && { query: convertValues(endpoint.query, Object.fromEntries(url.searchParams)) }),
    ...(text && { body: JSON.parse(text) as Record<string, unknown> }),
  };
  try {
    return buildResponse(await (Object.keys(input).length > 0 ? mock(name, input) : mock(name)));
  } catch (error) {
    return buildErrorResponse(error);
  }
}

const matchers = Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
  name: name as EndpointName,
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

function findEndpoint(method: string, path: string) {
  for (const { pattern, ...match } of matchers) {
    const groups = match.endpoint.method === method ? pattern.exec(decodeURI(path)) : null;
    if (groups) return { ...match, params: { ...groups.groups } };
  }
  return null;
}

/** Numbers and booleans as the schema has them. */
function convertValues(schema: Endpoint['query'], values: Record<string, string>): Values {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, { type?: string }> };
  const convert = (key: string, value: string) => {
    const type = properties[key]?.type;
    if (type === 'integer' || type === 'number') return Number(value);
    return type === 'boolean' ? value === 'true' : value;
  };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, convert(key, value)]));
}

function buildResponse(reply: unknown): Response {
  if (reply === undefined) return HttpResponse.error();
  return typeof reply === 'string' ? new HttpResponse(reply) : HttpResponse.json(reply as object);
}

function buildErrorResponse(error: unknown): Response {
  if (!(error instanceof ApiError) || error.status === 0) return HttpResponse.error();
  const { status, statusText, code, message, errors, retryAfter } = error;
  const headers = retryAfter ? { 'retry-after': String(retryAfter) } : undefined;
  return HttpResponse.json({ code, message, errors }, { status, statusText, headers });
}
