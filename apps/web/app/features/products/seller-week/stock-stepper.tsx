import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { IconButton } from '@wopack/ui/button.tsx';
import { IconMinus, IconPlus } from '@wopack/ui/icons';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api.ts';
import { queryKeys } from '../../../lib/data/shared-queries.ts';
import type { Slot } from './seller-week.api.ts';
import { replaceSlot, type SellerWeek, sellerWeekKey, withQuantity, withSoldOut } from './seller-week.api.ts';

interface QuantityChange {
  slot: Slot;
  /** Total units of the slot; null: stop selling. */
  quantity: number | null;
}

const mutationKey = ['slot-quantity'];

/** Optimistic; rolled back when the server refuses. */
export function useSlotQuantity() {
  const { t } = useTranslation('week');
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationKey,
    // Runs in sequence: the last tap wins.
    scope: { id: 'slot-quantity' },
    mutationFn: async ({ slot: { id }, quantity }: QuantityChange) =>
      quantity === null
        ? (await call('markSlotSoldOut', { params: { id } })).data
        : (await call('updateSlotQuantity', { params: { id }, body: { quantity } })).data,
    onMutate: async ({ slot, quantity }) => {
      await queryClient.cancelQueries({ queryKey: sellerWeekKey });
      setCachedSlot(queryClient, quantity === null ? withSoldOut(slot) : withQuantity(slot, quantity));
    },
    onError: (error, { slot }) => {
      setCachedSlot(queryClient, slot);
      showErrorToast(error);
    },
    onSettled: () => {
      // While further taps are queued, this response is outdated.
      if (queryClient.isMutating({ mutationKey }) === 1)
        void queryClient.invalidateQueries({ queryKey: queryKeys.seller });
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
    { queryKey: sellerWeekKey },
    (week) => week && replaceSlot(week, slot),
  );

/** Source: docs/specification.md, Stock. */
const MAX_QUANTITY = 7;

interface Props {
  slot: Slot;
  /** Name of the product, with the date where that is not shown beside it. */
  name: string;
}

/** Units left of a slot, with buttons for one more and one fewer. */
export function StockStepper({ slot, name }: Props) {
  const { t } = useTranslation('week');
  const { setQuantity } = useSlotQuantity();
  return (
    <fieldset className="inline-flex items-center gap-1">
      <legend className="sr-only">{t('leftOf', { name })}</legend>
      <IconButton
        variant="flat"
        label={t('fewer')}
        disabled={slot.left === 0}
        onClick={() => setQuantity(slot, slot.quantity - 1)}
        className="disabled:opacity-40"
      >
        <IconMinus />
      </IconButton>
      <output className="grid min-w-11 justify-items-center leading-none">
        <b className="font-display text-[1.25rem] tabular-nums">{slot.left}</b>
        <span className="mt-1 text-xs text-muted">{t('left', { count: slot.left })}</span>
      </output>
      <IconButton
        variant="flat"
        label={slot.quantity >= MAX_QUANTITY ? t('most', { count: MAX_QUANTITY }) : t('more')}
        disabled={slot.quantity >= MAX_QUANTITY}
        onClick={() => setQuantity(slot, slot.quantity + 1)}
        className="disabled:opacity-40"
      >
        <IconPlus />
      </IconButton>
    </fieldset>
  );
}
