import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { PaymentMethod } from '@wopack/contract';
import type { Input, Reply } from '@wopack/contract/client';
import { call } from '../../lib/api/api.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';

export type Hold = Reply<'listMyHolds'>['data'][number];
export type PaymentProvider = Hold['provider'];
export type PaidOrder = Reply<'completePayment'>['data']['order'];

/** The offer to pay for. */
export interface PaymentTarget {
  productId: number;
  /** Null while none is on sale. */
  slotId: number | null;
  productName: string;
  /** Euros, of one pack. */
  price: number;
  /** Packs that were chosen; null: nothing was, yet. */
  quantity: number | null;
  /** The most that may be bought: by the limit of the seller, and by what is left beside an own hold. */
  maxPerOrder: number;
  left: number;
  /** Its unit is on hold after a draw, or from the waitlist. */
  isOffer: boolean;
  /** The sale place's. */
  timeZone: string;
}

export type SavedCard = Reply<'listSavedCards'>['data'][number];

/** A method, or a card that the user keeps. */
export type PaymentChoice = PaymentMethod | `saved:${string}`;

/** Cards that the user keeps at the provider. */
export const savedCardsQuery = queryOptions({
  queryKey: ['saved-cards'],
  queryFn: async ({ signal }) => (await call('listSavedCards', { signal })).data,
  staleTime: 60_000,
});

export function useSetDefaultCard() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('setDefaultCard', { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: savedCardsQuery.queryKey }),
  });
}

export function useRemoveSavedCard() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('removeSavedCard', { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: savedCardsQuery.queryKey }),
  });
}

export const holdsQuery = queryOptions({
  queryKey: queryKeys.holds,
  queryFn: async ({ signal }) => (await call('listMyHolds', { signal })).data,
  staleTime: 10_000,
});

/** With the number of packs, where several are on hold: '2 × Evening box'. */
export const getHoldTitle = ({
  product_name: name,
  quantity = 1,
}: {
  product_name: string;
  quantity?: number | undefined;
}): string => (quantity > 1 ? `${quantity} × ${name}` : name);

/** The payment provider, which does not change while a page is open. */
export const providerQuery = queryOptions({
  queryKey: ['payment-provider'],
  queryFn: async ({ signal }) => (await call('getPaymentProvider', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Removes everything but digits and dots. Source: docs/specification.md, Payments. */
const keepDigitsAndDots = (value: number | string): string => String(value).replace(/[^\d.]/g, '');

/** For whom the shop issues the invoice. */
type InvoiceInput = Pick<
  Input<'initiatePayment'>['body'],
  'invoice_name' | 'invoice_tax_number' | 'keep_invoice_details'
>;

/** Reads the fields of the invoice; null when they are wrong and say so themselves. */
export type ReadInvoice = () => InvoiceInput | null;

/** Places a hold, or returns the existing one, with as many units as are asked for. */
export async function initiatePayment(
  { productId, slotId, productName, isOffer }: PaymentTarget,
  { quantity, amountCents }: { quantity: number; amountCents: number },
  /** The invoice, and what becomes of the card. */
  wishes: InvoiceInput &
    Pick<Input<'initiatePayment'>['body'], 'saved_card' | 'use_credit' | 'code' | 'card_amount'> = {},
): Promise<Hold> {
  const hold = await call('initiatePayment', {
    body: {
      amount: keepDigitsAndDots((amountCents / 100).toFixed(2)),
      ...(quantity > 1 && { quantity }),
      currency: 'EUR',
      productId: keepDigitsAndDots(productId),
      slot_id: slotId ?? undefined,
      ...wishes,
    },
  });
  return {
    ...hold,
    product_id: productId,
    slot_id: slotId ?? 0,
    product_name: productName,
    amount_cents: amountCents,
    code: wishes.code ?? null,
    quantity,
    is_offer: isOffer,
    mb_way: null,
  };
}

/** Offered methods that are within the card form of a provider, which shows them where the device has them. */
export const methodsInCardForm: Record<PaymentProvider, readonly PaymentMethod[]> = {
  sandbox: [],
  stripe: ['apple_pay', 'google_pay'],
};

export const requestMbWay = async (token: string, phone: string) =>
  (await call('requestMbWay', { body: { token, phone } })).data;

const MB_WAY_CHECKED_EVERY_MS = 3_000;

/** What became of a request to MB WAY, asked again and again, and at once when its buyer comes back from the app. */
export const mbWayQuery = (token: string, confirmUntil: string) =>
  queryOptions({
    queryKey: ['mb-way', token, confirmUntil],
    queryFn: async ({ signal }) => (await call('checkMbWay', { body: { token }, signal })).data.state,
    refetchInterval: MB_WAY_CHECKED_EVERY_MS,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    retry: false,
  });

export const leaveMbWay = (token: string) => call('leaveMbWay', { body: { token } });

export const completePayment = async (token: string): Promise<PaidOrder> =>
  (await call('completePayment', { body: { token } })).data.order;

/** Ends the hold after a failed or abandoned payment. */
export const failPayment = (token: string, code: string, description = '') =>
  call('failPayment', {
    body: { token, code: code.slice(0, 100), description: description.slice(0, 1000) },
  });
