import { type LoaderFunctionArgs, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { safeNext, withNext } from '../lib/next.ts';
import { paths } from '../lib/paths.ts';
import { queryClient } from '../lib/query-client.ts';
import { signedIn } from '../lib/session.ts';
import { meQuery } from '../modules/identity/identity.api.ts';

/** Nobody signed in: to the sign-in page, which leads back here. */
export function requireSession({ request }: LoaderFunctionArgs): null {
  if (signedIn()) return null;
  const { pathname, search } = new URL(request.url);
  throw redirect(withNext(paths.auth, pathname + search));
}

/** Not an owner yet: to the page that switches selling on. Without an answer the page itself says so. */
export async function requireOwner(args: LoaderFunctionArgs): Promise<null> {
  requireSession(args);
  const me = await queryClient.ensureQueryData(meQuery).catch(() => null);
  if (me && !me.is_owner) throw redirect(paths.point);
  return null;
}

/** Steps of one page need no second look at who it is: on a slow network the press on Next would wait for it, unseen. */
export const onAnotherPage = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname;

/** Signed in already: past the sign-in pages, to where the person was going. */
export function requireGuest({ request }: LoaderFunctionArgs): null {
  if (!signedIn()) return null;
  throw redirect(safeNext(new URL(request.url).searchParams.get('next')) ?? paths.offers);
}
