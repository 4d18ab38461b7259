import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api/api.ts';
import { useServerNow } from '../../lib/browser/use-now.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';
import { writeStored } from '../../lib/storage/storage.ts';

export type Hold = Reply<'listMyHolds'>['data'][number];
export type PaymentProvider = Hold['provider'];
export type PaidOrder = Reply<'completePayment'>['data']['order'];

/** The offer to pay for. */
export interface PaymentTarget {
  productId: number;
  /** Null while none is on sale. */
  slotId: number | null;
  productName: string;
  /** Euros. */
  price: number;
  /** Its unit is on hold after a draw, or from the waitlist. */
  isOffer: boolean;
}

export const holdsQuery = queryOptions({
  queryKey: queryKeys.holds,
  queryFn: async ({ signal }) => (await call('listMyHolds', { signal })).data,
  staleTime: 10_000,
});

/** The payment provider, which does not change while a page is open. */
export const providerQuery = queryOptions({
  queryKey: ['payment-provider'],
  queryFn: async ({ signal }) => (await call('getPaymentProvider', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Removes everything but digits and dots. Source: docs/specification.md, Payments. */
const keepDigitsAndDots = (value: number | string): string => String(value).replace(/[^\d.]/g, '');

/** Places a hold on one unit, or returns the existing hold. */
export async function initiatePayment({
  productId,
  slotId,
  productName,
  price,
  isOffer,
}: PaymentTarget): Promise<Hold> {
  const hold = await call('initiatePayment', {
    body: {
      amount: keepDigitsAndDots(price.toFixed(2)),
      currency: 'EUR',
      productId: keepDigitsAndDots(productId),
      slot_id: slotId ?? undefined,
    },
  });
  return {
    ...hold,
    product_id: productId,
    slot_id: slotId ?? 0,
    product_name: productName,
    amount_cents: Math.round(price * 100),
    is_offer: isOffer,
  };
}

export const completePayment = async (token: string): Promise<PaidOrder> =>
  (await call('completePayment', { body: { token } })).data.order;

/** Ends the hold after a failed or abandoned payment. */
export const failPayment = (token: string, code: string, description = '') =>
  call('failPayment', {
    body: { token, code: code.slice(0, 100), description: description.slice(0, 1000) },
  });

/** The user's holds that have not expired. */
export function useHolds({
  enabled = true,
  onExpire,
}: {
  enabled?: boolean;
  onExpire?: (hold: Hold) => void;
} = {}) {
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...holdsQuery, enabled });
  const getNow = useServerNow();
  const [now, setNow] = useState(getNow);
  useEffect(() => setNow(getNow()), [getNow]);
  const activeHolds = (data ?? []).filter((hold) => Date.parse(hold.expires_at) > now);
  const nextToExpire = activeHolds.toSorted((a, b) => a.expires_at.localeCompare(b.expires_at))[0];

  useEffect(() => {
    if (!nextToExpire) return;
    const timer = setTimeout(
      () => {
        setNow(getNow());
        onExpire?.(nextToExpire);
        void queryClient.invalidateQueries({ queryKey: holdsQuery.queryKey });
      },
      Math.max(0, Date.parse(nextToExpire.expires_at) - getNow()),
    );
    return () => clearTimeout(timer);
  }, [nextToExpire, onExpire, queryClient, getNow]);

  const addHold = (hold: Hold) => {
    writeStored('holdUntil', hold.expires_at);
    queryClient.setQueryData(holdsQuery.queryKey, (list = []) => [
      ...list.filter(({ token }) => token !== hold.token),
      hold,
    ]);
  };
  const removeHold = (token: string) =>
    queryClient.setQueryData(holdsQuery.queryKey, (list = []) => list.filter((hold) => hold.token !== token));
  return { holds: activeHolds, addHold, removeHold };
}
