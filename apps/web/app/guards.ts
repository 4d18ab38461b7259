import { type LoaderFunctionArgs, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { overviewQuery } from './features/affiliates/affiliates.api.ts';
import { queryClient } from './lib/api/query-client.ts';
import { meQuery } from './lib/data/current-user.ts';
import { paths } from './lib/paths.ts';
import { parseNextPath, withNextPath } from './lib/session/next-path.ts';
import { hasSession } from './lib/session/session.ts';

/** Nobody signed in: to the sign-in page, which leads back here. */
export function requireSession({ request }: LoaderFunctionArgs): null {
  if (hasSession()) return null;
  const { pathname, search } = new URL(request.url);
  throw redirect(withNextPath(paths.auth, pathname + search));
}

/** Not a seller yet: to the page that switches selling on. Without an answer the page itself says so. */
export async function requireSeller(args: LoaderFunctionArgs): Promise<null> {
  requireSession(args);
  const me = await queryClient.query({ ...meQuery, staleTime: 'static' }).catch(() => null);
  if (me && !me.is_owner) throw redirect(paths.sellerRole);
  return null;
}

/** Steps of one page need no second look at who it is: on a slow network the press on Next would wait for it, unseen. */
export const shouldRevalidateOnPathChange = ({
  currentUrl,
  nextUrl,
}: ShouldRevalidateFunctionArgs): boolean => currentUrl.pathname !== nextUrl.pathname;

/** Signed in already: past the sign-in pages, to where the person was going. */
export function requireGuest({ request }: LoaderFunctionArgs): null {
  if (!hasSession()) return null;
  throw redirect(parseNextPath(new URL(request.url).searchParams.get('next')) ?? paths.offers);
}

/**
 * No partner, and never brought anybody: to the page that switches the programme on. What was earned before stays in
 * sight when it is off. Without an answer the page itself says so.
 */
export async function requirePartner(args: LoaderFunctionArgs): Promise<null> {
  requireSession(args);
  const me = await queryClient.query({ ...meQuery, staleTime: 'static' }).catch(() => null);
  if (!me || me.is_partner) return null;
  const overview = await queryClient.query({ ...overviewQuery, staleTime: 'static' }).catch(() => null);
  if (overview && overview.clients + overview.sellers === 0) throw redirect(paths.affiliate);
  return null;
}
