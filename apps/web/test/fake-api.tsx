import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';

type Answer = { status?: number; body?: unknown } | 'lost' | 'never' | 'truncated' | 'html';

export interface Asked {
  path: string;
  body: unknown;
}

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

const unanswered: Fetch = () => Promise.reject(new TypeError('Failed to fetch'));
let answering = unanswered;

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
globalThis.fetch = ((url: string, init?: RequestInit) => answering(url, init)) as typeof fetch;

/** Answers the calls of a test by the end of their path, one after another; the last answer is repeated. */
export function fakeApi(answers: Record<string, Answer[]>) {
  const asked: Asked[] = [];
  answering = async (url, init) => {
    const path = url.split('?')[0] ?? url;
    asked.push({ path, body: init?.body ? JSON.parse(String(init.body)) : undefined });
    const key = Object.keys(answers).find((end) => path.endsWith(end));
    const list = key ? answers[key] : undefined;
    const answer = list && list.length > 1 ? list.shift() : list?.[0];
    if (answer === 'never') return new Promise(() => {});
    if (!answer || answer === 'lost') return unanswered(url);
    if (answer === 'truncated') return truncatedResponse();
    if (answer === 'html') return htmlResponse();
    return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status ?? 200 });
  };
  return {
    asked,
    /** Bodies sent to one path. */
    bodies: (end: string) => asked.filter(({ path }) => path.endsWith(end)).map(({ body }) => body),
  };
}

/** Around components that ask the server. */
export function Queries({ children }: { children: ReactNode }) {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
