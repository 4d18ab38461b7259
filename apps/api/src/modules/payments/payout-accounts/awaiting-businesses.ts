import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { findBusiness, listBusinessIds, setAwaitingPayoutAccount } from '../../businesses/index.ts';
import { setSellerProductsOnSale } from '../../products/index.ts';
import { findPayoutAccount, lockPayoutAccount, savePayoutWay } from './payout-accounts.queries.ts';
import { maySell } from './payout-accounts.rules.ts';

type Dependencies = Pick<Context, 'config' | 'clock'>;

/** Takes what a business offers off sale, or puts it back, as its account and the operator's setting have it. */
export async function applyToBusiness({ config, clock }: Dependencies, trx: Trx, businessId: number) {
  const now = clock.now();
  const account = await findPayoutAccount(trx, businessId);
  // One at another provider, from before, is not paid to.
  const isOfProvider = account?.provider === (config.stripe ? 'stripe' : 'sandbox');
  const isAwaiting =
    config.payoutWay === 'stripe_connect' && !maySell(isOfProvider ? account : undefined, now);
  if (!(await setAwaitingPayoutAccount(trx, businessId, isAwaiting))) return;
  const business = await findBusiness(trx, businessId);
  if (isAwaiting || business?.is_selling) await setSellerProductsOnSale(trx, businessId, !isAwaiting, now);
}

const BUSINESSES_AT_ONCE = 500;

/** After a start: all businesses follow the setting. A transaction for each, which waits for a change of its account. */
export async function applyPayoutWay(context: Pick<Context, 'db' | 'config' | 'clock'>): Promise<void> {
  const { db, config } = context;
  await savePayoutWay(db, config.payoutWay);
  let after = 0;
  for (;;) {
    const ids = await listBusinessIds(db, { after, limit: BUSINESSES_AT_ONCE });
    for (const id of ids)
      await db.transaction().execute(async (trx) => {
        await lockPayoutAccount(trx, id);
        await applyToBusiness(context, trx, id);
      });
    if (ids.length < BUSINESSES_AT_ONCE) return;
    after = ids.at(-1)!;
  }
}
