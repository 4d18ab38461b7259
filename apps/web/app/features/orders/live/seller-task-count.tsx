import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api.ts';
import { queryKeys } from '../../../lib/data/query-keys.ts';

/** News come by the live stream; this is for who has none. */
const REFETCH_MS = 60_000;

const MAX_SHOWN = 99;

/** How much waits for the seller, beside 'Orders' in the menu: packs to hand out today, problems without an answer. */
export default function SellerTaskCount() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [...queryKeys.seller, 'waiting'],
    queryFn: async ({ signal }) => (await call('getSellerTaskCounts', { signal })).data,
    refetchInterval: REFETCH_MS,
  });
  const count = data ? data.to_hand_out + data.reports : 0;
  if (count === 0) return null;
  return (
    <span className="grid h-6 min-w-6 place-items-center rounded-full bg-urgent px-1.5 text-xs font-bold text-page">
      <span aria-hidden="true">{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
      <span className="sr-only">{t('nav.waiting', { count })}</span>
    </span>
  );
}
