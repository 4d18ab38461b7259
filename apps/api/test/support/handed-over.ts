import { postTransaction } from '../../src/modules/ledger/index.ts';
import { createMember, setUpPayouts, TEST_PASSWORD } from './builders.ts';
import { copyOrder, createPaidOrder } from './order-builders.ts';
import type { TestApp } from './test-app.ts';

/** The founder's legal identity. */
export const FOUNDER = {
  legal_name: 'Rui Fontes',
  address: 'Rua da Trindade 18',
  country: 'PT',
  vat_number: '212345672',
  kind: 'person',
  tax_country: 'PT',
  first_name: 'Rui',
  last_name: 'Fontes',
  birth_date: '1980-05-31',
  tax_number: '212345672',
  post_code: '1200-468',
  city: 'Lisboa',
} as const;

/** That of who has the business afterwards. */
export const SUCCESSOR = {
  legal_name: 'Nova Aurora, Lda.',
  address: 'Rua do Carmo 4',
  country: 'PT',
  vat_number: '500000000',
  kind: 'company',
  tax_country: 'PT',
  register_number: '500000000',
  tax_number: '500000000',
  post_code: '1200-092',
  city: 'Lisboa',
} as const;

const proof = { password: TEST_PASSWORD };

/** Each sale as the purchase books it: 2.70 for the business, 1.29 for WoPack; it counts two days later. */
const PARTS = { provider: 399, seller: -270, commission: -129 };
const COUNTS_AFTER_MS = 48 * 3_600_000;

const buildEntries = (sellerId: number, sign: 1 | -1) => [
  { account: { kind: 'provider' as const }, amountCents: sign * PARTS.provider },
  { account: { kind: 'seller' as const, userId: sellerId }, amountCents: sign * PARTS.seller },
  { account: { kind: 'commission' as const }, amountCents: sign * PARTS.commission },
];

const getPaymentId = async ({ db }: TestApp, orderId: number) =>
  (await db.selectFrom('orders').select('payment_id').where('id', '=', orderId).executeTakeFirstOrThrow())
    .payment_id;

/** A business with a founder, who stated who they are and where they are paid, and another owner. */
export async function createBusinessWithTwoOwners(api: TestApp, at: string) {
  api.clock.set(at);
  const { seller: founder, id: orderId } = await createPaidOrder(api);
  await setUpPayouts(api, founder);
  await founder.call('updateBusiness', { body: FOUNDER });
  const successor = await createMember(api, founder, 'owner', { name: 'Ana Costa' });
  const query = { business_id: founder.id };
  return {
    founder,
    successor,
    query,
    /** Returns the id of the order. */
    async sell(on: string): Promise<number> {
      const now = new Date(on);
      const copyId = await copyOrder({ ...api, clock: { now: () => now } }, orderId, { reportDeadline: now });
      await api.db.transaction().execute(async (trx) =>
        postTransaction(trx, {
          kind: 'sale',
          paymentId: await getPaymentId(api, copyId),
          orderId: copyId,
          entries: buildEntries(founder.id, 1),
          now,
          effectiveAt: new Date(now.getTime() + COUNTS_AFTER_MS),
        }),
      );
      return copyId;
    },
    async takeBack(order: number, on: string): Promise<void> {
      await api.db.transaction().execute(async (trx) =>
        postTransaction(trx, {
          kind: 'cancellation',
          paymentId: await getPaymentId(api, order),
          orderId: order,
          restorations: 0,
          entries: buildEntries(founder.id, -1),
          now: new Date(on),
        }),
      );
    },
    /** The founder leaves. */
    async handOver(on: string): Promise<void> {
      api.clock.set(on);
      const { members } = (await founder.call('listMembers')).data;
      const me = members.find(({ is_me: isMe }) => isMe)!;
      await founder.call('endMember', { params: { id: me.id }, body: proof });
    },
    /** The other owner states another legal identity. */
    stateSuccessor: () => successor.call('updateBusiness', { body: { ...SUCCESSOR, ...query, ...proof } }),
  };
}

export type HandedOverBusiness = Awaited<ReturnType<typeof createBusinessWithTwoOwners>>;
