import { ApiError } from '@wopack/contract/client';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  buyProduct,
  createJpeg,
  createLoginCode,
  createProductOnSale,
  createProofCode,
  createTestUser,
  expectApiError,
  GOOD_CARD,
  LOGIN_CODE,
  postTestPayout,
  startPayment,
  TEST_PASSWORD,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { injectRequest } from '../../../../test/support/test-request.ts';

describe('export of an account', () => {
  const api = useTestApp();

  const requestExportFile = ({ token }: TestUser, remoteAddress?: string) =>
    injectRequest(api, 'GET', '/api/v1/user/export', {
      headers: { authorization: `Bearer ${token}` },
      remoteAddress,
    });

  test('the export of a buyer has all stored data', async () => {
    const { seller, productId, salePlaceId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    await buyer.call('updateProfile', {
      body: { name: 'Marta', sname: 'Salgado', phone: '+351 910 000 000' },
    });
    await buyer.call('toggleFavourite', { params: { id: productId }, body: { is_favourite: true } });
    const order = await buyProduct(buyer, productId);
    await api.db
      .insertInto('ratings')
      .values({
        order_id: order.id,
        seller_id: seller.id,
        stars: 5,
        text: 'Ainda quente.',
        created_at: api.clock.now(),
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
        id: order.id,
        pin: order.pin,
        product: { id: productId },
        sale_place: { id: salePlaceId },
        rating: { stars: 5, text: 'Ainda quente.' },
        report: null,
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

  test('the export of a seller has no data of the buyers', async () => {
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

  test('the export has no secrets', async () => {
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

  test('the export is a file for its user only, limited to ten an hour', async () => {
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
});

describe('deletion of an account', () => {
  const api = useTestApp();
  const DAY = 24 * 60 * MINUTE;

  const deleteAccount = (
    { call }: TestUser,
    proof: { password?: string; code?: string } = { password: TEST_PASSWORD },
  ) => call('deleteAccount', { body: proof });
  const login = (email: string, proof: { password?: string; code?: string }) =>
    api.client()('login', { body: { email, device_name: 'a telephone', ...proof } });
  const getUserRow = ({ id }: TestUser) =>
    api.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  /** Messages of a refusal by open item. */
  async function listOpenItems(user: TestUser): Promise<Record<string, string>> {
    const error = await deleteAccount(user).catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 5 });
    return Object.fromEntries(
      Object.entries((error as ApiError).errors).map(([name, [text]]) => [name, text!]),
    );
  }

  async function buyAndHandOut() {
    api.clock.set(FRIDAY_NOON);
    const { seller, salePlaceId, productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api, { name: 'Marta Salgado' });
    const order = await buyProduct(buyer, productId);
    api.clock.set('2026-11-20T17:45:00Z');
    await seller.call('handOut', { params: { id: order.id }, body: { pin: order.pin! } });
    return { seller, buyer, salePlaceId, productId, order };
  }

  async function uploadReportPhoto({ call }: TestUser, orderId: number): Promise<string> {
    const { data } = await call('uploadReportPhoto', { file: await createJpeg(64, 36) });
    await call('reportOrder', { params: { id: orderId }, body: { text: 'Mouldy.', photo: data.path } });
    return data.path;
  }
  const isPhotoStored = async (path: string) => (await injectRequest(api, 'GET', path)).status === 200;

  describe('proof', () => {
    test('the password or a mailed code is required', async () => {
      await deleteAccount(await createTestUser(api));
      const codeUser = await createTestUser(api);
      await createProofCode(api, codeUser, 'deletion');
      await deleteAccount(codeUser, { code: LOGIN_CODE });
      expect((await getUserRow(codeUser)).deleted_at).toEqual(api.clock.now());
    });

    test.each([
      [{ password: 'sobras2' }, ['password']],
      [{ code: '111111' }, ['code']],
      [{}, ['code', 'password']],
      [{ password: '', code: '' }, ['code', 'password']],
    ])('%j is not a valid proof', async (proof, fields) => {
      const user = await createTestUser(api);
      await createProofCode(api, user, 'deletion');
      await expectApiError(deleteAccount(user, proof), 1, ...fields);
      expect((await user.call('getMe')).data.name).toBe('Marta Salgado');
    });

    test('a code is not consumed by a refusal for open items', async () => {
      api.clock.set(FRIDAY_NOON);
      const { productId } = await createProductOnSale(api);
      const user = await createTestUser(api);
      const hold = await startPayment(user, productId);
      await createProofCode(api, user, 'deletion');
      await expectApiError(deleteAccount(user, { code: LOGIN_CODE }), 5);
      await user.call('failPayment', { body: { token: hold.token, code: 'left', description: '' } });
      await deleteAccount(user, { code: LOGIN_CODE });
    });
  });

  describe('refused with the reason', () => {
    test('while an order waits for pickup, for buyer and seller', async () => {
      api.clock.set(FRIDAY_NOON);
      const { seller, productId } = await createProductOnSale(api);
      const user = await createTestUser(api);
      const { id } = await buyProduct(user, productId);
      expect(await listOpenItems(user)).toEqual({ bought: expect.stringContaining(String(id)) });
      expect(await listOpenItems(seller)).toEqual({
        sold: expect.stringContaining(String(id)),
        money: expect.stringContaining('€2.70'),
      });
      // A refused deletion changes nothing.
      expect((await user.call('getOffer', { params: { id: productId } })).data.quantity).toBe(2);
    });

    test('while a hold is being paid', async () => {
      api.clock.set(FRIDAY_NOON);
      const { seller, productId } = await createProductOnSale(api);
      const user = await createTestUser(api);
      await startPayment(user, productId);
      expect(Object.keys(await listOpenItems(user))).toEqual(['paying']);
      expect(Object.keys(await listOpenItems(seller))).toEqual(['paying']);
    });

    test('while a payout is due, until it is made', async () => {
      const { seller } = await buyAndHandOut();
      expect(await listOpenItems(seller)).toEqual({ money: expect.stringContaining('€2.70') });
      await postTestPayout(api, seller, 270);
      await deleteAccount(seller);
    });
  });

  describe('anonymised at once', () => {
    test('tokens, password and codes stop working, and the address cannot be registered', async () => {
      const user = await createTestUser(api);
      await deleteAccount(user);
      await expectApiError(user.call('getMe'), 2);
      await expectApiError(login(user.email, { password: TEST_PASSWORD }), 1, 'password');
      await createLoginCode(api, user.email);
      await expectApiError(login(user.email, { code: LOGIN_CODE }), 1, 'code');
      const body = {
        name: 'Marta',
        email: user.email,
        password: TEST_PASSWORD,
        device_name: 'x',
        check_terms: true,
      };
      await expectApiError(api.client()('register', { body }), 1, 'email');
    });

    test('the seller sees the order without the buyer, the buyer the deleted sale place', async () => {
      const { seller, buyer, order, productId } = await buyAndHandOut();
      await deleteAccount(buyer);
      const { data } = await seller.call('listSellerOrders');
      expect(data).toMatchObject([{ id: order.id, client: 'Customer' }]);
      await postTestPayout(api, seller, 270);
      await deleteAccount(seller);
      const otherBuyer = await createTestUser(api);
      const { data: offers } = await otherBuyer.call('listOffers', { query: { limit: 50 } });
      expect(offers.map(({ id }) => id)).not.toContain(productId);
      await expectApiError(startPayment(otherBuyer, productId), 4);
    });

    test('the referral link of a deleted partner refers nobody', async () => {
      const partner = await createTestUser(api, { isPartner: true });
      const { referral_code } = await getUserRow(partner);
      await deleteAccount(partner);
      const { token } = await api.client()('register', {
        body: {
          name: 'Ana',
          email: 'ana@example.com',
          password: TEST_PASSWORD,
          device_name: 'x',
          check_terms: true,
          ref_link: referral_code,
        },
      });
      expect((await api.client(token)('exportAccount')).profile.invited).toBe(false);
    });

    test("a mail in the user's language confirms the deletion", async () => {
      const user = await createTestUser(api);
      await user.call('updateLanguage', { body: { language: 'pt' } });
      await deleteAccount({ ...user, call: api.client(user.token, 'pt') });
      await api.jobs.runDue();
      const mail = api.mails.findLast(({ to }) => to === user.email);
      expect(mail).toMatchObject({
        subject: 'A tua conta WoPack foi eliminada',
        text: expect.stringContaining('30 dias'),
      });
    });
  });

  describe('purged within 30 days', () => {
    test('personal data is erased, the order stays', async () => {
      const { seller, buyer, order } = await buyAndHandOut();
      const photo = await uploadReportPhoto(buyer, order.id);
      await deleteAccount(buyer);
      api.clock.advance(28 * DAY);
      await api.jobs.runScheduled('identity.purge-deleted-accounts');
      expect((await getUserRow(buyer)).email).toBe(buyer.email);
      expect(await isPhotoStored(photo)).toBe(true);

      api.clock.advance(DAY);
      await api.jobs.runScheduled('identity.purge-deleted-accounts');
      expect(await getUserRow(buyer)).toMatchObject({
        name: '',
        surname: '',
        phone: '',
        city: '',
        latitude: null,
        avatar_path: null,
        password_hash: null,
        email_verified_at: null,
        email: `erased-${buyer.id}@wopack.invalid`,
      });
      const payment = api.db.selectFrom('payments').select('card_last4').where('user_id', '=', buyer.id);
      expect(await payment.execute()).toEqual([{ card_last4: null }]);
      await api.jobs.runDue();
      expect(await isPhotoStored(photo)).toBe(false);
      const { data } = await seller.call('listSellerOrders', { query: { date: '2026-11-20' } });
      expect(data.map(({ id }) => id)).toContain(order.id);
    });

    test('the address can then register a new account without the old data', async () => {
      const user = await createTestUser(api);
      await deleteAccount(user);
      api.clock.advance(29 * DAY);
      await api.jobs.runScheduled('identity.purge-deleted-accounts');
      await createLoginCode(api, user.email);
      const { token } = await login(user.email, { code: LOGIN_CODE });
      expect((await api.client(token)('getMe')).data).toMatchObject({ email: user.email, name: '' });
      expect((await api.client(token)('getMe')).data.id).not.toBe(user.id);
    });

    test('a second purge changes nothing', async () => {
      const user = await createTestUser(api);
      await deleteAccount(user);
      api.clock.advance(29 * DAY);
      await api.jobs.runScheduled('identity.purge-deleted-accounts');
      const rowBefore = await getUserRow(user);
      api.clock.advance(DAY);
      await api.jobs.runScheduled('identity.purge-deleted-accounts');
      expect(await getUserRow(user)).toEqual(rowBefore);
    });

    test('an account that fails stops no other, the operator is told, and it is tried again', async () => {
      const users: TestUser[] = [];
      for (let count = 0; count < 3; count++) users.push(await createTestUser(api));
      for (const user of users) await deleteAccount(user);
      const poisoned = users[0]!;
      await sql`create function fail_erasure() returns trigger language plpgsql as
        'begin raise exception ''this row is broken''; end'`.execute(api.ownerDb);
      await sql`create trigger fail_erasure before update of email on users for each row
        when (old.id = ${sql.lit(poisoned.id)}) execute function fail_erasure()`.execute(api.ownerDb);
      api.context.config.operator.email = 'operator@wopack.example';
      api.mails.length = 0;
      const listErased = async () =>
        Promise.all(users.map(async (user) => (await getUserRow(user)).erased_at !== null));
      try {
        api.clock.advance(29 * DAY);
        await api.jobs.runScheduled('identity.purge-deleted-accounts');
        expect(await listErased()).toEqual([false, true, true]);
        await api.jobs.runDue();
        const alert = api.mails.find(({ to }) => to === 'operator@wopack.example');
        expect(alert?.text).toContain(`user ${poisoned.id}`);
      } finally {
        await sql`drop function fail_erasure() cascade`.execute(api.ownerDb);
        api.context.config.operator.email = '';
      }
      await api.jobs.runScheduled('identity.purge-deleted-accounts');
      expect(await listErased()).toEqual([true, true, true]);
    });
  });
});
