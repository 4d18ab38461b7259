import { noop } from '@tanstack/react-query';
import { queryClient } from '../api/query-client.ts';
import { hasSession } from '../session/session.ts';
import { meQuery } from './shared-queries.ts';

type StartQueries = () => readonly Promise<unknown>[];

/**
 * For loaders: starts the queries of a page without waiting for them. The page itself shows cached data, loading states
 * and errors, so a navigation neither waits for a slow network nor ends in an error page.
 */
export function startQueries(start: StartQueries): null {
  // Pages are prerendered without data.
  if (import.meta.env.SSR) return null;
  for (const query of start()) query.catch(noop);
  return null;
}

/** Loaders run in parallel with those of parent routes, so a redirecting guard does not prevent their requests. */
export const startUserQueries = (start: StartQueries): null => (hasSession() ? startQueries(start) : null);

/** Starts queries that only sellers may send. */
export function startSellerQueries(start: StartQueries): null {
  return startUserQueries(() => [
    queryClient
      .query({ ...meQuery, staleTime: 'static' })
      .then(({ is_owner: isSeller }) => isSeller && startQueries(start)),
  ]);
}
