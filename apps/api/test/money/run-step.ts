import fc from 'fast-check';
import type { ModelOrder, ModelPayout, ReferenceModel } from './reference-model.ts';

/** A random action; numbers are indexes into the existing users, orders and payouts (modulo their count). */
export type Step =
  | { do: 'buy'; buyer: number; seller: number; how: 'once' | 'twice' | 'declined' }
  | { do: 'cancel' | 'storeCancel' | 'collect' | 'refundAll'; order: number }
  | { do: 'refundPart'; order: number; cents: number }
  | { do: 'wait'; hours: number }
  | { do: 'jump'; days: number }
  | { do: 'settle' | 'payByHand' | 'send' }
  | { do: 'confirm' | 'bounce'; payout: number }
  | { do: 'account'; person: number }
  | { do: 'switch'; partner: number; on: boolean };

const anyIndex = fc.nat({ max: 1000 });
const oneOf = <T extends string>(...names: T[]) => fc.constantFrom(...names);

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      do: oneOf('buy'),
      buyer: anyIndex,
      seller: anyIndex,
      how: oneOf('once', 'once', 'once', 'twice', 'declined'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: oneOf('cancel', 'storeCancel', 'collect', 'collect', 'refundAll'),
      order: anyIndex,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: oneOf('refundPart'),
      order: anyIndex,
      cents: fc.integer({ min: 1, max: 900 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: oneOf('wait'), hours: fc.integer({ min: 1, max: 120 }) }) },
  // Downtime of the server, or the correction of a wrong clock.
  {
    weight: 1,
    arbitrary: fc.record({
      do: oneOf('jump'),
      days: fc.oneof(fc.integer({ min: 20, max: 75 }), fc.integer({ min: -75, max: -1 })),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: oneOf('settle', 'settle', 'payByHand', 'send') }) },
  { weight: 2, arbitrary: fc.record({ do: oneOf('confirm', 'bounce'), payout: anyIndex }) },
  { weight: 1, arbitrary: fc.record({ do: oneOf('account'), person: anyIndex }) },
  { weight: 1, arbitrary: fc.record({ do: oneOf('switch'), partner: anyIndex, on: fc.boolean() }) },
);

export const anyMonth = fc.array(anyStep, { minLength: 15, maxLength: 45 });

export const pickAt = <T>(list: readonly T[], index: number): T | undefined =>
  list[index % Math.max(1, list.length)];

/** Executes the actions on a server, while `runStep` applies them to the model. */
export interface Driver {
  buy(
    buyer: number,
    seller: number,
    how: Extract<Step, { do: 'buy' }>['how'],
  ): Promise<Pick<ModelOrder, 'id' | 'price' | 'start' | 'end'> | null>;
  cancel(order: ModelOrder): Promise<void>;
  storeCancel(order: ModelOrder): Promise<void>;
  collect(order: ModelOrder): Promise<void>;
  refund(order: ModelOrder, total: number | 'all'): Promise<void>;
  setTime(now: Date): Promise<void>;
  settle(): Promise<void>;
  /** Returns the total paid out; null without a server. */
  runPayouts(): Promise<number | null>;
  markRunsSent(): Promise<void>;
  confirm(payout: ModelPayout): Promise<void>;
  bounce(payout: ModelPayout): Promise<void>;
  addBankAccount(userId: number): Promise<void>;
  setPartnerActive(partner: number, on: boolean): Promise<void>;
}

const HOUR_MS = 3_600_000;

/** Chooses among the twelve newest orders. */
const pickRecentOrder = (model: ReferenceModel, index: number) => pickAt(model.orders.slice(-12), index);

export async function runStep(model: ReferenceModel, driver: Driver, step: Step): Promise<void> {
  const { participants } = model;
  switch (step.do) {
    case 'buy': {
      const buyer = pickAt(participants.buyers, step.buyer)!;
      const seller = pickAt(participants.sellers, step.seller)!;
      if (buyer === seller) return;
      const newOrder = await driver.buy(buyer, seller, step.how);
      if (newOrder) model.addOrder({ ...newOrder, buyer, seller });
      return;
    }
    case 'cancel':
    case 'storeCancel': {
      const order = pickRecentOrder(model, step.order);
      const hours = step.do === 'cancel' ? 0 : 2;
      if (!order || !model.isOpen(order) || model.now.getTime() + hours * HOUR_MS >= order.start.getTime())
        return;
      model.reverseOrder(order);
      return driver[step.do](order);
    }
    case 'collect': {
      const order = pickRecentOrder(model, step.order);
      if (!order || !model.canCollect(order)) return;
      model.collect(order);
      return driver.collect(order);
    }
    case 'refundAll': {
      const order = pickRecentOrder(model, step.order);
      if (!order || order.isReversed) return;
      model.reverseOrder(order);
      return driver.refund(order, 'all');
    }
    case 'refundPart': {
      const order = pickRecentOrder(model, step.order);
      if (!order || order.isReversed || !model.canRefundPart(order, step.cents)) return;
      model.refundPart(order, step.cents);
      return driver.refund(order, step.cents);
    }
    case 'wait':
    case 'jump': {
      const hours = step.do === 'wait' ? step.hours : step.days * 24;
      model.setTime(new Date(model.now.getTime() + hours * HOUR_MS));
      return driver.setTime(model.now);
    }
    case 'settle':
      model.settle();
      return driver.settle();
    case 'payByHand': {
      const expectedCents = model.runPayouts();
      const actualCents = await driver.runPayouts();
      if (actualCents !== null && actualCents !== expectedCents)
        throw new Error(`${actualCents} were paid out, not ${expectedCents}`);
      return;
    }
    case 'send':
      for (const payout of model.payouts) if (payout.state === 'made') payout.state = 'sent';
      return driver.markRunsSent();
    case 'confirm':
    case 'bounce': {
      const payout = pickAt(model.payouts.slice(-8), step.payout);
      const states = step.do === 'confirm' ? ['sent'] : ['sent', 'confirmed'];
      if (!payout || !states.includes(payout.state)) return;
      model[step.do](payout);
      return driver[step.do](payout);
    }
    case 'account': {
      const userId = pickAt([...participants.sellers, ...participants.partners], step.person)!;
      model.payableUsers.add(userId);
      return driver.addBankAccount(userId);
    }
    case 'switch': {
      const partner = pickAt(participants.partners, step.partner)!;
      if (step.on) model.activePartners.add(partner);
      else model.activePartners.delete(partner);
      return driver.setPartnerActive(partner, step.on);
    }
  }
}

/** Advances to the 1st and the 5th of the next month and runs the monthly jobs. */
export async function closeMonth(model: ReferenceModel, driver: Driver): Promise<void> {
  const nextMonthStart = new Date(Date.UTC(model.now.getUTCFullYear(), model.now.getUTCMonth() + 1, 1, 6));
  for (const days of [0, 4]) {
    model.setTime(new Date(nextMonthStart.getTime() + days * 24 * HOUR_MS));
    await driver.setTime(model.now);
    // Repeated, because the jobs must be idempotent.
    for (let i = 0; i < 2; i++) {
      model.settle();
      await driver.settle();
    }
  }
}
