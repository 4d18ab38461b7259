import type { OrderState, ValueAnswer } from '@wopack/contract';
import { ratingDeadline, type ValueCounts } from '@wopack/domain';

interface CollectedOrder {
  state: OrderState;
  collected_at: Date | null;
  price_cents: number;
  old_price_cents: number | null;
  quantity: number;
}

/** What one pack of an order was said to be worth, in cents; null for no more than it cost, of which nobody is asked. */
export const getUnitValue = ({
  price_cents: price,
  old_price_cents: value,
  quantity,
}: Pick<CollectedOrder, 'price_cents' | 'old_price_cents' | 'quantity'>): number | null =>
  value !== null && value > price ? value / quantity : null;

/** Whether somebody collected it who can say what was in it. An order that was refunded afterwards cannot be answered. */
export const canAnswerValue = (order: CollectedOrder, now: Date): boolean =>
  order.state === 'collected' &&
  order.collected_at !== null &&
  now <= ratingDeadline(order.collected_at) &&
  getUnitValue(order) !== null;

export interface PersonAnswer {
  userId: number;
  answer: ValueAnswer;
  answeredAt: Date;
}

/** Each person counts once, with their last answer, however often they bought. */
export function countPeople(answers: readonly PersonAnswer[]): ValueCounts {
  const lastByPerson = new Map<number, PersonAnswer>();
  for (const answer of answers) {
    const last = lastByPerson.get(answer.userId);
    if (!last || answer.answeredAt >= last.answeredAt) lastByPerson.set(answer.userId, answer);
  }
  const counts = { more: 0, about: 0, less: 0 };
  for (const { answer } of lastByPerson.values()) counts[answer]++;
  return counts;
}
