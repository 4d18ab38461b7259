import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';

type FakeReply = { status?: number; body?: unknown } | 'networkError' | 'pending' | 'truncated' | 'html';

export interface FakeRequest {
  path: string;
  body: unknown;
}

type FetchMock = (url: string, init?: RequestInit) => Promise<Response>;

const rejectFetch: FetchMock = () => Promise.reject(new TypeError('Failed to fetch'));
let handleFetch = rejectFetch;

/** Its head has come, of its body only the beginning. */
export const truncatedResponse = (): Response =>
  new Response(
    new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode('{"success":'));
        body.error(new TypeError('network error'));
      },
    }),
  );

/** What a network that wants a sign-in of its own answers for the server. */
export const htmlResponse = (): Response => new Response('<!doctype html><title>Wi-Fi</title>');

// The client takes hold of `fetch` when it is loaded: import this file before what asks the server.
globalThis.fetch = ((url: string, init?: RequestInit) => handleFetch(url, init)) as typeof fetch;

/** Answers the calls of a test by the end of their path, one after another; the last answer is repeated. */
export function fakeApi(repliesByPath: Record<string, FakeReply[]>) {
  const requests: FakeRequest[] = [];
  handleFetch = async (url, init) => {
    const path = url.split('?')[0] ?? url;
    requests.push({ path, body: init?.body ? JSON.parse(String(init.body)) : undefined });
    const key = Object.keys(repliesByPath).find((pathSuffix) => path.endsWith(pathSuffix));
    const replies = key ? repliesByPath[key] : undefined;
    const reply = replies && replies.length > 1 ? replies.shift() : replies?.[0];
    if (reply === 'pending') return new Promise(() => {});
    if (!reply || reply === 'networkError') return rejectFetch(url);
    if (reply === 'truncated') return truncatedResponse();
    if (reply === 'html') return htmlResponse();
    return new Response(JSON.stringify(reply.body ?? {}), { status: reply.status ?? 200 });
  };
  return {
    requests,
    /** Bodies sent to one path. */
    getBodies: (pathSuffix: string) =>
      requests.filter(({ path }) => path.endsWith(pathSuffix)).map(({ body }) => body),
  };
}

/** Around components that ask the server. */
export function TestQueryProvider({ children }: { children: ReactNode }) {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
