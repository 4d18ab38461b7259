import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { getBalances } from '../../src/modules/ledger/index.ts';
import { expectBooksAgree } from '../books-agree.ts';
import { type Person, person, shop } from '../builders.ts';
import { prove } from '../money.ts';
import { useTestApp } from '../test-app.ts';
import { closeMonth, type Hands, live } from './live.ts';
import { realHands, type Stall } from './real-hands.ts';
import { recount } from './recount.ts';
import { month, type Step } from './steps.ts';
import { MINIMUM, Town, type TownStatement } from './town.ts';

/** How many; ten thousand take hours. */
const NUM_MONTHS = Number(process.env.NUM_MONTHS ?? 5);

const api = useTestApp();
let town: Town;
let hands: Hands;

beforeAll(async () => {
  const { operator } = api.context.config;
  Object.assign(operator, { iban: 'PT50003300004555698867005', minPayoutCents: MINIMUM });
  api.clock.set('2019-12-01T12:00:00Z');
  const people = new Map<number, Person>();
  const stalls = new Map<number, Stall>();
  const broughtBy = new Map<number, number>();
  const add = async (options: Parameters<typeof person>[1], by?: number) => {
    const one = await person(api, { ...options, ...(by && { broughtBy: people.get(by)! }) });
    people.set(one.id, one);
    if (by) broughtBy.set(one.id, by);
    await prove(api, one);
    return one.id;
  };
  const a = await add({ is_partner: true });
  const b = await add({ is_partner: true });
  // One sells, brings people and buys; she was brought by whom she did not bring.
  const both = await add({ is_partner: true, is_owner: true }, b);
  const sellers = [await add({ is_owner: true }, a), await add({ is_owner: true }, b), both];
  const buyers = [await add({}, a), await add({}, b), await add({}, both), await add({}), both];
  for (const [i, price] of [3.99, 5.99, 9.99].entries()) {
    const seller = people.get(sellers[i]!)!;
    const { productId } = await shop(api, { seller, product: { price } });
    stalls.set(seller.id, { productId, price: Math.round(price * 100) });
  }
  await sql`delete from pickup_slots`.execute(api.db);
  const start = new Date('2026-11-20T12:00:00Z');
  town = new Town({ buyers, sellers, partners: [a, b, both], broughtBy }, start);
  hands = realHands(api, people, stalls);
  await hands.timeIs(start);
  for (const id of [sellers[0]!, a]) {
    town.canBePaid.add(id);
    await hands.account(id);
  }
});

const plain = (accounts: ReadonlyMap<string, number>) =>
  Object.fromEntries([...accounts].filter(([, cents]) => cents !== 0).sort());

const sorted = <T extends TownStatement>(list: readonly T[]) =>
  [...list].sort((x, y) =>
    `${x.month} ${x.role} ${x.person}`.localeCompare(`${y.month} ${y.role} ${y.person}`),
  );

/** What is true in the database is what is true on paper. */
async function expectSame(): Promise<void> {
  expect(plain(await getBalances(api.db))).toEqual(plain(town.balances()));
  const { rows } = await sql<TownStatement & { cents: number | null; state: string | null; number: string }>`
    select s.user_id as person, s.role, to_char(s.month, 'YYYY-MM') as month, opening_cents as opening,
      closing_cents as closing, commission_cents as commission, vat_cents as vat, amount_cents as cents, state
    from statements s left join payouts on statement_id = s.id`.execute(api.db);
  const onPaper = town.statements.map((statement) => {
    const payout = town.payouts.find((one) => one.statement === statement);
    return { ...statement, cents: payout?.cents ?? null, state: payout?.state ?? null };
  });
  expect(sorted(rows)).toEqual(sorted(onPaper));
}

/** A clock a season ahead: what is paid out by it is gone when it is set right. */
const paidInTheFuture: Step[] = [
  { do: 'buy', buyer: 0, seller: 0, how: 'once' },
  { do: 'jump', days: 92 },
  { do: 'settle' },
  { do: 'jump', days: -75 },
  { do: 'buy', buyer: 0, seller: 0, how: 'once' },
];

test('months of buying, cancelling, refunding, crediting, stating and paying out, with clocks that jump: the books are those of the rules', {
  timeout: 30_000 + NUM_MONTHS * 20_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(month, async (steps) => {
      for (const step of steps) {
        await live(town, hands, step);
        if (['settle', 'payByHand', 'confirm', 'bounce'].includes(step.do)) await expectSame();
      }
      await closeMonth(town, hands);
      await expectSame();
      recount(town);
      await expectBooksAgree(api.db);
      // Mails and pushes are not what this is about.
      await sql`delete from pgboss.job`.execute(api.db);
    }),
    {
      numRuns: NUM_MONTHS,
      seed: Number(process.env.MONTH_SEED ?? 20261120),
      endOnFailure: true,
      examples: [[paidInTheFuture]],
    },
  );
  const { rows: gaps } = await sql`select from statements group by issuer, year
    having count(*) <> max(number)`.execute(api.db);
  expect(gaps).toEqual([]);
  const { rows: files } = await sql<{ id: number; file: string; cents: number }>`select run.id, run.file,
    sum(amount_cents)::int as cents from payout_runs run join payouts on run_id = run.id group by run.id`.execute(
    api.db,
  );
  for (const { file, cents } of files)
    expect(file).toContain(`<CtrlSum>${(cents / 100).toFixed(2)}</CtrlSum>`);
  expect(files.length).toBeGreaterThan(0);
});
