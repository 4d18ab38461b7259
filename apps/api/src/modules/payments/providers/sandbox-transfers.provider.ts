import { DAY_MS } from '@wopack/domain';
import type { Clock } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { generateToken } from '../../identity/index.ts';
import {
  findPayout,
  findReversalByKey,
  findTransfer,
  findTransferByKey,
  finishPayouts,
  getAccountBalance,
  getSourceLeft,
  insertPayout,
  insertReversal,
  insertTransfer,
  listAccountsToPay,
  listMovements,
  listPayouts,
  listReversalsOf,
  listTransfers,
  listTransfersOfGroup,
  lockAccount,
} from './sandbox-transfers.queries.ts';
import {
  type ProviderPayout,
  type ProviderReversal,
  type ProviderTransfer,
  type TransferProvider,
  TransferRefusedError,
  type TransferSubject,
} from './transfer-provider.ts';

const createRef = (kind: string): string => `${kind}_sandbox_${generateToken().slice(0, 24)}`;

function getGroup(subject: TransferSubject): string {
  if ('partnerId' in subject) return `partner ${subject.partnerId}`;
  return 'orderId' in subject ? `order ${subject.orderId}` : subject.paymentRef;
}

/**
 * Accounts of the sandbox: what is transferred to one is there at once, and goes to its bank on Mondays, where it arrives
 * on the next day. Only sandbox-transfers.queries.ts reads its tables.
 */
export function sandboxTransfers(db: Db, clock: Clock): TransferProvider {
  const payBanks = async () => {
    const now = clock.now();
    await finishPayouts(db, toDay(now));
    const isMonday = now.getUTCDay() === 1;
    if (!isMonday) return;
    for (const accountRef of await listAccountsToPay(db))
      await db.transaction().execute(async (trx) => {
        await lockAccount(trx, accountRef);
        const amountCents = await getAccountBalance(trx, accountRef);
        if (amountCents <= 0) return;
        await insertPayout(trx, {
          ref: createRef('po'),
          account_ref: accountRef,
          amount_cents: amountCents,
          arrives_on: toDay(new Date(now.getTime() + DAY_MS)),
          created_at: now,
        });
      });
  };
  return {
    transfer: (subject, { accountRef, amountCents, idempotencyKey, transferId }) =>
      db.transaction().execute(async (trx) => {
        await lockAccount(trx, accountRef);
        const before = await findTransferByKey(trx, idempotencyKey);
        if (before) return toTransfer(before);
        const paymentRef = 'paymentRef' in subject ? subject.paymentRef : null;
        if (paymentRef !== null && (await getSourceLeft(trx, paymentRef)) < amountCents)
          throw new TransferRefusedError('the transfers would exceed the payment');
        const transfer = await insertTransfer(trx, {
          ref: createRef('tr'),
          idempotency_key: idempotencyKey,
          account_ref: accountRef,
          payment_ref: paymentRef,
          transfer_group: getGroup(subject),
          amount_cents: amountCents,
          transfer_id: transferId,
          created_at: clock.now(),
        });
        return toTransfer(transfer);
      }),
    async reverse(ref, { amountCents, idempotencyKey, transferId }) {
      const { account_ref: accountRef } = await findTransfer(db, ref);
      return db.transaction().execute(async (trx) => {
        await lockAccount(trx, accountRef);
        const before = await findReversalByKey(trx, idempotencyKey);
        if (before) return toReversal(before);
        const transfer = await findTransfer(trx, ref);
        if (transfer.amount_cents - transfer.reversed_cents < amountCents)
          throw new TransferRefusedError('the reversals would exceed the transfer');
        if ((await getAccountBalance(trx, accountRef)) < amountCents)
          throw new TransferRefusedError('balance_insufficient');
        const reversal = await insertReversal(trx, {
          ref: createRef('trr'),
          idempotency_key: idempotencyKey,
          transfer_ref: ref,
          amount_cents: amountCents,
          transfer_id: transferId,
          created_at: clock.now(),
        });
        return toReversal(reversal);
      });
    },
    listTransfersOf: async (subject) => (await listTransfersOfGroup(db, getGroup(subject))).map(toTransfer),
    listTransfers: async (period) => (await listTransfers(db, period)).map(toTransfer),
    listReversals: async (ref) => (await listReversalsOf(db, ref)).map(toReversal),
    retrieveTransfer: async (ref) => toTransfer(await findTransfer(db, ref)),
    async getBalance(accountRef) {
      await payBanks();
      return { availableCents: await getAccountBalance(db, accountRef), pendingCents: 0 };
    },
    async retrievePayout(accountRef, ref) {
      await payBanks();
      return toPayout(await findPayout(db, accountRef, ref));
    },
    async listPayouts(accountRef, period) {
      await payBanks();
      return (await listPayouts(db, accountRef, period)).map(toPayout);
    },
    async listMovements(accountRef, period) {
      return (await listMovements(db, accountRef, period)).map(({ ref, cents, at }) => ({
        ref,
        amountCents: cents,
        at,
      }));
    },
  };
}

const toDay = (instant: Date): string => instant.toISOString().slice(0, 10);

const toTransfer = (row: Awaited<ReturnType<typeof findTransfer>>): ProviderTransfer => ({
  ref: row.ref,
  accountRef: row.account_ref,
  amountCents: row.amount_cents,
  reversedCents: row.reversed_cents,
  arrivalRef: row.ref,
  transferId: row.transfer_id,
  createdAt: row.created_at,
});

const toReversal = (row: Awaited<ReturnType<typeof listReversalsOf>>[number]): ProviderReversal => ({
  ref: row.ref,
  amountCents: row.amount_cents,
  arrivalRef: row.ref,
  transferId: row.transfer_id,
  createdAt: row.created_at,
});

const toPayout = (row: Awaited<ReturnType<typeof findPayout>>): ProviderPayout => ({
  ref: row.ref,
  amountCents: row.amount_cents,
  status: row.status,
  failure: row.status === 'failed' ? 'account_closed' : null,
  arrivesOn: row.arrives_on,
  createdAt: row.created_at,
});
