import { countKeptUnits, planUnitReturn, splitPaid } from '@wopack/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  getNetEarning,
  getPaidParts,
  keptEarning,
  maxPartRefund,
  minPartRefund,
  planRefund,
  splitRefund,
} from './orders.rules.ts';

const COMMISSION = 129;

/** A refund of units, or one by amount: a part of what may be refunded so, or (a bank) of what the buyer has not back. */
type Step = { units: number } | { part: number; ofPrice: boolean };
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ units: fc.integer({ min: 1, max: 7 }) }),
  fc.record({ part: fc.integer({ min: 1, max: 100 }), ofPrice: fc.boolean() }),
);
const anyOrder = fc
  .record({
    unitPrice: fc.integer({ min: COMMISSION + 1, max: 5000 }),
    quantity: fc.integer({ min: 1, max: 7 }),
    /** None, or a discount and credit, as parts of what they may be at most. */
    parts: fc.option(
      fc.record({
        discount: fc.integer({ min: 0, max: 100 }),
        credit: fc.integer({ min: 0, max: 100 }),
        payer: fc.constantFrom('operator', 'business'),
      }),
    ),
  })
  .map(({ unitPrice, quantity, parts }) => {
    const price = unitPrice * quantity;
    const earning = (unitPrice - COMMISSION) * quantity;
    const limit = parts?.payer === 'business' ? earning : price;
    const discount = Math.floor((limit * (parts?.discount ?? 0)) / 100);
    return {
      quantity,
      price_cents: price,
      commission_cents: COMMISSION * quantity,
      earning_cents: earning,
      refunded_cents: 0,
      returned_quantity: 0,
      credit_cents: Math.floor(((price - discount) * (parts?.credit ?? 0)) / 100),
      discount_cents: discount,
      discount_payer: discount > 0 ? parts!.payer : null,
    };
  });
type Order = Parameters<typeof maxPartRefund>[0];

/** The order afterwards; null when the step would end it or changes nothing. */
function refund(order: Order, step: Step): Order | null {
  if ('units' in step) {
    if (step.units >= countKeptUnits(order)) return null;
    const total = planUnitReturn(order, step.units);
    if (total === order.price_cents) return null;
    return {
      ...order,
      refunded_cents: total,
      returned_quantity: order.returned_quantity + step.units,
    };
  }
  const limit = step.ofPrice ? order.price_cents - 1 : maxPartRefund(order);
  const total = order.refunded_cents + Math.floor(((limit - order.refunded_cents) * step.part) / 100);
  if (!step.ofPrice && planRefund({ ...order, state: 'paid' }, total) !== 'part') return null;
  return total > order.refunded_cents ? { ...order, refunded_cents: total } : null;
}

const split = (order: Order) =>
  splitRefund(order, { refundedCents: order.refunded_cents, returnedUnits: order.returned_quantity });

test('any mix of returned units and amounts is shared to the cent, takes nothing back, and never exceeds the price', () => {
  fc.assert(
    fc.property(anyOrder, fc.array(anyStep, { maxLength: 12 }), (bought, steps) => {
      let order: Order = bought;
      for (const step of steps) {
        const next = refund(order, step);
        if (!next) continue;
        const [before, after] = [split(order), split(next)];
        expect(next.refunded_cents).toBeGreaterThan(order.refunded_cents);
        expect(next.refunded_cents).toBeLessThan(order.price_cents);
        const { cardCents, creditCents, discountCents } = after.back;
        expect(cardCents + creditCents + discountCents).toBe(next.refunded_cents);
        // A discount goes back to whoever paid it: the business's is in what it bears.
        const ofBusiness = order.discount_payer === 'business' ? discountCents : 0;
        expect(after.sellerCents + after.commissionCents).toBe(next.refunded_cents - ofBusiness);
        const ofOperator =
          order.discount_payer === 'operator' ? discountCents - before.back.discountCents : 0;
        const changes = [
          after.sellerCents - before.sellerCents,
          after.commissionCents - before.commissionCents,
          cardCents - before.back.cardCents,
          creditCents - before.back.creditCents,
          ofOperator,
        ];
        // Something is to be booked, unless a bank took cents that only the payer of a discount gets back.
        if (!('ofPrice' in step && step.ofPrice)) expect(changes.some((cents) => cents !== 0)).toBe(true);
        expect(after.sellerCents).toBeGreaterThanOrEqual(before.sellerCents);
        expect(after.commissionCents).toBeGreaterThanOrEqual(before.commissionCents);
        expect(after.sellerCents).toBeLessThanOrEqual(getNetEarning(order));
        expect(keptEarning(next)).toBe(getNetEarning(order) - after.sellerCents);
        expect(after.commissionCents).toBeLessThanOrEqual(order.commission_cents);
        // WoPack keeps its commission of the units that stay, unless a bank decides otherwise.
        expect(after.commissionCents).toBeGreaterThanOrEqual(COMMISSION * next.returned_quantity);
        if (next.refunded_cents <= maxPartRefund(next))
          expect(after.commissionCents).toBe(COMMISSION * next.returned_quantity);
        order = next;
      }
      expect(planUnitReturn(order, countKeptUnits(order))).toBe(order.price_cents);
    }),
  );
});

test('units are returned at their price, in any portions, where nothing was refunded by amount', () => {
  fc.assert(
    fc.property(anyOrder, fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 7 }), (bought, portions) => {
      let order: Order = bought;
      for (const units of portions) order = refund(order, { units }) ?? order;
      const unitPrice = bought.price_cents / bought.quantity;
      expect(order.refunded_cents).toBe(unitPrice * order.returned_quantity);
      const discount = bought.discount_payer === 'business' ? split(order).back.discountCents : 0;
      expect(split(order)).toMatchObject({
        sellerCents: (unitPrice - COMMISSION) * order.returned_quantity - discount,
        commissionCents: COMMISSION * order.returned_quantity,
      });
    }),
  );
});

test('what was refunded by amount counts for a unit that is returned later', () => {
  const order = {
    quantity: 3,
    price_cents: 1197,
    commission_cents: 387,
    earning_cents: 810,
    returned_quantity: 0,
    credit_cents: 0,
    discount_cents: 0,
    discount_payer: null,
  };
  // 1.00 € back of three packs of 3.99 €: a third of it belongs to the pack that is returned.
  expect(planUnitReturn({ ...order, refunded_cents: 100 }, 1)).toBe(399 + 67);
  expect(planUnitReturn({ ...order, refunded_cents: 100 }, 3)).toBe(1197);
  expect(maxPartRefund({ ...order, refunded_cents: 399, returned_quantity: 1 })).toBe(399 + 540);
});

test('any total up to the highest that is named gives the buyer something back, or is refused with the least that does', () => {
  fc.assert(
    fc.property(anyOrder, fc.array(anyStep, { maxLength: 3 }), fc.nat(), (bought, steps, number) => {
      const order = steps.reduce<Order>((former, step) => refund(former, step) ?? former, bought);
      const max = maxPartRefund(order);
      const least = minPartRefund(order);
      const open = { ...order, state: 'paid' as const };
      const backOf = (total: number) => {
        const { cardCents, creditCents } = splitPaid(getPaidParts(order), total);
        return cardCents + creditCents;
      };
      const total = order.refunded_cents + 1 + (number % (order.price_cents - order.refunded_cents));
      const plan = planRefund(open, total);
      if (total > max) {
        expect(plan).toBe(total === order.price_cents ? 'whole' : 'aboveEarning');
        return;
      }
      expect(least).toBeLessThanOrEqual(max);
      expect(plan).toBe(total < least! ? 'nothingBack' : 'part');
      expect(backOf(total) > backOf(order.refunded_cents)).toBe(plan === 'part');
      for (const works of [least!, max]) expect(planRefund(open, works)).toBe('part');
    }),
    { numRuns: 2000 },
  );
});

test('the highest part refund takes all that the business has of the order, and nothing of the commission', () => {
  fc.assert(
    fc.property(anyOrder, (order) => {
      const limit = maxPartRefund(order);
      expect(limit).toBeLessThan(order.price_cents);
      const more = splitRefund(order, { refundedCents: limit + 1, returnedUnits: 0 });
      if (limit === 0) {
        // Whatever gave the buyer a cent would be WoPack's.
        const least = minPartRefund(order) ?? order.price_cents;
        const atLeast = splitRefund(order, { refundedCents: least, returnedUnits: 0 });
        expect(atLeast.commissionCents).toBeGreaterThan(0);
        return;
      }
      expect(more.commissionCents).toBeGreaterThan(0);
      const atLimit = splitRefund(order, { refundedCents: limit, returnedUnits: 0 });
      expect(atLimit).toMatchObject({ sellerCents: getNetEarning(order), commissionCents: 0 });
    }),
  );
});
