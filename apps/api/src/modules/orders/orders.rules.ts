import type { OrderState } from '@wopack/contract';

/** Where an order may go from where it is. Source: product.md, Orders. Nothing else. */
export const transitions: Record<OrderState, readonly OrderState[]> = {
  paid: ['collected', 'not_collected', 'cancelled_by_buyer', 'cancelled_by_store', 'refunded'],
  collected: ['refunded'],
  not_collected: ['refunded'],
  cancelled_by_buyer: [],
  cancelled_by_store: [],
  refunded: [],
};

/** 'yes', 'done' when the step was taken already, 'no' when there is no such way. */
export function step(from: OrderState, to: OrderState): 'yes' | 'done' | 'no' {
  if (from === to) return 'done';
  return transitions[from].includes(to) ? 'yes' : 'no';
}

/** Five wrong tries at a venue, then a minute's wait. Source: product.md, Orders. */
export const MOST_WRONG_PINS = 5;
export const PIN_WAIT_MS = 60_000;

/** What a seller sees of a buyer: 'Marta S.' */
export const shortName = (name: string, sname: string): string =>
  [name.trim().split(/\s+/)[0] || '…', sname.trim() && `${sname.trim()[0]}.`].filter(Boolean).join(' ');
