import { COMMISSION_CENTS, centsFromHundredths, earningCents, vatIncludedIn } from '@wopack/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertModelIsConsistent } from './model-consistency.ts';
import { type Participants, ReferenceModel, VAT_PERCENT } from './reference-model.ts';
import { anyMonth, closeMonth, type Driver, runStep } from './run-step.ts';

/** User 7 is seller, partner and buyer, and referred the partner who referred her. */
const participants: Participants = {
  buyers: [1, 2, 3, 4, 7],
  sellers: [5, 6, 7],
  partners: [7, 8, 9],
  referredBy: new Map([
    [1, 8] as const,
    [2, 9] as const,
    [3, 7] as const,
    [5, 8] as const,
    [6, 9] as const,
    [7, 9] as const,
  ]),
};

const PRICES = [199, 399, 599, 999];
const HOUR_MS = 3_600_000;

/** Without a server every allowed action succeeds. */
const createModelDriver = (model: ReferenceModel): Driver => {
  const doNothing = async () => {};
  return {
    async buy(_buyer, seller, how) {
      if (how === 'declined') return null;
      const start = new Date(model.now.getTime() + 3 * HOUR_MS);
      const id = model.orders.length + 1;
      return {
        id,
        price: PRICES[(seller + id) % PRICES.length]!,
        start,
        end: new Date(start.getTime() + 2 * HOUR_MS),
      };
    },
    runPayouts: async () => null,
    cancel: doNothing,
    storeCancel: doNothing,
    collect: doNothing,
    refund: doNothing,
    setTime: doNothing,
    settle: doNothing,
    markRunsSent: doNothing,
    confirm: doNothing,
    bounce: doNothing,
    addBankAccount: doNothing,
    setPartnerActive: doNothing,
  };
};

const MONTHS_PER_RUN = 4;
const NUM_MONTHS = process.env.TEST_LONG ? 10_000 : 2_000;

test(`${NUM_MONTHS} months of the model: every balance is as expected, and rounding loses nothing`, {
  timeout: 300_000,
}, async () => {
  const counts = {
    reversedOrders: 0,
    partialRefunds: 0,
    payouts: 0,
    returned: 0,
    negativeStatements: 0,
    reversedShares: 0,
    statements: 0,
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyMonth, { minLength: MONTHS_PER_RUN, maxLength: MONTHS_PER_RUN }),
      async (months) => {
        const model = new ReferenceModel(participants, new Date('2026-11-20T12:00:00Z'));
        model.payableUsers.add(5).add(8);
        const driver = createModelDriver(model);
        for (const steps of months) {
          for (const step of steps) await runStep(model, driver, step);
          await closeMonth(model, driver);
          assertModelIsConsistent(model);
        }
        for (const { commission, vat } of model.statements)
          expect(vat).toBe(vatIncludedIn(commission, VAT_PERCENT));
        for (const { price } of model.orders) expect(earningCents(price) + COMMISSION_CENTS).toBe(price);
        for (const [key, cents] of model.credits) {
          const creditedShares = model.shares.filter((share) => `${share.partner} ${share.month}` === key);
          expect(cents).toBe(
            centsFromHundredths(creditedShares.reduce((sum, { hundredths }) => sum + hundredths, 0)),
          );
        }
        counts.reversedOrders += model.orders.filter(({ isReversed }) => isReversed).length;
        counts.partialRefunds += model.orders.filter(
          ({ isReversed, refunded }) => !isReversed && refunded > 0,
        ).length;
        counts.payouts += model.payouts.length;
        counts.returned += model.payouts.filter(({ state }) => state === 'returned').length;
        counts.negativeStatements += model.statements.filter(
          ({ opening, closing }) => opening < 0 || closing < 0,
        ).length;
        counts.reversedShares += model.shares.filter((share) => share.hundredths < 0 && share.month).length;
        counts.statements += model.statements.length;
      },
    ),
    {
      numRuns: NUM_MONTHS / MONTHS_PER_RUN,
      seed: Number(process.env.MONTH_SEED ?? 20261120),
      endOnFailure: true,
    },
  );
  // Proves that the months have postings.
  for (const [name, times] of Object.entries(counts)) expect(times, name).toBeGreaterThan(100);
});
