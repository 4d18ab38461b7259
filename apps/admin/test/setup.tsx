import '@testing-library/jest-dom/vitest';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { resetServerClock } from '@wopack/ui/server-clock.ts';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import type { ReactNode } from 'react';
import { createBrowserRouter, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, vi } from 'vitest';
import { storeOperatorToken } from '../app/lib/api.ts';
import { i18nReady } from '../app/lib/preferences.ts';
import { queryClient } from '../app/lib/queries.ts';

// Lazy parts may take longer than the default second on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

await i18nReady;

afterEach(() => {
  cleanup();
  resetServerClock();
  serverTime.now = null;
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

/** jsdom has no layout, so sizes never change and no media query matches but the wide one. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
globalThis.matchMedia ??= (query: string) =>
  Object.assign(new EventTarget(), {
    matches: query.includes('min-width'),
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  }) as MediaQueryList;

type Answer = { status?: number; body: unknown };
type Handler = (request: { url: URL; method: string; body: Record<string, unknown> }) => Answer;

let handle: Handler;
/** Method, path and query of each call. */
export const requests: string[] = [];

/** How the server answers from now on. */
export const answerWith = (handler: Handler): void => {
  handle = handler;
};

/** Whom the server takes the caller for. */
export const operator = {
  id: 1,
  name: 'Inês Duarte',
  email: 'ines@example.com',
  avatar_path: null,
  role: 'support',
  rights: ['console.use', 'orders.view', 'orders.refund', 'problems.view', 'operators.manage', 'users.view'],
  refund_limit_cents: 2000,
  time_zone: 'Europe/Lisbon',
  session_expires_at: '2026-11-20T20:02:00Z',
  step_up_until: null,
  recovery_codes_left: 10,
};

/** What the server says the time is; without, it says nothing. */
export const serverTime: { now: string | null } = { now: null };

/** For the tests of a file: a server that answers as they say. */
export function startFakeServer(): void {
  beforeEach(() => {
    requests.length = 0;
    queryClient.clear();
    storeOperatorToken('operator-token');
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      const url = new URL(address, 'http://localhost');
      requests.push(`${init.method} ${url.pathname.replace('/api/v1/admin', '')}${url.search}`);
      const body = init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {};
      const answer = url.pathname.endsWith('/me')
        ? { body: { data: operator } }
        : handle({ url, method: init.method!, body });
      return Response.json(answer.body, {
        status: answer.status ?? 200,
        headers: serverTime.now ? { date: new Date(serverTime.now).toUTCString() } : {},
      });
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

/** 260 operators, newest first, by a cursor that is the last id. */
export const answerList: Handler = ({ url }) => {
  const limit = Number(url.searchParams.get('limit'));
  const before = Number(url.searchParams.get('cursor') ?? 261);
  const items = Array.from({ length: Math.min(limit, before - 1) }, (_, i) => buildOperator(before - 1 - i));
  const last = items.at(-1)?.id ?? 1;
  const isFirst = !url.searchParams.has('cursor');
  return {
    body: {
      items,
      next_cursor: last > 1 ? String(last) : null,
      total: isFirst ? 260 : null,
      total_is_exact: true,
    },
  };
};
const buildOperator = (id: number) => ({
  id,
  name: `Operator ${id}`,
  email: `o${id}@example.com`,
  role: 'support',
  has_totp: true,
  sessions: 0,
  last_seen_at: null,
  created_at: '2026-11-01T10:00:00Z',
});

const Address = () => <p data-testid="address">{useLocation().search}</p>;

/** An element in the console, above the query of the address. */
export function renderConsole(element: ReactNode, path = '/') {
  history.replaceState(null, '', path);
  const page = (
    <QueryClientProvider client={queryClient}>
      <NuqsAdapter>
        {element}
        <Address />
      </NuqsAdapter>
    </QueryClientProvider>
  );
  // Whoever is led away has left the element.
  const router = createBrowserRouter([
    { path: '/sign-in', element: <Address /> },
    { path: '*', element: page },
  ]);
  return render(<RouterProvider router={router} />);
}
