import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { notify, notifyProblem } from '../../../ui/toast.ts';
import { type Slot, type Week, withoutRest, withQuantity, withSlot } from './week-cache.ts';

interface Tap {
  slot: Slot;
  /** All packs of the day; null: sell no more. */
  quantity: number | null;
}

const mutationKey = ['slot-quantity'];

/** How many packs there are on a day: shown at once, taken back if the server refuses. */
export function useStock() {
  const { t } = useTranslation('week');
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey,
    // One after another: the last tap wins.
    scope: { id: 'slot-quantity' },
    mutationFn: async ({ slot: { id }, quantity }: Tap) =>
      quantity === null
        ? (await call('markSlotSoldOut', { params: { id } })).data
        : (await call('updateSlotQuantity', { params: { id }, body: { quantity } })).data,
    onMutate: async ({ slot, quantity }) => {
      await client.cancelQueries({ queryKey: ['seller', 'week'] });
      show(client, quantity === null ? withoutRest(slot) : withQuantity(slot, quantity));
    },
    onError: (error, { slot }) => {
      show(client, slot);
      notifyProblem(error);
    },
    onSettled: () => {
      // While taps wait, what the server says is old already.
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey: ['seller'] });
    },
  });
  const set = (slot: Slot, quantity: number) => mutate({ slot, quantity });
  return {
    set,
    sellOut: (slot: Slot, name: string) => {
      mutate({ slot, quantity: null });
      notify(t('soldOutDone', { name }), { label: t('undo'), run: () => set(slot, slot.quantity) });
    },
  };
}

const show = (client: QueryClient, slot: Slot) =>
  client.setQueriesData<Week>({ queryKey: ['seller', 'week'] }, (week) => week && withSlot(week, slot));
