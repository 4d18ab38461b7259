import { pick, type Step } from './steps.ts';
import type { Town, TownOrder, TownPayout } from './town.ts';

/** Who does in a real town what a step says, while the town on paper is told. Without them it happens on paper alone. */
export interface Hands {
  buy(
    buyer: number,
    seller: number,
    how: Extract<Step, { do: 'buy' }>['how'],
  ): Promise<Pick<TownOrder, 'id' | 'price' | 'start' | 'end'> | null>;
  cancel(order: TownOrder): Promise<void>;
  storeCancel(order: TownOrder): Promise<void>;
  collect(order: TownOrder): Promise<void>;
  refund(order: TownOrder, total: number | 'all'): Promise<void>;
  timeIs(now: Date): Promise<void>;
  settle(): Promise<void>;
  /** Answers how much was paid out, if it was. */
  payByHand(): Promise<number | null>;
  send(): Promise<void>;
  confirm(payout: TownPayout): Promise<void>;
  bounce(payout: TownPayout): Promise<void>;
  account(person: number): Promise<void>;
  takePart(partner: number, on: boolean): Promise<void>;
}

const HOUR = 3_600_000;

/** The newest dozen: what is years old is left in peace. */
const anOrder = (town: Town, index: number) => pick(town.orders.slice(-12), index);

export async function live(town: Town, hands: Hands, step: Step): Promise<void> {
  const { cast } = town;
  switch (step.do) {
    case 'buy': {
      const buyer = pick(cast.buyers, step.buyer)!;
      const seller = pick(cast.sellers, step.seller)!;
      if (buyer === seller) return;
      const sold = await hands.buy(buyer, seller, step.how);
      if (sold) town.sold({ ...sold, buyer, seller });
      return;
    }
    case 'cancel':
    case 'storeCancel': {
      const order = anOrder(town, step.order);
      const hours = step.do === 'cancel' ? 0 : 2;
      if (!order || !town.isOpen(order) || town.now.getTime() + hours * HOUR >= order.start.getTime()) return;
      town.undo(order);
      return hands[step.do](order);
    }
    case 'collect': {
      const order = anOrder(town, step.order);
      if (!order || !town.canCollect(order)) return;
      town.collect(order);
      return hands.collect(order);
    }
    case 'refundAll': {
      const order = anOrder(town, step.order);
      if (!order || order.undone) return;
      town.undo(order);
      return hands.refund(order, 'all');
    }
    case 'refundPart': {
      const order = anOrder(town, step.order);
      if (!order || order.undone || !town.canGiveBack(order, step.cents)) return;
      town.giveBack(order, step.cents);
      return hands.refund(order, step.cents);
    }
    case 'wait':
    case 'jump': {
      const hours = step.do === 'wait' ? step.hours : step.days * 24;
      town.timeIs(new Date(town.now.getTime() + hours * HOUR));
      return hands.timeIs(town.now);
    }
    case 'settle':
      town.settle();
      return hands.settle();
    case 'payByHand': {
      const paid = town.pay();
      const really = await hands.payByHand();
      if (really !== null && really !== paid) throw new Error(`${really} were paid out, not ${paid}`);
      return;
    }
    case 'send':
      for (const payout of town.payouts) if (payout.state === 'made') payout.state = 'sent';
      return hands.send();
    case 'confirm':
    case 'bounce': {
      const payout = pick(town.payouts.slice(-8), step.payout);
      const states = step.do === 'confirm' ? ['sent'] : ['sent', 'confirmed'];
      if (!payout || !states.includes(payout.state)) return;
      town[step.do](payout);
      return hands[step.do](payout);
    }
    case 'account': {
      const person = pick([...cast.sellers, ...cast.partners], step.person)!;
      town.canBePaid.add(person);
      return hands.account(person);
    }
    case 'switch': {
      const partner = pick(cast.partners, step.partner)!;
      if (step.on) town.takesPart.add(partner);
      else town.takesPart.delete(partner);
      return hands.takePart(partner, step.on);
    }
  }
}

/** What every month ends with: the 1st and the 5th of the next one, when everything regular is done. */
export async function closeMonth(town: Town, hands: Hands): Promise<void> {
  const next = new Date(Date.UTC(town.now.getUTCFullYear(), town.now.getUTCMonth() + 1, 1, 6));
  for (const days of [0, 4]) {
    town.timeIs(new Date(next.getTime() + days * 24 * HOUR));
    await hands.timeIs(town.now);
    // Twice in an hour, too.
    for (let i = 0; i < 2; i++) {
      town.settle();
      await hands.settle();
    }
  }
}
