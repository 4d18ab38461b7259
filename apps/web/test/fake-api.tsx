import { act } from '@testing-library/react';
import { type Endpoint, type EndpointName, endpoints } from '@wopack/contract';
import { ApiError, type Reply } from '@wopack/contract/client';
import type { Language } from '@wopack/domain';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { beforeEach, expect, type Mock, vi } from 'vitest';

/** Serves texts from their files. */
export const translationsHandler = http.get<{ language: Language; file: string }>(
  '*/app/locales/:language/:file.json',
  async ({ params: { language, file } }) => {
    const { getTranslationFiles } = await import('./render.tsx');
    return HttpResponse.json(getTranslationFiles(language)[file]);
  },
);

/** Every request without a reply fails as without a connection. */
export const offlineHandler = http.all('*', () => HttpResponse.error());

export const mockServer = setupServer(translationsHandler, offlineHandler);
// For as long as the worker runs: the app keeps a reference to `fetch` when it loads.
mockServer.listen();

type FakeReply =
  | { status?: number; body?: unknown; headers?: Record<string, string> }
  | 'networkError'
  | 'pending'
  | 'truncated'
  | 'html';

export interface FakeRequest {
  path: string;
  body: unknown;
}

/** Sends the headers and only the beginning of the body. */
export const truncatedResponse = (): Response =>
  new Response(
    new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode('{"success":'));
        body.error(new TypeError('network error'));
      },
    }),
  );

/** The response of a captive portal. */
export const htmlResponse = (): Response => new Response('<!doctype html><title>Wi-Fi</title>');

/** Answers the requests of a test by the end of their path, in order; the last reply is repeated. */
export function fakeApi(repliesByPath: Record<string, FakeReply[]>) {
  const requests: FakeRequest[] = [];
  // Returns nothing, so the next handler answers.
  const recordRequest = http.all('*', async ({ request }) => {
    const body = await request.clone().text();
    requests.push({ path: new URL(request.url).pathname, body: body ? JSON.parse(body) : undefined });
  });
  const replyHandlers = Object.entries(repliesByPath).map(([pathSuffix, replies]) =>
    http.all(`*${pathSuffix}`, () => buildResponse(replies.length > 1 ? replies.shift() : replies[0])),
  );
  mockServer.resetHandlers(translationsHandler, recordRequest, ...replyHandlers, offlineHandler);
  return {
    requests,
    /** Bodies sent to a path. */
    getBodies: (pathSuffix: string) =>
      requests.filter(({ path }) => path.endsWith(pathSuffix)).map(({ body }) => body),
  };
}

const SETTLED = '/settled';

/** The requests without the last one, which is made here: whatever was asked for before it is recorded by then. */
export async function settleRequests(requests: readonly FakeRequest[]): Promise<FakeRequest[]> {
  await fetch(SETTLED).catch(() => {});
  return requests.filter(({ path }) => path !== SETTLED);
}

/** Until the replies to what was asked for have been rendered: then what is not shown is not merely late. */
export const renderReplies = async (requests: readonly FakeRequest[]): Promise<void> => {
  await vi.waitFor(() => expect(requests).not.toEqual([]));
  await act(async () => void (await settleRequests(requests)));
};

/** Likewise of the calls that a mock has answered. */
export const renderAnswers = async (call: Mock): Promise<void> => {
  await vi.waitFor(() => expect(call).toHaveBeenCalled());
  await act(async () => void (await Promise.allSettled(call.mock.results.map(({ value }) => value))));
};

function buildResponse(reply: FakeReply | undefined): Response | Promise<never> {
  if (reply === 'pending') return new Promise(() => {});
  if (!reply || reply === 'networkError') return HttpResponse.error();
  if (reply === 'truncated') return truncatedResponse();
  if (reply === 'html') return htmlResponse();
  return HttpResponse.json(reply.body ?? {}, { status: reply.status ?? 200, headers: reply.headers });
}

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
    return buildCallResponse(await (Object.keys(input).length > 0 ? mock(name, input) : mock(name)));
  } catch (error) {
    return buildCallError(error);
  }
}

/** Paths without parameters first, as on the server. */
const matchers = Object.entries(endpoints as Record<string, Endpoint>)
  .map(([name, endpoint]) => ({
    name: name as EndpointName,
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }))
  .toSorted((a, b) => Number(a.endpoint.path.includes('{')) - Number(b.endpoint.path.includes('{')));

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

function buildCallResponse(reply: unknown): Response {
  if (reply === undefined) return HttpResponse.error();
  return typeof reply === 'string' ? new HttpResponse(reply) : HttpResponse.json(reply as object);
}

function buildCallError(error: unknown): Response {
  if (!(error instanceof ApiError) || error.status === 0) return HttpResponse.error();
  const { status, statusText, code, message, errors, retryAfter } = error;
  const headers = retryAfter ? { 'retry-after': String(retryAfter) } : undefined;
  return HttpResponse.json({ code, message, errors }, { status, statusText, headers });
}

type Order = Reply<'getOrder'>['data'];

/** An order paid this morning for 17:30–19:00 at a bakery in Lisbon. */
export const buildOrder = (overrides: Partial<Order> = {}): Order => ({
  id: 42,
  state: 'paid',
  pin: '4827',
  price: 3.99,
  old_price: 12,
  price_cents: 399,
  quantity: 1,
  returned_quantity: 0,
  handed_out_quantity: null,
  refunded_cents: 0,
  money_back: null,
  dispute: null,
  pickup: 'Hoje 17:30–19:00',
  pickup_start: '2026-11-20T17:30:00.000Z',
  pickup_end: '2026-11-20T19:00:00.000Z',
  cancel_until: '2026-11-20T15:30:00.000Z',
  created_at: '2026-11-20T10:00:00.000Z',
  collected_at: null,
  paid_with: 'card',
  card: '4242',
  can_cancel: 'free',
  can_rate: false,
  rating: null,
  can_report: false,
  report: null,
  cancel_reason: null,
  cancel_reason_language: null,
  invoice: {
    name: null,
    tax_number: null,
    change_until: '2026-11-21T00:00:00.000Z',
    can_change: true,
    seller_name: 'Aurora Panificação, Lda.',
    country: 'PT',
    vat_rate: 13,
  },
  product: { id: 7, name: 'Cesto', local_name: null, photos: [{ path: '/media/a.webp', srcset: '' }] },
  sale_place: {
    id: 1,
    name: 'Padaria Aurora',
    address: 'Rua da Trindade 18',
    phone: '+351 210 000 018',
    latitude: 38.7,
    longitude: -9.1,
    time_zone: 'Europe/Lisbon',
  },
  ...overrides,
});

type Offer = Reply<'listOffers'>['data'][number];

/** An offer of a bakery in Lisbon, to be picked up at 17:30–19:00. */
export const buildOffer = (overrides: Partial<Offer> = {}): Offer => ({
  id: 7,
  name: 'Cesto',
  description: '',
  language: 'pt',
  translated: false,
  photos: [],
  quantity: 3,
  price: 3.99,
  old_price: 12,
  rating: null,
  rating_count: 0,
  pickup: 'Hoje 17:30–19:00',
  pickup_start: '2026-11-20T17:30:00.000Z',
  pickup_end: '2026-11-20T19:00:00.000Z',
  slot_id: 1,
  distance: null,
  is_favourite: false,
  types: [],
  allocation: null,
  sale_place: {
    id: 1,
    name: 'Padaria Aurora',
    address: 'Rua da Trindade 18, Chiado, 1200-205 Lisboa',
    time_zone: 'Europe/Lisbon',
  },
  ...overrides,
});
