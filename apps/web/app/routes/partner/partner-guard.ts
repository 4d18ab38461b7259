import { type LoaderFunctionArgs, redirect } from 'react-router';
import { overviewQuery } from '../../features/affiliates/affiliates.api.ts';
import { requireSession } from '../../guards.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { meQuery } from '../../lib/data/shared-queries.ts';
import { paths } from '../../lib/paths.ts';

/**
 * Neither partner nor with earnings from referrals: redirects to the page that enables the programme. Past earnings
 * stay visible when it is disabled. Without a response the page itself shows the error.
 */
export async function loader(args: LoaderFunctionArgs): Promise<null> {
  requireSession(args);
  const me = await queryClient.query({ ...meQuery, staleTime: 'static' }).catch(() => null);
  if (!me || me.is_partner) return null;
  const overview = await queryClient.query({ ...overviewQuery, staleTime: 'static' }).catch(() => null);
  if (overview && overview.clients + overview.sellers === 0) throw redirect(paths.affiliate);
  return null;
}
