import { type LoaderFunctionArgs, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { queryClient } from './lib/api/query-client.ts';
import { hasRight, meQuery } from './lib/data/shared-queries.ts';
import { PAID_SLOT_PARAM, parseNextPath, paths, withNextPath } from './lib/paths.ts';
import { hasSession } from './lib/session/session.ts';

/** Signed out: redirects to sign-in, which leads back here. */
export function requireSession({ request }: LoaderFunctionArgs): null {
  if (hasSession()) return null;
  const { pathname, search } = new URL(request.url);
  throw redirect(withNextPath(paths.auth, pathname + search));
}

/** Signed out, from a notice that a unit is on hold: redirects to sign-in, which leads to the payment. */
export const requireSessionToPay = (args: LoaderFunctionArgs): null =>
  new URL(args.request.url).searchParams.has(PAID_SLOT_PARAM) ? requireSession(args) : null;

/** A member of no business: redirects to the page that enables selling. Without a response the page itself shows the error. */
export async function requireSeller(args: LoaderFunctionArgs): Promise<null> {
  requireSession(args);
  const me = await queryClient.query({ ...meQuery, staleTime: 'static' }).catch(() => null);
  if (me && !me.business) throw redirect(paths.sellerRole);
  return null;
}

/** Registering a shop from the start; without the right the page for a single one says why. */
export async function requireSalePlacesRight(args: LoaderFunctionArgs): Promise<null> {
  await requireSeller(args);
  const me = queryClient.getQueryData(meQuery.queryKey);
  if (me && !hasRight(me, 'sale_places.manage')) throw redirect(paths.newSalePlace);
  return null;
}

/** Steps of one page need no further check of the user: on a slow network the press on Next would wait for it. */
export const shouldRevalidateOnPathChange = ({
  currentUrl,
  nextUrl,
}: ShouldRevalidateFunctionArgs): boolean => currentUrl.pathname !== nextUrl.pathname;

/** Signed in already: redirects from the sign-in pages to the requested page. */
export function requireGuest({ request }: LoaderFunctionArgs): null {
  if (!hasSession()) return null;
  throw redirect(parseNextPath(new URL(request.url).searchParams.get('next')) ?? paths.offers);
}
