import { confirmPayout, markRunSent } from '../../src/modules/ledger/payouts/payout-states.ts';
import { listPayoutsOfRun } from '../../src/modules/ledger/payouts/payouts.queries.ts';
import { refundOrder } from '../../src/modules/orders/index.ts';
import { businessBody, buy, goodCard, type Person, person, shop } from '../builders.ts';
import { IBAN_DE, ready } from '../money.ts';
import type { TestApp } from '../start-test-app.ts';

export type Name = 'Marta' | 'Nuno' | 'Olga' | 'Aurora' | 'Bento' | 'Paula' | 'Quim';
export type People = Record<Name, Person>;

/** The two months of docs/worked-example.md, by the calls everybody uses. Ends on the morning of 5 January 2027. */
export async function liveExample(api: TestApp): Promise<People> {
  const { context } = api;
  Object.assign(context.config.operator, { iban: 'PT50003300004555698867005', minPayoutCents: 100 });
  const people = await begin(api);
  const { Marta, Nuno, Olga } = people;

  await at(api, '2026-11-20T12:00:00Z');
  const { productId: auroras } = await sells(api, people.Aurora, 3.99);
  const { productId: bentos } = await sells(api, people.Bento, 5.99);
  for (const buyer of [Marta, Marta, Nuno, Nuno, Olga, Olga]) await buy(buyer, auroras);
  const spoilt = await pay(Marta, bentos, 5.99);
  const short = await pay(Nuno, bentos, 5.99);
  await pay(Olga, bentos, 5.99);
  await at(api, '2026-11-21T09:00:00Z');
  await refundOrder(context, {
    orderId: short.id,
    refundedTotal: 100,
    decidedBy: 'operator',
    reason: 'one bun short',
  });
  await at(api, '2026-12-01T06:00:00Z');
  await at(api, '2026-12-05T06:00:00Z');
  await markRunSent(context, 1);
  for (const { id } of await listPayoutsOfRun(api.db, 1)) await confirmPayout(context, id);
  await at(api, '2026-12-10T09:00:00Z');
  await refundOrder(context, {
    orderId: spoilt.id,
    refundedTotal: 'all',
    decidedBy: 'operator',
    reason: 'spoilt',
  });
  await at(api, '2026-12-11T12:00:00Z');
  for (const buyer of [Nuno, Nuno, Olga]) await pay(buyer, bentos, 5.99);
  await at(api, '2027-01-01T06:00:00Z');
  await at(api, '2027-01-05T06:00:00Z');
  return people;
}

/** Everybody, each brought by whom the example says; who is to be paid can be. */
async function begin(api: TestApp): Promise<People> {
  const partner = (name: string) => person(api, { name, is_partner: true, verified: true });
  const [Paula, Quim] = [await partner('Paula Pires'), await partner('Quim Queirós')];
  const seller = (name: string, broughtBy?: Person) => person(api, { name, is_owner: true, broughtBy });
  const [Aurora, Bento] = [await seller('Aurora Alves'), await seller('Bento Brito', Paula)];
  await ready(api, Aurora);
  await ready(api, Bento, IBAN_DE);
  await Bento.call('updateBusiness', { body: { ...businessBody, legal_name: 'Бенто & Filhos, Lda.' } });
  for (const one of [Paula, Quim]) await ready(api, one);
  const buyer = (name: string, broughtBy?: Person) => person(api, { name, broughtBy });
  const Marta = await buyer('Marta Salgado', Paula);
  const Nuno = await buyer('Nuno Neves', Quim);
  return { Marta, Nuno, Olga: await buyer('Olga Ortiz'), Aurora, Bento, Paula, Quim };
}

const sells = (api: TestApp, seller: Person, price: number) =>
  shop(api, { seller, quantity: 7, product: { price } });

async function pay(buyer: Person, productId: number, amount: number) {
  const { token, client_secret } = await buyer.call('initiatePayment', {
    body: { amount, currency: 'EUR', productId },
  });
  await buyer.call('confirmSandboxPayment', { body: { client_secret, card: goodCard } });
  return (await buyer.call('completePayment', { body: { token } })).data.order;
}

/** The hour at which everything regular of a day is done. */
async function at({ clock, jobs }: TestApp, iso: string): Promise<void> {
  clock.set(iso);
  for (const queue of ['packs.keep-slots', 'orders.not-collected', 'affiliates.approve', 'ledger.settle'])
    await jobs.tick(queue);
  await jobs.runDue();
}
