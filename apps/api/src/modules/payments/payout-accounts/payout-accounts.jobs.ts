import { DAY_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { PaymentProvider } from '../providers/payment-provider.ts';
import { applyPayoutWay, applyToBusiness } from './awaiting-businesses.ts';
import {
  findHandOver,
  listAccountsPastDeadline,
  listAccountsToPoll,
  listSellingByFormerAccount,
  savePayoutAccountRef,
  savePayoutWay,
} from './payout-accounts.queries.ts';
import { syncPayoutAccount } from './sync-payout-account.ts';

const POLLED_AT_ONCE = 1000;

export async function payoutAccountJobs(context: Context, provider: PaymentProvider): Promise<void> {
  const { db, jobs, clock, config } = context;
  // Before anybody can found a business.
  await savePayoutWay(db, config.payoutWay);
  await jobs.work('payments.apply-payout-way', () => applyPayoutWay(context));
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'payments.apply-payout-way', {}));
  await jobs.work('payments.sync-payout-account', async ({ ref }) => {
    await syncPayoutAccount(context, provider, ref);
  });
  const enqueue = (refs: readonly string[]) =>
    db.transaction().execute(async (trx) => {
      for (const ref of refs) await jobs.enqueue(trx, 'payments.sync-payout-account', { ref });
    });
  // What notices did not tell of, and accounts whose answer was lost.
  await jobs.schedule('23 * * * *', 'payments.poll-payout-accounts', async () => {
    const { accounts, name } = provider;
    // After a change of the way, too: what is owed of before is still paid to them.
    if (!accounts) return;
    const requestedBefore = new Date(clock.now().getTime() - DAY_MS);
    const rows = await listAccountsToPoll(db, { provider: name, requestedBefore, limit: POLLED_AT_ONCE });
    for (const { user_id: userId, ref } of rows.filter((row) => row.ref === null)) {
      const lost = ref ?? (await accounts.findAccount(userId, await findHandOver(db, userId)));
      if (lost) await savePayoutAccountRef(db, userId, lost, clock.now());
    }
    await enqueue(rows.flatMap(({ ref }) => (ref === null ? [] : [ref])));
  });
  await jobs.schedule('*/5 * * * *', 'payments.check-payout-deadlines', async () => {
    if (config.payoutWay !== 'stripe_connect') return;
    for (const id of await listSellingByFormerAccount(db))
      await db.transaction().execute((trx) => applyToBusiness(context, trx, id));
    const rows = await listAccountsPastDeadline(db, provider.name, clock.now());
    await enqueue(rows.flatMap(({ ref }) => (ref === null ? [] : [ref])));
  });
}
