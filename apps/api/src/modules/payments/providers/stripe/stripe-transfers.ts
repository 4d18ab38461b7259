import type { Stripe } from 'stripe';
import {
  type ProviderPayout,
  type ProviderReversal,
  type ProviderTransfer,
  type TransferProvider,
  TransferRefusedError,
  type TransferSubject,
} from '../transfer-provider.ts';
import { type CallGuard, isRefusal } from './stripe.rules.ts';

/** Metadata key of transfers and reversals: our number of it. */
const TRANSFER_MARK = 'wopack_transfer';

type ListAll = <T extends { id: string }>(
  list: (page: { limit: number; starting_after?: string }) => Promise<Stripe.ApiList<T>>,
) => Promise<T[]>;

/**
 * Separate charges and transfers: https://docs.stripe.com/connect/separate-charges-and-transfers. A transfer out of a
 * charge (`source_transaction`) is accepted before Stripe has settled it, and is part of the charge's `transfer_group`. A
 * reversal needs a sufficient balance: https://docs.stripe.com/api/transfer_reversals
 */
export function stripeTransfers(stripe: Stripe, guard: CallGuard, listAll: ListAll): TransferProvider {
  const move = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await guard(call);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const { code, message } = error as { code?: string; message: string };
      throw new TransferRefusedError(code ?? message, { cause: error });
    }
  };
  /** The charge that a transfer is made out of, and the group that both are part of. */
  const getSource = async (subject: TransferSubject): Promise<{ charge: string | null; group: string }> => {
    if ('partnerId' in subject) return { charge: null, group: `wopack_partner_${subject.partnerId}` };
    if ('orderId' in subject) return { charge: null, group: `wopack_order_${subject.orderId}` };
    const intent = await guard(() => stripe.paymentIntents.retrieve(subject.paymentRef));
    const { latest_charge: charge, transfer_group: group } = intent;
    return { charge: getId(charge), group: group ?? subject.paymentRef };
  };
  return {
    async transfer(subject, { accountRef, amountCents, idempotencyKey, transferId }) {
      const { charge, group } = await getSource(subject);
      const params: Stripe.TransferCreateParams = {
        amount: amountCents,
        currency: 'eur',
        destination: accountRef,
        transfer_group: group,
        ...(charge && { source_transaction: charge }),
        metadata: { [TRANSFER_MARK]: String(transferId) },
      };
      return toTransfer(await move(() => stripe.transfers.create(params, { idempotencyKey })));
    },
    async reverse(ref, { amountCents, idempotencyKey, transferId }) {
      const params = { amount: amountCents, metadata: { [TRANSFER_MARK]: String(transferId) } };
      return toReversal(await move(() => stripe.transfers.createReversal(ref, params, { idempotencyKey })));
    },
    async listTransfersOf(subject) {
      const { group } = await getSource(subject);
      return (await listAll((page) => stripe.transfers.list({ transfer_group: group, ...page }))).map(
        toTransfer,
      );
    },
    async listTransfers(period) {
      const created = toCreated(period);
      return (await listAll((page) => stripe.transfers.list({ created, ...page }))).map(toTransfer);
    },
    listReversals: async (ref) =>
      (await listAll((page) => stripe.transfers.listReversals(ref, page))).map(toReversal),
    retrieveTransfer: async (ref) => toTransfer(await guard(() => stripe.transfers.retrieve(ref))),
    async getBalance(accountRef) {
      const balance = await guard(() => stripe.balance.retrieve({}, { stripeContext: accountRef }));
      return { availableCents: sumEuros(balance.available), pendingCents: sumEuros(balance.pending) };
    },
    retrievePayout: async (accountRef, ref) =>
      toPayout(await guard(() => stripe.payouts.retrieve(ref, {}, { stripeContext: accountRef }))),
    async listPayouts(accountRef, period) {
      const created = toCreated(period);
      const payouts = await listAll((page) =>
        stripe.payouts.list({ created, ...page }, { stripeContext: accountRef }),
      );
      return payouts.map(toPayout);
    },
    async listMovements(accountRef, period) {
      const created = toCreated(period);
      const movements = await listAll((page) =>
        stripe.balanceTransactions.list({ created, ...page }, { stripeContext: accountRef }),
      );
      return movements.map(({ id, source, net, created: at }) => ({
        ref: getId(source) ?? id,
        amountCents: net,
        at: new Date(at * 1000),
      }));
    },
  };
}

const toCreated = ({ from, to }: { from: Date; to: Date }) => ({
  gte: Math.floor(from.getTime() / 1000),
  lt: Math.floor(to.getTime() / 1000),
});

const getId = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);

const getMark = (metadata: Stripe.Metadata | null): number | null => {
  const mark = metadata?.[TRANSFER_MARK];
  return mark ? Number(mark) : null;
};

const sumEuros = (balances: readonly { amount: number; currency: string }[]): number =>
  balances.reduce((sum, { amount, currency }) => (currency === 'eur' ? sum + amount : sum), 0);

const toTransfer = (transfer: Stripe.Transfer): ProviderTransfer => ({
  ref: transfer.id,
  // Empty: the account was deleted.
  accountRef: getId(transfer.destination) ?? '',
  amountCents: transfer.amount,
  reversedCents: transfer.amount_reversed,
  arrivalRef: getId(transfer.destination_payment),
  transferId: getMark(transfer.metadata),
  createdAt: new Date(transfer.created * 1000),
});

const toReversal = (reversal: Stripe.TransferReversal): ProviderReversal => ({
  ref: reversal.id,
  amountCents: reversal.amount,
  arrivalRef: getId(reversal.destination_payment_refund),
  transferId: getMark(reversal.metadata),
  createdAt: new Date(reversal.created * 1000),
});

/** `in_transit` may still fail, and so may `paid`. Source: https://docs.stripe.com/api/payouts/object */
const PAYOUT_STATUS: Record<string, ProviderPayout['status']> = {
  paid: 'paid',
  failed: 'failed',
  canceled: 'failed',
};

const toPayout = (payout: Stripe.Payout): ProviderPayout => ({
  ref: payout.id,
  amountCents: payout.amount,
  status: PAYOUT_STATUS[payout.status] ?? 'pending',
  failure: payout.failure_code ?? (payout.status === 'canceled' ? 'canceled' : null),
  arrivesOn: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
  createdAt: new Date(payout.created * 1000),
});
