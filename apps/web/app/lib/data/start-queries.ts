import { noop } from '@tanstack/react-query';
import { queryClient } from '../api/query-client.ts';
import { hasSession } from '../session/session.ts';
import { meQuery } from './shared-queries.ts';

type StartQueries = () => readonly Promise<unknown>[];

/**
 * For loaders: starts what a page is going to show, and waits for nothing. The page itself shows copies, what is loading
 * and what has failed: a navigation neither waits for a slow network nor ends in an error page.
 */
export function startQueries(start: StartQueries): null {
  // Pages are prerendered without an answer.
  if (import.meta.env.SSR) return null;
  for (const query of start()) query.catch(noop);
  return null;
}

/** Loaders run beside those of the routes around them: a guard that leads elsewhere does not keep them from asking. */
export const startUserQueries = (start: StartQueries): null => (hasSession() ? startQueries(start) : null);

/** Asks for what only sellers may see. */
export function startSellerQueries(start: StartQueries): null {
  return startUserQueries(() => [
    queryClient
      .query({ ...meQuery, staleTime: 'static' })
      .then(({ is_owner: isSeller }) => isSeller && startQueries(start)),
  ]);
}
