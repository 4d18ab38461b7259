import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api.ts';
import { showErrorToast, showToast } from '../../../ui/overlay/toast.ts';
import { replaceSlot, type SellerWeek, type Slot, withQuantity, withSoldOut } from './seller-week-cache.ts';

interface QuantityChange {
  slot: Slot;
  /** All packs of the day; null: sell no more. */
  quantity: number | null;
}

const mutationKey = ['slot-quantity'];

/** How many packs there are on a day: shown at once, taken back if the server refuses. */
export function useSlotQuantity() {
  const { t } = useTranslation('week');
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationKey,
    // One after another: the last tap wins.
    scope: { id: 'slot-quantity' },
    mutationFn: async ({ slot: { id }, quantity }: QuantityChange) =>
      quantity === null
        ? (await call('markSlotSoldOut', { params: { id } })).data
        : (await call('updateSlotQuantity', { params: { id }, body: { quantity } })).data,
    onMutate: async ({ slot, quantity }) => {
      await queryClient.cancelQueries({ queryKey: ['seller', 'week'] });
      setCachedSlot(queryClient, quantity === null ? withSoldOut(slot) : withQuantity(slot, quantity));
    },
    onError: (error, { slot }) => {
      setCachedSlot(queryClient, slot);
      showErrorToast(error);
    },
    onSettled: () => {
      // While taps wait, what the server says is old already.
      if (queryClient.isMutating({ mutationKey }) === 1)
        void queryClient.invalidateQueries({ queryKey: ['seller'] });
    },
  });
  const setQuantity = (slot: Slot, quantity: number) => mutate({ slot, quantity });
  return {
    setQuantity,
    markSoldOut: (slot: Slot, name: string) => {
      mutate({ slot, quantity: null });
      showToast(t('soldOutDone', { name }), {
        label: t('undo'),
        run: () => setQuantity(slot, slot.quantity),
      });
    },
  };
}

const setCachedSlot = (queryClient: QueryClient, slot: Slot) =>
  queryClient.setQueriesData<SellerWeek>(
    { queryKey: ['seller', 'week'] },
    (week) => week && replaceSlot(week, slot),
  );
