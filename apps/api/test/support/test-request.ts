import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { type Endpoint, type EndpointName, type ErrorName, endpoints, errorCodes } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import type { LightMyRequestResponse as Response } from 'fastify';
import { expect } from 'vitest';
import en from '../../src/platform/messages/en.json' with { type: 'json' };
import pt from '../../src/platform/messages/pt.json' with { type: 'json' };
import ru from '../../src/platform/messages/ru.json' with { type: 'json' };
import type { TestUser } from './builders.ts';
import type { TestApp } from './test-app.ts';

/** Parts of a request, valid or not. */
export interface TestRequest {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  /** Sent as JSON, except text and bytes. */
  body?: unknown;
  contentType?: string | null;
  token?: string | null;
  language?: string;
}

export interface TestResponse {
  status: number;
  text: string;
  body: { code?: number; message?: string; errors?: Record<string, string[]>; [key: string]: unknown };
  headers: Record<string, unknown>;
}

/** Sends a request without the typed client, so that it may be invalid. */
export async function sendRequest(
  test: TestApp,
  name: EndpointName,
  testRequest: TestRequest = {},
): Promise<TestResponse> {
  const { method, path }: Endpoint = endpoints[name];
  const { params = {}, query = {}, body, token, language = 'en' } = testRequest;
  const url = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const queryString = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const { contentType = body === undefined ? null : 'application/json' } = testRequest;
  return injectRequest(test, method, queryString.size ? `${url}?${queryString}` : url, {
    payload: body === undefined ? undefined : isRaw ? Buffer.from(body) : JSON.stringify(body),
    headers: {
      'accept-language': language,
      ...(contentType && { 'content-type': contentType }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  });
}

export async function injectRequest(
  test: TestApp,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH',
  url: string,
  {
    payload,
    headers = {},
    remoteAddress = '127.0.0.1',
  }: { payload?: string | Buffer; headers?: Record<string, string>; remoteAddress?: string } = {},
): Promise<TestResponse> {
  const payloadAsStream = true;
  const response = await test.app.inject({ method, url, headers, payload, remoteAddress, payloadAsStream });
  const text = isEventStream(response)
    ? await readFirstChunk(response)
    : await buffer(response.stream()).then(String);
  let body: TestResponse['body'] = {};
  try {
    body = JSON.parse(text);
  } catch {
    // A response that is not JSON has an empty `body`.
  }
  return { status: response.statusCode, text, body, headers: response.headers };
}

const isEventStream = ({ headers }: Response) =>
  String(headers['content-type']).startsWith('text/event-stream');

/** Reads the first event of a stream and closes it. */
async function readFirstChunk(response: Response): Promise<string> {
  const [firstChunk] = (await once(response.stream(), 'data')) as [Buffer];
  response.raw.res.destroy();
  return firstChunk.toString();
}

/** Errors of an endpoint: those it declares and those that follow from its authorisation. */
export function listDeclaredErrors(name: EndpointName): ErrorName[] {
  const { auth, errors }: Endpoint = endpoints[name];
  return [
    ...errors,
    ...(auth === 'public' || auth === 'optional' ? [] : (['notSignedIn'] as const)),
    ...(auth === 'member' || auth === 'device' || auth === 'operator' ? (['notAllowed'] as const) : []),
  ];
}

/** All messages of a language as patterns with placeholders. */
const messagePatterns = Object.fromEntries(
  Object.entries({ pt, en, ru }).map(([language, messages]) => [
    language,
    flattenMessages(messages).map((text) => {
      const literal = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return new RegExp(`^${literal.replace(/\\\{\\\{\w+\\\}\\\}/g, '.+')}$`, 's');
    }),
  ]),
) as Record<Language, RegExp[]>;

function flattenMessages(messages: object): string[] {
  return Object.values(messages).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : flattenMessages(value as object),
  );
}

function expectTranslatedMessage(text: string | undefined, language: Language): void {
  expect(
    messagePatterns[language].some((pattern) => pattern.test(text ?? '')),
    `'${text}' is none of our texts in ${language}`,
  ).toBe(true);
}

/** Asserts a complete error body: declared status and code, message in the caller's language, no internal details. */
export function expectDeclaredError(
  { status, body, text, headers }: TestResponse,
  allowedErrors: readonly ErrorName[],
  language: Language,
): void {
  const isDeclared = allowedErrors.some(
    (error) => errorCodes[error].status === status && errorCodes[error].code === body.code,
  );
  expect(isDeclared, `${status} ${text} is not declared: ${allowedErrors.join(', ')}`).toBe(true);
  expect(['code', 'message', 'errors', 'request_id']).toEqual(expect.arrayContaining(Object.keys(body)));
  expectTranslatedMessage(body.message, language);
  for (const message of Object.values(body.errors ?? {}).flat()) expectTranslatedMessage(message, language);
  if (body.code === errorCodes.tooMany.code) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}

interface Stock {
  product_id: number;
  slot_id: number | null;
  quantity: number;
}

/** An event stream of quantities, read from a listening server. */
export async function openStockStream(url: string, { token }: TestUser, products: number[]) {
  const abortController = new AbortController();
  const response = await fetch(`${url}/api/v1/live?products=${products.join(',')}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abortController.signal,
  });
  expect(response.status).toBe(200);
  const latestByProduct = new Map<number, Stock>();
  let text = '';
  const closed = (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      for (const [, data] of text.matchAll(/^event: stock\ndata: (.+)\n\n/gm)) {
        const stock = JSON.parse(data!) as Stock;
        latestByProduct.set(stock.product_id, stock);
      }
    }
    return 'ended' as const;
  })().catch(() => 'broken' as const);
  return {
    response,
    closed,
    /** The latest event of a product. */
    quantity: (productId: number) => latestByProduct.get(productId)?.quantity,
    slot: (productId: number) => latestByProduct.get(productId)?.slot_id,
    text: () => text,
    close: () => abortController.abort(),
  };
}

/** Any event stream, with the events received so far. */
export async function openEventStream(url: string, { token }: TestUser) {
  const abortController = new AbortController();
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    signal: abortController.signal,
  });
  expect(response.status).toBe(200);
  let text = '';
  const closed = (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
    return 'ended' as const;
  })().catch(() => 'broken' as const);
  return {
    closed,
    events: (name: string): unknown[] =>
      [...text.matchAll(new RegExp(`^event: ${name}\\ndata: (.+)$`, 'gm'))].map(([, data]) =>
        JSON.parse(data!),
      ),
    close: () => abortController.abort(),
  };
}
