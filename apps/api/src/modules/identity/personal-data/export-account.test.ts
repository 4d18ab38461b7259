import { expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  GOOD_CARD,
  startPayment,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { injectRequest } from '../../../../test/support/test-request.ts';

const api = useTestApp();

const requestExportFile = ({ token }: TestUser, remoteAddress?: string) =>
  injectRequest(api, 'GET', '/api/v1/user/export', {
    headers: { authorization: `Bearer ${token}` },
    remoteAddress,
  });

test('everything kept about a buyer', async () => {
  const { seller, productId, salePlaceId } = await createProductOnSale(api);
  const buyer = await createTestUser(api);
  await buyer.call('updateProfile', { body: { name: 'Marta', sname: 'Salgado', phone: '+351 910 000 000' } });
  await buyer.call('toggleFavourite', { params: { id: productId }, body: { is_favourite: true } });
  const order = await buyProduct(buyer, productId);
  await api.db
    .insertInto('ratings')
    .values({
      ...{ order_id: order.id, seller_id: seller.id, stars: 5 },
      ...{ text: 'Ainda quente.', created_at: api.clock.now() },
    })
    .execute();
  const data = await buyer.call('exportAccount');
  expect(data.profile).toMatchObject({
    id: buyer.id,
    email: buyer.email,
    phone: '+351 910 000 000',
    invited: false,
  });
  expect(data.devices).toMatchObject([{ device_name: 'test' }]);
  expect(data.orders).toMatchObject([
    {
      ...{ id: order.id, pin: order.pin, product: { id: productId }, sale_place: { id: salePlaceId } },
      ...{ rating: { stars: 5, text: 'Ainda quente.' }, report: null },
    },
  ]);
  expect(data.payments).toMatchObject([{ amount_cents: 399, state: 'paid', card: '4242' }]);
  expect(data.favourites).toMatchObject([{ product: { id: productId } }]);
  expect(data).toMatchObject({ sale_places: [], products: [], sales: [] });
  expect(data.ledger?.map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
    ['payment', -399],
    ['sale', 399],
  ]);
});

test('and about a seller, with nothing of those who bought', async () => {
  const { seller, productId, salePlaceId } = await createProductOnSale(api);
  const buyer = await createTestUser(api, { name: 'Zulmira Quaresma' });
  const order = await buyProduct(buyer, productId);
  const { text } = await requestExportFile(seller);
  const data = JSON.parse(text);
  expect(data.sale_places).toMatchObject([{ id: salePlaceId, name: 'Padaria Aurora' }]);
  expect(data.products).toMatchObject([
    { id: productId, photos: [expect.any(String)], schedule: { fri: {} } },
  ]);
  expect(data.sales).toMatchObject([{ id: order.id, price_cents: 399, earning_cents: 270 }]);
  expect(data.ledger).toMatchObject([{ account: `seller:${seller.id}`, kind: 'sale', amount_cents: -270 }]);
  for (const forbiddenText of ['Zulmira', 'Quaresma', buyer.email, '4242', `"${order.pin}"`, 'pin']) {
    expect(text).not.toContain(forbiddenText);
  }
});

test('no secret is in it', async () => {
  const { productId } = await createProductOnSale(api);
  const buyer = await createTestUser(api);
  const { token, client_secret } = await startPayment(buyer, productId);
  const { text } = await requestExportFile(buyer);
  const { hash } = await api.db
    .selectFrom('tokens')
    .select('hash')
    .where('user_id', '=', buyer.id)
    .executeTakeFirstOrThrow();
  for (const secret of ['argon2', buyer.token, token, client_secret, hash.toString('hex'), 'hash']) {
    expect(text).not.toContain(secret);
  }
  await buyer.call('confirmSandboxPayment', { body: { client_secret, card: GOOD_CARD } });
});

test('it is a file, for the person alone, ten times an hour', async () => {
  const buyer = await createTestUser(api);
  const { headers, status } = await requestExportFile(buyer, '203.0.113.31');
  expect(status).toBe(200);
  expect(headers['content-disposition']).toBe('attachment; filename="wopack-export.json"');
  await expectApiError(api.client()('exportAccount'), 2);
  for (let i = 1; i < 10; i++) expect((await requestExportFile(buyer, '203.0.113.31')).status).toBe(200);
  const refused = await requestExportFile(buyer, '203.0.113.31');
  expect(refused.body.code).toBe(7);
  expect(refused.headers['content-disposition']).toBeUndefined();
});
