import { type LoaderFunctionArgs, redirect } from 'react-router';
import { overviewQuery } from './features/affiliates/affiliates.api.ts';
import { meQuery } from './features/identity/identity.api.ts';
import { requireSession } from './guards.ts';
import { queryClient } from './lib/api/query-client.ts';
import { paths } from './lib/paths.ts';

/**
 * No partner, and never brought anybody: to the page that switches the programme on. What was earned before stays in
 * sight when it is off. Without an answer the page itself says so.
 */
export async function requirePartner(args: LoaderFunctionArgs): Promise<null> {
  requireSession(args);
  const me = await queryClient.ensureQueryData(meQuery).catch(() => null);
  if (!me || me.is_partner) return null;
  const overview = await queryClient.ensureQueryData(overviewQuery).catch(() => null);
  if (overview && overview.clients + overview.sellers === 0) throw redirect(paths.affiliate);
  return null;
}
