import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeEach } from 'vitest';

interface TranslationRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

export const translateByLibre = (texts: string[], target: string) => ({
  translatedText: texts.map((text) => `[${target}] ${text}`),
});

/** A stub of LibreTranslate and DeepL that records its requests. It translates until a test sets another reply. */
export async function startTranslationService() {
  const service = {
    url: '',
    requests: [] as TranslationRequest[],
    /** A body, or a status. */
    buildReply: translateByLibre as (texts: string[], target: string) => unknown,
  };
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as {
      q?: string[];
      text?: string[];
      target?: string;
      target_lang?: string;
    };
    service.requests.push({ path: request.url!, headers: request.headers, body });
    const reply = service.buildReply(body.q ?? body.text ?? [], body.target ?? body.target_lang ?? '');
    response.statusCode = typeof reply === 'number' ? reply : 200;
    response.end(JSON.stringify(reply));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  beforeEach(() => {
    service.requests = [];
    service.buildReply = translateByLibre;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return service;
}
