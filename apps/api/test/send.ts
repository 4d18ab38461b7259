import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { type Endpoint, type EndpointName, endpoints } from '@wopack/contract';
import type { LightMyRequestResponse as Response } from 'fastify';
import type { TestApp } from './test-app.ts';

/** What a call is sent with; nothing of it need be right. */
export interface Sending {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  /** Sent as JSON, unless it is text or bytes already. */
  body?: unknown;
  contentType?: string | null;
  token?: string | null;
  language?: string;
}

export interface Answer {
  status: number;
  text: string;
  body: { code?: number; message?: string; errors?: Record<string, string[]>; [key: string]: unknown };
  headers: Record<string, unknown>;
}

/** Sends a call past the typed client: as anybody may. */
export async function send(test: TestApp, name: EndpointName, sending: Sending = {}): Promise<Answer> {
  const { method, path }: Endpoint = endpoints[name];
  const { params = {}, query = {}, body, token, language = 'en' } = sending;
  const url = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  const { contentType = body === undefined ? null : 'application/json' } = sending;
  return request(test, method, search.size ? `${url}?${search}` : url, {
    payload: body === undefined ? undefined : raw ? Buffer.from(body) : JSON.stringify(body),
    headers: {
      'accept-language': language,
      ...(contentType && { 'content-type': contentType }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  });
}

export async function request(
  test: TestApp,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH',
  url: string,
  {
    payload,
    headers = {},
    remoteAddress = '127.0.0.1',
  }: { payload?: string | Buffer; headers?: Record<string, string>; remoteAddress?: string } = {},
): Promise<Answer> {
  const payloadAsStream = true;
  const response = await test.app.inject({ method, url, headers, payload, remoteAddress, payloadAsStream });
  const text = isEndless(response) ? await beginning(response) : await buffer(response.stream()).then(String);
  let body: Answer['body'] = {};
  try {
    body = JSON.parse(text);
  } catch {
    // Not everything answers JSON; whoever wants it looks and finds nothing.
  }
  return { status: response.statusCode, text, body, headers: response.headers };
}

const isEndless = ({ headers }: Response) => String(headers['content-type']).startsWith('text/event-stream');

/** What a stream says first; then the caller hangs up. */
async function beginning(response: Response): Promise<string> {
  const [first] = (await once(response.stream(), 'data')) as [Buffer];
  response.raw.res.destroy();
  return first.toString();
}
