import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Language } from '@wopack/domain';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';

/** Serves texts from their files. */
export const translationsHandler = http.get<{ language: Language; namespace: string }>(
  '*/app/locales/:language/:namespace.json',
  async ({ params: { language, namespace } }) => {
    const { getTranslations } = await import('./render.tsx');
    return HttpResponse.json(getTranslations(language)[namespace]);
  },
);

/** Every request without a reply fails as without a connection. */
export const offlineHandler = http.all('*', () => HttpResponse.error());

export const mockServer = setupServer(translationsHandler, offlineHandler);
// For as long as the worker runs: the app keeps a reference to `fetch` when it loads.
mockServer.listen();

type FakeReply = { status?: number; body?: unknown } | 'networkError' | 'pending' | 'truncated' | 'html';

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

function buildResponse(reply: FakeReply | undefined): Response | Promise<never> {
  if (reply === 'pending') return new Promise(() => {});
  if (!reply || reply === 'networkError') return HttpResponse.error();
  if (reply === 'truncated') return truncatedResponse();
  if (reply === 'html') return htmlResponse();
  return HttpResponse.json(reply.body ?? {}, { status: reply.status ?? 200 });
}

export function TestQueryProvider({ children }: { children: ReactNode }) {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
