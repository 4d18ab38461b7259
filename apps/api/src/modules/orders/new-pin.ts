import { randomInt } from 'node:crypto';

/** Four digits that no open order of the venue has. */
export function newPin(taken: ReadonlySet<string>): string {
  if (taken.size >= 9000) throw new Error('the venue has too many open orders for four digits');
  for (;;) {
    const pin = String(randomInt(10_000)).padStart(4, '0');
    if (!taken.has(pin)) return pin;
  }
}
