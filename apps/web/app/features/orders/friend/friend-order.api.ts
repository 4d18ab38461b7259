import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { DAY_MS } from '@wopack/domain';
import { isMissing } from '@wopack/ui/feedback/inline-error.tsx';
import { serverNow } from '@wopack/ui/server-clock.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api.ts';
import { readStored, removeStored, writeStored } from '../../../lib/storage/storage.ts';

/** With the PIN once it was opened here. */
export type FriendOrder = Omit<Reply<'openFriendOrder'>['data'], 'pin'> & { pin?: string | null };
type OpenedOrder = Reply<'openFriendOrder'>['data'];

const POLL_MS = 20_000;

/** Opened on this device before. */
export const findStoredOrder = (key: string): OpenedOrder | undefined =>
  readStored('friendOrders')?.find((stored) => stored.key === key)?.order;

/** Replaces the order of a key; null removes it. Those of days that are over go too. */
function storeOrder(key: string, order: OpenedOrder | null): void {
  const others = (readStored('friendOrders') ?? []).filter(
    (stored) => stored.key !== key && Date.parse(stored.order.pickup_end) + DAY_MS > serverNow(),
  );
  const orders = order ? [...others, { key, order }] : others;
  if (orders.length > 0) writeStored('friendOrders', orders);
  else removeStored('friendOrders');
}

const openOrder = async (key: string, signal?: AbortSignal): Promise<OpenedOrder> => {
  const { data } = await call('openFriendOrder', { body: { key }, signal });
  storeOrder(key, data);
  return data;
};

/** Looks only, which changes nothing; what was opened here before is opened again, which answers the same PIN. */
export const friendOrderQuery = (key: string, language: string) => {
  const stored = findStoredOrder(key);
  return queryOptions<FriendOrder>({
    queryKey: ['friend-order', key, language],
    queryFn: async ({ signal }) => {
      try {
        return findStoredOrder(key)
          ? await openOrder(key, signal)
          : (await call('getFriendOrder', { body: { key }, signal })).data;
      } catch (error) {
        if (isMissing(error)) storeOrder(key, null);
        throw error;
      }
    },
    ...(stored && { initialData: stored, initialDataUpdatedAt: 0 }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'opened' || state.data?.state === 'unopened' ? POLL_MS : false,
  });
};

export function useOpenFriendOrder(key: string) {
  const queryClient = useQueryClient();
  const { i18n } = useTranslation();
  return useMutation({
    mutationFn: () => openOrder(key),
    onSuccess: (order) => queryClient.setQueryData(friendOrderQuery(key, i18n.language).queryKey, order),
    // After a refusal what is shown is probably outdated.
    onError: () => void queryClient.invalidateQueries({ queryKey: ['friend-order', key] }),
  });
}
