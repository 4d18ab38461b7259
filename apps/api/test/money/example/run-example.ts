import type { PayoutWay } from '../../../src/config/config.ts';
import { confirmPayout, markRunSent } from '../../../src/modules/ledger/payouts/payout-runs.ts';
import { listPayoutsOfRun } from '../../../src/modules/ledger/payouts/payouts.queries.ts';
import { refundOrder } from '../../../src/modules/orders/index.ts';
import {
  BUSINESS_BODY,
  buyProduct,
  createProductOnSale,
  createTestUser,
  GOOD_CARD,
  IBAN_DE,
  setUpPayouts,
  type TestUser,
} from '../../support/builders.ts';
import { runInTransaction } from '../../support/run-in-transaction.ts';
import type { TestApp } from '../../support/start-test-app.ts';

export type ExampleName = 'Marta' | 'Nuno' | 'Olga' | 'Aurora' | 'Bento' | 'Paula' | 'Quim';
export type ExampleUsers = Record<ExampleName, TestUser>;

/**
 * Runs the two months of docs/worked-example.md through the API, paid by bank file or by transfers of the payment provider.
 * Ends on the morning of 5 January 2027.
 */
export async function runExample(api: TestApp, payoutWay: PayoutWay = 'bank_file'): Promise<ExampleUsers> {
  const { context } = api;
  const isTransferred = payoutWay === 'stripe_connect';
  context.config.payoutWay = payoutWay;
  Object.assign(context.config.operator, { iban: 'PT50003300004555698867005', minPayoutCents: 100 });
  const users = await createUsers(api);
  if (isTransferred) await openAccounts(api, [users.Aurora, users.Bento, users.Paula, users.Quim]);
  const { Marta, Nuno, Olga } = users;

  await advanceTo(api, '2026-11-20T12:00:00Z');
  const { productId: auroraProductId } = await publishProduct(api, users.Aurora, 3.99);
  const { productId: bentoProductId } = await publishProduct(api, users.Bento, 5.99);
  for (const buyer of [Marta, Marta, Nuno, Nuno, Olga, Olga]) await buyProduct(buyer, auroraProductId);
  const spoiltOrder = await payForProduct(Marta, bentoProductId, 5.99);
  const shortOrder = await payForProduct(Nuno, bentoProductId, 5.99);
  await payForProduct(Olga, bentoProductId, 5.99);
  await advanceTo(api, '2026-11-21T09:00:00Z');
  await runInTransaction(context, refundOrder, {
    orderId: shortOrder.id,
    refundedTotalCents: 100,
    decidedBy: 'operator',
    reason: 'one bun short',
  });
  if (isTransferred) await advanceTo(api, '2026-11-25T06:00:00Z');
  await advanceTo(api, '2026-12-01T06:00:00Z');
  await advanceTo(api, '2026-12-05T06:00:00Z');
  if (isTransferred) {
    // The sandbox pays banks on Mondays.
    await advanceTo(api, '2026-12-07T06:00:00Z');
    await advanceTo(api, '2026-12-08T06:00:00Z');
  } else {
    await runInTransaction(context, markRunSent, 1);
    for (const { id } of await listPayoutsOfRun(api.db, 1))
      await runInTransaction(context, confirmPayout, id);
  }
  await advanceTo(api, '2026-12-10T09:00:00Z');
  await runInTransaction(context, refundOrder, {
    orderId: spoiltOrder.id,
    refundedTotalCents: 'all',
    decidedBy: 'operator',
    reason: 'spoilt',
  });
  await advanceTo(api, '2026-12-11T12:00:00Z');
  for (const buyer of [Nuno, Nuno, Olga]) await payForProduct(buyer, bentoProductId, 5.99);
  if (isTransferred) await advanceTo(api, '2026-12-15T06:00:00Z');
  await advanceTo(api, '2027-01-01T06:00:00Z');
  await advanceTo(api, '2027-01-05T06:00:00Z');
  return users;
}

/** Creates the users with their referrers; those with payouts have payout details. */
async function createUsers(api: TestApp): Promise<ExampleUsers> {
  const createPartner = (name: string) =>
    createTestUser(api, { name, isPartner: true, isEmailVerified: true });
  const [Paula, Quim] = [await createPartner('Paula Pires'), await createPartner('Quim Queirós')];
  const createSeller = (name: string, referredBy?: TestUser) =>
    createTestUser(api, { name, isSeller: true, isEmailVerified: true, referredBy });
  const [Aurora, Bento] = [await createSeller('Aurora Alves'), await createSeller('Bento Brito', Paula)];
  await setUpPayouts(api, Aurora);
  await setUpPayouts(api, Bento, IBAN_DE);
  await Bento.call('updateBusiness', { body: { ...BUSINESS_BODY, legal_name: 'Бенто & Filhos, Lda.' } });
  for (const user of [Paula, Quim]) await setUpPayouts(api, user);
  const createBuyer = (name: string, referredBy?: TestUser) => createTestUser(api, { name, referredBy });
  const Marta = await createBuyer('Marta Salgado', Paula);
  const Nuno = await createBuyer('Nuno Neves', Quim);
  return { Marta, Nuno, Olga: await createBuyer('Olga Ortiz'), Aurora, Bento, Paula, Quim };
}

/** Accounts that the provider has verified. */
export async function openAccounts({ db, clock }: TestApp, users: TestUser[]): Promise<void> {
  const now = clock.now();
  const account = {
    provider: 'sandbox',
    state: 'verified',
    state_since: now,
    first_verified_at: now,
  } as const;
  for (const { id } of users)
    await db
      .insertInto('payout_accounts')
      .values({
        ...account,
        user_id: id,
        ref: `acct_sandbox_${id}`,
        transfers_enabled: true,
        payouts_enabled: true,
        created_at: now,
        updated_at: now,
      })
      .execute();
}

const publishProduct = (api: TestApp, seller: TestUser, price: number) =>
  createProductOnSale(api, { seller, quantity: 7, product: { price } });

async function payForProduct(buyer: TestUser, productId: number, amount: number) {
  const { token, client_secret } = await buyer.call('initiatePayment', {
    body: { amount, currency: 'EUR', productId },
  });
  await buyer.call('confirmSandboxPayment', { body: { client_secret, card: GOOD_CARD } });
  return (await buyer.call('completePayment', { body: { token } })).data.order;
}

/** The hour at which the scheduled jobs of a day run. */
export async function advanceTo({ clock, jobs }: TestApp, iso: string): Promise<void> {
  clock.set(iso);
  for (const queue of [
    'products.generate-slots',
    'orders.mark-not-collected',
    'affiliates.approve-shares',
    'ledger.settle-months',
    'payments.transfer-earnings',
    'payments.sync-all-provider-payouts',
  ] as const)
    await jobs.runScheduled(queue);
  await jobs.runDue();
}
