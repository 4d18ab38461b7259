import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { buy, type Person, person, shop } from '../../../test/builders.ts';
import { likeOrder } from '../../../test/referred.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/test-app.ts';
import { balances } from '../ledger/index.ts';
import { approveShares, reverseShares } from './index.ts';

const api = useTestApp();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let sample: number;
let faults = 0;
beforeAll(async () => {
  sample = (await buy(await person(api), (await shop(api)).productId)).id;
  // Bookings fail at the n-th line from when the test says so, once; a sequence does not roll back.
  await sql`create sequence lines_to_fault`.execute(api.db);
  await sql`select setval('lines_to_fault', 1000)`.execute(api.db);
  await sql`create function fault() returns trigger language plpgsql as $$ begin
      if nextval('lines_to_fault') = 7 then raise exception 'the power went'; end if;
      return new;
    end $$`.execute(api.db);
  await sql`create trigger fault before insert on ledger_entries for each row execute function fault()`.execute(
    api.db,
  );
});

type Step =
  | { do: 'order'; buyer: number; seller: number }
  | { do: 'collect' | 'refund'; order: number }
  | { do: 'credit'; faultAt: number; times: number }
  | { do: 'switch'; partner: number; on: boolean }
  | { do: 'wait'; hours: number };

const nat = fc.nat({ max: 1000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('order' as const), buyer: nat, seller: nat }) },
  {
    weight: 7,
    arbitrary: fc.record({ do: fc.constantFrom('collect' as const, 'refund' as const), order: nat }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('credit' as const),
      faultAt: fc.integer({ min: 1, max: 6 }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('switch' as const), partner: nat, on: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      // Clocks are set back, too.
      hours: fc.oneof(fc.integer({ min: 1, max: 60 * 24 }), fc.integer({ min: -40 * 24, max: -1 })),
    }),
  },
);

/** What happened to an order, kept apart from the database. */
interface Known {
  id: number;
  /** Who earned by it when it was paid. */
  partners: number[];
  refunded: boolean;
}

/** Half away from zero, by the decimal digits. */
function rounded(hundredths: bigint): bigint {
  const size = hundredths < 0n ? -hundredths : hundredths;
  const cents = size / 100n + (size % 100n >= 50n ? 1n : 0n);
  return hundredths < 0n ? -cents : cents;
}

async function linesOf(partnerId: number) {
  const lines = await api.db
    .selectFrom('affiliate_shares')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .execute();
  const credits = await api.db
    .selectFrom('affiliate_credits')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .execute();
  return { lines, credits };
}

/** Credits say what their lines say, the book says what credits say: at any moment. */
async function expectCreditsAgree(partners: Person[]): Promise<void> {
  const book = await balances(api.db);
  for (const { id } of partners) {
    const { lines, credits } = await linesOf(id);
    let total = 0;
    for (const { month, hundredths, amount_cents } of credits) {
      const exact = lines
        .filter(({ credit_month }) => credit_month === month)
        .reduce((sum, line) => sum + BigInt(line.hundredths), 0n);
      expect(BigInt(hundredths)).toBe(exact);
      expect(BigInt(amount_cents)).toBe(rounded(exact));
      total += amount_cents;
    }
    const months = new Set(credits.map(({ month }) => month));
    for (const { credit_month } of lines) if (credit_month) expect(months).toContain(credit_month);
    expect(book.get(`partner:${id}`) ?? 0).toBe(total === 0 ? 0 : -total);
  }
}

test('whatever happens in whatever order, with the power going in the middle: each order earns exactly its share', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      api.clock.set(FRIDAY_NOON);
      const partners = await Promise.all(
        [1, 2, 3].map(() => person(api, { is_partner: true, is_owner: true, verified: true })),
      );
      const [a, b, c] = partners as [Person, Person, Person];
      // Some brought both sides, some sell to those they brought.
      const buyers = [a, ...(await Promise.all([a, a, b, c].map((by) => person(api, { broughtBy: by }))))];
      const sellers = [b, ...(await Promise.all([a, b].map((by) => person(api, { broughtBy: by }))))];
      const known: Known[] = [];
      const partnersOn = new Set(partners.map(({ id }) => id));
      const broughtBy = async ({ id }: Person) =>
        (
          await api.db
            .selectFrom('users')
            .select('referred_by')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
        ).referred_by;

      const credit = async (times: number) => {
        const runs = Array.from({ length: times }, () => api.jobs.tick('affiliates.credit'));
        const results = await Promise.allSettled(runs);
        faults += results.filter(({ status }) => status === 'rejected').length;
      };

      for (const given of steps) {
        if (given.do === 'order') {
          const buyer = buyers[given.buyer % buyers.length]!;
          const seller = sellers[given.seller % sellers.length]!;
          if (buyer.id === seller.id) continue;
          const reportUntil = new Date(api.clock.now().getTime() + 3 * DAY);
          const id = await likeOrder(api, sample, { buyer, seller, reportUntil });
          const earning = [await broughtBy(buyer), await broughtBy(seller)].filter(
            (partner) =>
              partner !== null && partnersOn.has(partner) && partner !== buyer.id && partner !== seller.id,
          ) as number[];
          known.push({ id, partners: earning, refunded: false });
        } else if (given.do === 'collect' || given.do === 'refund') {
          const order = known[given.order % Math.max(1, known.length)];
          if (!order) continue;
          const now = api.clock.now();
          await api.db.transaction().execute(async (trx) => {
            if (given.do === 'collect') await approveShares(trx, order.id, now);
            else await reverseShares(trx, order.id, 'refunded', now);
          });
          order.refunded ||= given.do === 'refund';
        } else if (given.do === 'credit') {
          await sql`select setval('lines_to_fault', ${given.faultAt})`.execute(api.db);
          await credit(given.times);
          await sql`select setval('lines_to_fault', 1000)`.execute(api.db);
        } else if (given.do === 'switch') {
          const partner = partners[given.partner % partners.length]!;
          await partner.call('saveAffiliate', { body: { is_partner: given.on } });
          if (given.on) partnersOn.add(partner.id);
          else partnersOn.delete(partner.id);
        } else if (given.do === 'wait') api.clock.advance(given.hours * HOUR);
        await expectCreditsAgree(partners);
      }

      // Long after everything, every order that stayed sold is credited, and nothing else.
      for (const at of ['2040-01-01T12:00:00Z', '2040-02-01T12:00:00Z']) {
        api.clock.set(at);
        await api.jobs.tick('affiliates.credit');
      }
      await expectCreditsAgree(partners);
      for (const { id } of partners) {
        const { lines, credits } = await linesOf(id);
        const stays = known
          .filter(({ refunded }) => !refunded)
          .flatMap((order) => order.partners)
          .filter((partner) => partner === id).length;
        const exact = credits.reduce((sum, { hundredths }) => sum + Number(hundredths), 0);
        expect(exact).toBe(stays * 1935);
        const cents = credits.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
        expect(Math.abs(cents * 100 - exact)).toBeLessThanOrEqual(50 * credits.length);
        for (const line of lines) expect(line.state).not.toBe('pending');
      }
      const book = await balances(api.db);
      expect([...book.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
    }),
    {
      numRuns: Number(process.env.NUM_MONTHS ?? 4),
      seed: Number(process.env.MONTH_SEED ?? 20261120),
      endOnFailure: true,
      // One that is credited and taken back afterwards, whatever the others do.
      examples: [
        [
          [
            { do: 'order', buyer: 1, seller: 0 },
            { do: 'collect', order: 0 },
            { do: 'wait', hours: 20 * 24 },
            { do: 'credit', times: 1, faultAt: 1 },
            { do: 'credit', times: 1, faultAt: 1000 },
            { do: 'refund', order: 0 },
          ],
        ],
      ],
    },
  );
  // Lest the power never went in the middle, or nothing was taken back after crediting.
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from affiliate_shares
    where hundredths < 0 and credit_month is not null`.execute(api.db);
  expect(rows[0]!.n).toBeGreaterThan(0);
  expect(faults).toBeGreaterThan(0);
});
