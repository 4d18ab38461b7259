import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { copyOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';
import { getBalance, getBalances } from '../../ledger/index.ts';
import { approveShares, creditMonths, reverseShares } from '../index.ts';

const api = useTestApp();
const runCreditMonths = () => creditMonths({ ...api, config: { operatorTimeZone: 'Europe/Lisbon' } });
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let sampleOrderId: number;
let faultCount = 0;
beforeAll(async () => {
  sampleOrderId = (await buyProduct(await createTestUser(api), (await createProductOnSale(api)).productId))
    .id;
  // Postings fail once at the n-th entry from where the test sets it; a sequence does not roll back.
  await sql`create sequence lines_to_fault`.execute(api.ownerDb);
  await sql`grant usage on sequence lines_to_fault to public`.execute(api.ownerDb);
  await sql`select setval('lines_to_fault', 1000)`.execute(api.ownerDb);
  await sql`create function fault() returns trigger language plpgsql as $$ begin
      if nextval('lines_to_fault') = 7 then raise exception 'the power went'; end if;
      return new;
    end $$`.execute(api.ownerDb);
  await sql`create trigger fault before insert on ledger_entries for each row execute function fault()`.execute(
    api.ownerDb,
  );
});

type Step =
  | { do: 'order'; buyer: number; seller: number }
  | { do: 'collect' | 'refund'; order: number }
  | { do: 'credit'; faultAt: number; times: number }
  | { do: 'switch'; partner: number; on: boolean }
  | { do: 'wait'; hours: number };

const anyIndex = fc.nat({ max: 1000 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('order' as const), buyer: anyIndex, seller: anyIndex }),
  },
  {
    weight: 7,
    arbitrary: fc.record({ do: fc.constantFrom('collect' as const, 'refund' as const), order: anyIndex }),
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
    arbitrary: fc.record({ do: fc.constant('switch' as const), partner: anyIndex, on: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      // Includes clocks that are set back.
      hours: fc.oneof(fc.integer({ min: 1, max: 60 * 24 }), fc.integer({ min: -40 * 24, max: -1 })),
    }),
  },
);

/** Reference model of an order, independent of the database. */
interface OrderRecord {
  id: number;
  /** Partners with a share when it was paid. */
  partnerIds: number[];
  isRefunded: boolean;
}

/** Rounds half away from zero by the decimal digits. */
function roundToCents(hundredths: bigint): bigint {
  const absolute = hundredths < 0n ? -hundredths : hundredths;
  const cents = absolute / 100n + (absolute % 100n >= 50n ? 1n : 0n);
  return hundredths < 0n ? -cents : cents;
}

async function loadSharesAndCredits(partnerId: number) {
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

/** Invariant: credits equal their shares, and balances equal credits. */
async function assertCreditsMatchShares(partners: TestUser[]): Promise<void> {
  for (const { id } of partners) {
    const { lines, credits } = await loadSharesAndCredits(id);
    let total = 0;
    for (const { month, hundredths, amount_cents } of credits) {
      const exactHundredths = lines
        .filter(({ credit_month }) => credit_month === month)
        .reduce((sum, line) => sum + BigInt(line.hundredths), 0n);
      expect(BigInt(hundredths)).toBe(exactHundredths);
      expect(BigInt(amount_cents)).toBe(roundToCents(exactHundredths));
      total += amount_cents;
    }
    const months = new Set(credits.map(({ month }) => month));
    for (const { credit_month } of lines) if (credit_month) expect(months).toContain(credit_month);
    expect(await getBalance(api.db, { kind: 'partner', userId: id })).toBe(total === 0 ? 0 : -total);
  }
}

test('any sequence of events, with faults during postings, credits each order exactly its shares', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 20, maxLength: 60 }), async (steps) => {
      api.clock.set(FRIDAY_NOON);
      const partners = await Promise.all(
        [1, 2, 3].map(() => createTestUser(api, { isPartner: true, isSeller: true, isEmailVerified: true })),
      );
      const [a, b, c] = partners as [TestUser, TestUser, TestUser];
      // Some partners referred both sides, some sell to users they referred.
      const buyers = [
        a,
        ...(await Promise.all([a, a, b, c].map((partner) => createTestUser(api, { referredBy: partner })))),
      ];
      const sellers = [
        b,
        ...(await Promise.all(
          [a, b].map((partner) => createTestUser(api, { isSeller: true, referredBy: partner })),
        )),
      ];
      const orderRecords: OrderRecord[] = [];
      const activePartnerIds = new Set(partners.map(({ id }) => id));
      const getReferrerId = async ({ id }: TestUser) =>
        (
          await api.db
            .selectFrom('users')
            .select('referred_by')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
        ).referred_by;

      const runCreditJob = async (times: number) => {
        const runs = Array.from({ length: times }, () => runCreditMonths());
        const results = await Promise.allSettled(runs);
        faultCount += results.filter(({ status }) => status === 'rejected').length;
      };

      for (const step of steps) {
        if (step.do === 'order') {
          const buyer = buyers[step.buyer % buyers.length]!;
          const seller = sellers[step.seller % sellers.length]!;
          if (buyer.id === seller.id) continue;
          const reportUntil = new Date(api.clock.now().getTime() + 3 * DAY);
          const id = await copyOrder(api, sampleOrderId, { buyer, seller, reportDeadline: reportUntil });
          const earningPartnerIds = [await getReferrerId(buyer), await getReferrerId(seller)].filter(
            (partnerId) =>
              partnerId !== null &&
              activePartnerIds.has(partnerId) &&
              partnerId !== buyer.id &&
              partnerId !== seller.id,
          ) as number[];
          orderRecords.push({ id, partnerIds: earningPartnerIds, isRefunded: false });
        } else if (step.do === 'collect' || step.do === 'refund') {
          const order = orderRecords[step.order % Math.max(1, orderRecords.length)];
          if (!order) continue;
          const now = api.clock.now();
          await api.db.transaction().execute(async (trx) => {
            if (step.do === 'collect') await approveShares(trx, order.id, now);
            else await reverseShares(trx, order.id, 'refunded', now);
          });
          order.isRefunded ||= step.do === 'refund';
        } else if (step.do === 'credit') {
          await sql`select setval('lines_to_fault', ${step.faultAt})`.execute(api.ownerDb);
          await runCreditJob(step.times);
          await sql`select setval('lines_to_fault', 1000)`.execute(api.ownerDb);
        } else if (step.do === 'switch') {
          const partner = partners[step.partner % partners.length]!;
          await partner.call('updatePartnerRole', { body: { is_partner: step.on } });
          if (step.on) activePartnerIds.add(partner.id);
          else activePartnerIds.delete(partner.id);
        } else if (step.do === 'wait') api.clock.advance(step.hours * HOUR);
        await assertCreditsMatchShares(partners);
      }

      // After all deadlines every order that was not refunded is credited, and nothing else.
      for (const at of ['2040-01-01T12:00:00Z', '2040-02-01T12:00:00Z']) {
        api.clock.set(at);
        await runCreditMonths();
      }
      await assertCreditsMatchShares(partners);
      for (const { id } of partners) {
        const { lines, credits } = await loadSharesAndCredits(id);
        const keptOrderCount = orderRecords
          .filter(({ isRefunded }) => !isRefunded)
          .flatMap((order) => order.partnerIds)
          .filter((partner) => partner === id).length;
        const exactHundredths = credits.reduce((sum, { hundredths }) => sum + hundredths, 0);
        expect(exactHundredths).toBe(keptOrderCount * 1935);
        const cents = credits.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
        expect(Math.abs(cents * 100 - exactHundredths)).toBeLessThanOrEqual(50 * credits.length);
        for (const line of lines) expect(line.state).not.toBe('pending');
      }
      const balances = await getBalances(api.db);
      expect(balances.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
    }),
    {
      numRuns: Number(process.env.NUM_MONTHS ?? 4),
      seed: Number(process.env.MONTH_SEED ?? 20261120),
      endOnFailure: true,
      // An order that is credited and refunded afterwards, always included.
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
  // Fails if no run had a fault, or no refund after crediting.
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from affiliate_shares
    where hundredths < 0 and credit_month is not null`.execute(api.db);
  expect(rows[0]!.n).toBeGreaterThan(0);
  expect(faultCount).toBeGreaterThan(0);
});
