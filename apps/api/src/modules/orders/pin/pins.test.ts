import { expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
} from '../../../../test/support/builders.ts';
import { createPaidOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';
import { createOperatorProgram } from '../../../operator/program.ts';
import { assertSecretKey } from '../../../platform/db/secret-key.queries.ts';
import { createSecrets } from '../../../platform/secrets.ts';
import { generatePin, hashPin } from './pins.ts';

const api = useTestApp();

const pinOf = (id: number) =>
  api.db.selectFrom('orders').select(['pin', 'pin_hash']).where('id', '=', id).executeTakeFirstOrThrow();

test('the database refuses the same PIN for two open orders of a sale place', async () => {
  api.clock.set('2026-11-23T12:00:00Z');
  await api.jobs.runScheduled('products.generate-slots');
  const { productId, id } = await createPaidOrder(api);
  const { id: otherId } = await buyProduct(await createTestUser(api), productId);
  const change = api.db.updateTable('orders').set(await pinOf(id));
  await expect(change.where('id', '=', otherId).execute()).rejects.toThrow('orders_open_pin');
});

test('a new PIN differs from those of open orders', () => {
  const { secrets } = api.context;
  const taken = Array.from({ length: 8999 }, (_, i) => String(i).padStart(4, '0'));
  const hashes = taken.map((pin) => hashPin(secrets, 7, pin));
  for (let i = 0; i < 20; i++) expect(Number(generatePin(secrets, 7, hashes))).toBeGreaterThan(8998);
  expect(() => generatePin(secrets, 7, [...hashes, hashPin(secrets, 7, '8999')])).toThrow('too many');
});

test('after the key was lost, open orders get new PINs and their buyers are notified', async () => {
  const { buyer, seller, salePlaceId, id, pin } = await createPaidOrder(api);
  await api.jobs.runDue();
  await assertSecretKey(api.db, api.context.secrets);
  const former = { ...api.context.secrets };
  const { config } = api.context;
  const formerKey = config.secretKey;
  config.secretKey = 'a key made after the other one was lost';
  Object.assign(api.context.secrets, createSecrets(config.secretKey));
  await expect(assertSecretKey(api.db, api.context.secrets)).rejects.toThrow('pins renew');
  const show = async () => (await buyer.call('getOrder', { params: { id } })).data;
  expect(await show()).toMatchObject({ state: 'paid', pin: null });

  const lines: string[] = [];
  const program = createOperatorProgram({
    context: api.context,
    createProvider: async () => api.provider,
    webDir: null,
    print: (line) => lines.push(line),
    ownerUrl: null,
  });
  await program.parseAsync(['pins', 'renew'], { from: 'user' });
  expect(lines).toEqual([expect.stringMatching(/^New PINs: [1-9]\d*\.$/)]);
  await assertSecretKey(api.db, api.context.secrets);
  const renewed = (await show()).pin!;
  expect(renewed).toMatch(/^\d{4}$/);
  await api.jobs.runDue();
  expect(api.mails.findLast(({ to }) => to === buyer.email)?.text).toContain(`PIN: ${renewed}`);
  const check = (tried: string) =>
    seller.call('checkPin', { body: { sale_place_id: salePlaceId, pin: tried } });
  expect((await check(renewed)).data.id).toBe(id);
  if (renewed !== pin) await expectApiError(check(pin), 1, 'pin');
  Object.assign(api.context.secrets, former);
  config.secretKey = formerKey;
});

test('PINs of open orders of a sale place are distinct', async () => {
  api.clock.set(FRIDAY_NOON);
  const { productId } = await createProductOnSale(api, { quantity: 7 });
  const { seller } = await createProductOnSale(api);
  const buyers = await Promise.all(Array.from({ length: 7 }, () => createTestUser(api)));
  const orders = await Promise.all(buyers.map((buyer) => buyProduct(buyer, productId)));
  expect(new Set(orders.map(({ pin }) => pin)).size).toBe(7);
  expect((await seller.call('listSellerOrders')).data).toEqual([]);
});
