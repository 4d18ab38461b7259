import { buy, type Person, person, shop } from './builders.ts';
import type { TestApp } from './test-app.ts';

/** A pack that Marta bought. */
export async function sale(test: TestApp, options: Parameters<typeof shop>[1] = {}) {
  const counter = await shop(test, options);
  const buyer = await person(test, { name: 'Marta Salgado' });
  const { id, pin } = await buy(buyer, counter.productId);
  return { ...counter, buyer, id, pin: pin! };
}

export const handOut = (seller: Person, id: number, pin: string) =>
  seller.call('handOut', { params: { id }, body: { pin } });

export const wrong = (pin: string) => String((Number(pin) + 1) % 10_000).padStart(4, '0');
