import { buyProduct, createProductOnSale, createTestUser, type TestUser } from './builders.ts';
import type { TestApp } from './test-app.ts';

/** A pack that Marta bought. */
export async function createPaidOrder(
  test: TestApp,
  options: Parameters<typeof createProductOnSale>[1] = {},
) {
  const productOnSale = await createProductOnSale(test, options);
  const buyer = await createTestUser(test, { name: 'Marta Salgado' });
  const { id, pin } = await buyProduct(buyer, productOnSale.productId);
  return { ...productOnSale, buyer, id, pin: pin! };
}

export const handOutOrder = (seller: TestUser, id: number, pin: string) =>
  seller.call('handOut', { params: { id }, body: { pin } });

export const buildWrongPin = (pin: string) => String((Number(pin) + 1) % 10_000).padStart(4, '0');
