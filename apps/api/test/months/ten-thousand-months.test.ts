import { COMMISSION_CENTS, centsFromHundredths, earningCents, vatIncludedIn } from '@wopack/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closeMonth, type Hands, live } from './live.ts';
import { recount } from './recount.ts';
import { month } from './steps.ts';
import { type Cast, Town, VAT_PERCENT } from './town.ts';

/** Seven sells, brings people, and buys; one was brought by whom she brought. */
const cast: Cast = {
  buyers: [1, 2, 3, 4, 7],
  sellers: [5, 6, 7],
  partners: [7, 8, 9],
  broughtBy: new Map([
    ...[[1, 8] as const, [2, 9] as const, [3, 7] as const],
    ...[[5, 8] as const, [6, 9] as const, [7, 9] as const],
  ]),
};

const prices = [199, 399, 599, 999];
const HOUR = 3_600_000;

/** On paper everything that may happen does. */
const paperHands = (town: Town): Hands => {
  const nothing = async () => {};
  return {
    async buy(_buyer, seller, how) {
      if (how === 'declined') return null;
      const start = new Date(town.now.getTime() + 3 * HOUR);
      const id = town.orders.length + 1;
      return {
        id,
        price: prices[(seller + id) % prices.length]!,
        start,
        end: new Date(start.getTime() + 2 * HOUR),
      };
    },
    payByHand: async () => null,
    ...{ cancel: nothing, storeCancel: nothing, collect: nothing, refund: nothing, timeIs: nothing },
    ...{ settle: nothing, send: nothing, confirm: nothing, bounce: nothing, account: nothing },
    takePart: nothing,
  };
};

const MONTHS = 4;
const NUM_MONTHS = 10_000;

test('ten thousand months on paper: every balance is what it has to be, nothing is lost to rounding', {
  timeout: 240_000,
}, async () => {
  const seen = { undone: 0, parts: 0, payouts: 0, returned: 0, owing: 0, takenBack: 0, statements: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(month, { minLength: MONTHS, maxLength: MONTHS }), async (months) => {
      const town = new Town(cast, new Date('2026-11-20T12:00:00Z'));
      town.canBePaid.add(5).add(8);
      const hands = paperHands(town);
      for (const steps of months) {
        for (const step of steps) await live(town, hands, step);
        await closeMonth(town, hands);
        recount(town);
      }
      for (const { commission, vat } of town.statements)
        expect(vat).toBe(vatIncludedIn(commission, VAT_PERCENT));
      for (const { price } of town.orders) expect(earningCents(price) + COMMISSION_CENTS).toBe(price);
      for (const [key, cents] of town.credits) {
        const lines = town.shares.filter((share) => `${share.partner} ${share.month}` === key);
        expect(cents).toBe(centsFromHundredths(lines.reduce((sum, { hundredths }) => sum + hundredths, 0)));
      }
      seen.undone += town.orders.filter(({ undone }) => undone).length;
      seen.parts += town.orders.filter(({ undone, refunded }) => !undone && refunded > 0).length;
      seen.payouts += town.payouts.length;
      seen.returned += town.payouts.filter(({ state }) => state === 'returned').length;
      seen.owing += town.statements.filter(({ opening, closing }) => opening < 0 || closing < 0).length;
      seen.takenBack += town.shares.filter((share) => share.hundredths < 0 && share.month).length;
      seen.statements += town.statements.length;
    }),
    { numRuns: NUM_MONTHS / MONTHS, seed: Number(process.env.MONTH_SEED ?? 20261120), endOnFailure: true },
  );
  // Lest nothing happened in them.
  for (const [name, times] of Object.entries(seen)) expect(times, name).toBeGreaterThan(100);
});
