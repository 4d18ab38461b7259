import { DAY_MS, HOUR_MS, MINUTE_MS } from '@wopack/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createSandboxHarness,
  createStripeHarness,
} from '../../../../test/payment-providers/provider-harness.ts';
import {
  BUSINESS_BODY,
  buyProduct,
  createMember,
  createProductOnSale,
  createTestUser,
  EVENING_SCHEDULE,
  expectApiError,
  markEmailVerified,
  startPayment,
  TEST_PASSWORD,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { type TestApp, useTestApp } from '../../../../test/support/test-app.ts';
import { postTransaction } from '../../ledger/index.ts';
import { applyPayoutWay } from './awaiting-businesses.ts';

type Outcome = 'verified' | 'needs_document' | 'restricted';

/** A provider, and the page on which a payee is decided about. */
interface Provider {
  options: Parameters<typeof useTestApp>[0];
  attach(api: TestApp): void;
  decide(payee: TestUser, outcome: Outcome, ofBusiness?: { business_id: number }): Promise<void>;
  setFailure(kind: 'lost' | 'away' | null): void;
  buy(buyer: TestUser, productId: number): Promise<number>;
  deliverNotices(options?: { times?: number; backwards?: boolean }): Promise<void>;
  dropNotices(): Promise<void>;
  close(): Promise<void>;
}

const DOCUMENT = 'individual.verification.document';

const findRef = async (api: TestApp, { id }: Pick<TestUser, 'id'>) =>
  (
    await api.db
      .selectFrom('payout_accounts')
      .select('ref')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
  ).ref!;

function useSandbox(): Provider {
  const harness = createSandboxHarness();
  let api: TestApp;
  return {
    ...harness,
    options: { env: async () => ({ PAYOUT_WAY: 'stripe_connect' }) },
    attach(testApp) {
      api = testApp;
      harness.attach(api);
    },
    async decide(payee, outcome, ofBusiness) {
      const { url } = (await payee.call('startOnboarding', { body: { ...ofBusiness } })).data;
      const key = new URL(url).hash.slice(1);
      await payee.call('openSandboxAccount', { body: { key } });
      await payee.call('submitSandboxAccount', { body: { key, outcome } });
    },
    buy: async (buyer, productId) => (await buyProduct(buyer, productId)).id,
    setFailure: () => {},
    deliverNotices: async () => void (await api.jobs.runDue()),
    dropNotices: async () =>
      void (await api.ownerDb
        .deleteFrom('pgboss.job' as never)
        .where('name' as never, '=', 'payments.sync-payout-account' as never)
        .execute()),
  };
}

function useStripe(): Provider & { harness: ReturnType<typeof createStripeHarness> } {
  const harness = createStripeHarness();
  const { server } = harness;
  let api: TestApp;
  return {
    ...harness,
    harness,
    options: {
      ...harness.options,
      env: async () => ({ ...(await server.open()), PAYOUT_WAY: 'stripe_connect' }),
    },
    attach(testApp) {
      api = testApp;
      harness.attach(api);
    },
    async buy(buyer, productId) {
      const { client_secret: secret, token } = await startPayment(buyer, productId);
      await harness.confirm(secret);
      return (await buyer.call('completePayment', { body: { token } })).data.order.id;
    },
    async decide(payee, outcome, ofBusiness) {
      await payee.call('startOnboarding', { body: { ...ofBusiness } });
      server.accounts.decide(await findRef(api, { id: ofBusiness?.business_id ?? payee.id }), {
        due: outcome === 'verified' ? [] : [DOCUMENT],
        late: outcome === 'restricted',
        deadline: outcome === 'needs_document' ? new Date(api.clock.now().getTime() + 7 * DAY_MS) : null,
      });
    },
  };
}

describe.each([
  ['sandbox', useSandbox()],
  ['stripe', useStripe()],
])('%s', (name, provider) => {
  const api = useTestApp(provider.options);
  beforeAll(() => provider.attach(api));
  beforeEach(() => {
    api.clock.set('2026-11-20T12:00:00Z');
    provider.setFailure(null);
  });
  afterAll(() => provider.close());

  const isOnSale = async (id: number) =>
    (await api.client()('getOffer', { params: { id } })).data.slot_id !== null;
  const isListed = async (id: number) =>
    (await api.client()('listOffers', { query: {} })).data.some((offer) => offer.id === id);
  const getAccount = async (user: TestUser) => (await user.call('getPayoutAccount')).data;
  const mailsTo = ({ email }: TestUser) =>
    api.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
  const createSeller = () => createTestUser(api, { isSeller: true, isEmailVerified: true });
  async function verify(seller: TestUser) {
    await provider.decide(seller, 'verified');
    await provider.deliverNotices();
  }

  test('nothing is on sale before the first verification, and then everything', async () => {
    const seller = await createSeller();
    const buyer = await createTestUser(api);
    // The calls of the specification work as they do.
    const { productId, salePlaceId } = await createProductOnSale(api, { seller });
    expect(await getAccount(seller)).toMatchObject({
      way: 'stripe_connect',
      provider: name,
      state: 'not_started',
      may_sell: false,
      requirements: [],
    });
    expect([await isOnSale(productId), await isListed(productId)]).toEqual([false, false]);
    await expectApiError(startPayment(buyer, productId), 4);
    // Neither shop, product nor schedule puts it on sale.
    for (const paused of [true, false]) {
      await seller.call('pauseSalePlace', { params: { id: salePlaceId }, body: { paused } });
      await seller.call('pauseProduct', { params: { id: productId }, body: { paused } });
    }
    await seller.call('updateSchedule', {
      body: { product_id: productId, quantity: 4, schedule: EVENING_SCHEDULE },
    });
    expect(await isOnSale(productId)).toBe(false);
    await provider.decide(seller, 'needs_document');
    await provider.deliverNotices();
    expect(await getAccount(seller)).toMatchObject({
      state: 'needs_details',
      requirements: ['identity_document'],
      deadline: '2026-11-27T12:00:00.000Z',
      first_verified_at: null,
      may_sell: false,
    });
    expect(await isOnSale(productId)).toBe(false);
    await verify(seller);
    expect(await getAccount(seller)).toMatchObject({
      state: 'verified',
      requirements: [],
      deadline: null,
      may_sell: true,
      bank: { country: 'PT', last4: '4321', holder: expect.any(String) },
      schedule: { interval: 'weekly', anchor: 'monday' },
    });
    expect([await isOnSale(productId), await isListed(productId)]).toEqual([true, true]);
    await provider.buy(buyer, productId);
  });

  test('once verified it sells until the deadline, and again when it has handed in', async () => {
    const seller = await createSeller();
    const { productId } = await createProductOnSale(api, { seller });
    await verify(seller);
    const buyer = await createTestUser(api);
    const orderId = await provider.buy(buyer, productId);
    await provider.decide(seller, 'needs_document');
    await provider.deliverNotices();
    expect(await getAccount(seller)).toMatchObject({ state: 'needs_details', may_sell: true });
    expect(await isOnSale(productId)).toBe(true);
    api.clock.advance(7 * DAY_MS - MINUTE_MS);
    await api.jobs.runScheduled('payments.check-payout-deadlines');
    await api.jobs.runScheduled('products.generate-slots');
    expect(await isOnSale(productId)).toBe(true);
    // Nobody reports anything: the moment alone is enough.
    api.clock.advance(2 * MINUTE_MS);
    await api.jobs.runScheduled('payments.check-payout-deadlines');
    await api.jobs.runDue();
    expect(await getAccount(seller)).toMatchObject({ state: 'restricted', may_sell: false });
    expect(await isOnSale(productId)).toBe(false);
    expect((await buyer.call('getOrder', { params: { id: orderId } })).data.state).not.toMatch(
      /cancel|refund/,
    );
    await verify(seller);
    expect(await isOnSale(productId)).toBe(true);
  });

  test('restricted is off sale at once; what its seller has paused stays paused', async () => {
    const seller = await createSeller();
    const open = await createProductOnSale(api, { seller });
    const paused = await createProductOnSale(api, { seller });
    await verify(seller);
    await seller.call('pauseProduct', { params: { id: paused.productId }, body: { paused: true } });
    await provider.decide(seller, 'restricted');
    await provider.deliverNotices();
    expect(await getAccount(seller)).toMatchObject({ state: 'restricted', is_refused: false });
    expect([await isOnSale(open.productId), await isOnSale(paused.productId)]).toEqual([false, false]);
    await verify(seller);
    expect([await isOnSale(open.productId), await isOnSale(paused.productId)]).toEqual([true, false]);
  });

  test('its owners are told, once for each demand', async () => {
    const seller = await createSeller();
    const owner = await createMember(api, seller, 'owner');
    const counter = await createMember(api, seller, 'counter');
    await provider.decide(seller, 'needs_document');
    await provider.deliverNotices({ times: 2 });
    await seller.call('refreshPayoutAccount', { body: {} });
    await api.jobs.runDue();
    await verify(seller);
    await provider.decide(seller, 'needs_document');
    await provider.deliverNotices();
    await provider.decide(seller, 'restricted');
    await provider.deliverNotices({ times: 3 });
    for (const user of [seller, owner])
      expect(mailsTo(user)).toEqual([
        'Something is missing for your payouts',
        'Verified: you are on sale',
        expect.stringMatching(/^Hand this in by 27 November/),
        'Your packs are off sale',
      ]);
    expect(mailsTo(counter)).not.toContain('Your packs are off sale');
    const mail = api.mails.findLast(
      ({ to, subject }) => to === owner.email && subject.startsWith('Hand this in'),
    );
    expect(mail!.text).toContain('an identity document');
    expect(mail!.text).toContain(`/seller/payout?business=${seller.id}`);
  });

  test('late, repeated, reordered and lost notices lead to the same', async () => {
    const sellers = [await createSeller(), await createSeller(), await createSeller()];
    for (const seller of sellers) {
      await provider.decide(seller, 'verified');
      await provider.decide(seller, 'restricted');
      await provider.decide(seller, 'needs_document');
      await provider.decide(seller, 'verified');
    }
    await provider.deliverNotices({ times: 2, backwards: true });
    for (const seller of sellers) expect((await getAccount(seller)).state).toBe('verified');
    await provider.decide(sellers[0]!, 'restricted');
    await provider.dropNotices();
    expect((await getAccount(sellers[0]!)).state).toBe('verified');
    api.clock.advance(25 * HOUR_MS);
    await api.jobs.runScheduled('payments.poll-payout-accounts');
    await api.jobs.runDue();
    expect((await getAccount(sellers[0]!)).state).toBe('restricted');
    expect((await getAccount(sellers[1]!)).state).toBe('verified');
  });

  test('whoever returns from the page sees what became of it, without a notice', async () => {
    const seller = await createSeller();
    await provider.decide(seller, 'verified');
    await provider.dropNotices();
    expect((await getAccount(seller)).state).toBe('in_progress');
    expect((await seller.call('refreshPayoutAccount', { body: {} })).data.state).toBe('verified');
  });

  test('two presses at once make one account, and each link is another', async () => {
    const seller = await createSeller();
    const links = await Promise.all([1, 2, 3].map(() => seller.call('startOnboarding', { body: {} })));
    expect(new Set(links.map(({ data }) => data.url)).size).toBeGreaterThan(name === 'sandbox' ? 2 : 0);
    expect(
      await api.db.selectFrom('payout_accounts').select('user_id').where('user_id', '=', seller.id).execute(),
    ).toHaveLength(1);
    expect(await getAccount(seller)).toMatchObject({ state: 'in_progress' });
  });

  test('only owners of the business begin, accountants see, nobody else', async () => {
    const seller = await createSeller();
    const ofBusiness = { business_id: seller.id };
    const [accountant, manager] = [
      await createMember(api, seller, 'accountant'),
      await createMember(api, seller, 'manager'),
    ];
    await expectApiError(accountant.call('startOnboarding', { body: ofBusiness }), 3);
    await expectApiError(manager.call('getPayoutAccount', { query: ofBusiness }), 3);
    await expectApiError((await createTestUser(api)).call('startOnboarding', { body: ofBusiness }), 3);
    await expectApiError(seller.call('openProviderPage', { body: {} }), 4);
    await verify(seller);
    expect((await accountant.call('getPayoutAccount', { query: ofBusiness })).data.state).toBe('verified');
    await expectApiError(accountant.call('openProviderPage', { body: ofBusiness }), 3);
    expect((await seller.call('openProviderPage', { body: {} })).data.url).toMatch(/^https?:/);
    const owner = await createMember(api, seller, 'owner');
    expect((await owner.call('startOnboarding', { body: ofBusiness })).data.url).toMatch(/^https?:/);
    expect(
      await api.db
        .selectFrom('security_events')
        .select('kind')
        .where('user_id', '=', seller.id)
        .where('kind', '=', 'payout_account_changed')
        .execute(),
    ).toHaveLength(1);
  });

  test('an address has to be confirmed first', async () => {
    const seller = await createTestUser(api, { isSeller: true });
    await expectApiError(seller.call('startOnboarding', { body: {} }), 5);
    await markEmailVerified(api, seller);
    await seller.call('startOnboarding', { body: {} });
  });

  test('who neither sells nor brings others opens none, unless something is owed to them', async () => {
    const user = await createTestUser(api, { isEmailVerified: true });
    await expectApiError(user.call('startOnboarding', { body: {} }), 5);
    await expect(findRef(api, user)).rejects.toThrow();
    await api.db.transaction().execute((trx) =>
      postTransaction(trx, {
        kind: 'adjustment',
        note: `share of ${user.id}`,
        entries: [
          { account: { kind: 'partner', userId: user.id }, amountCents: -19 },
          { account: { kind: 'commission' }, amountCents: 19 },
        ],
        now: api.clock.now(),
      }),
    );
    expect((await user.call('startOnboarding', { body: {} })).data.url).toMatch(/^https?:/);
  });

  test('a partner has an account without anything on sale', async () => {
    const partner = await createTestUser(api, { isPartner: true, isEmailVerified: true });
    expect(await getAccount(partner)).toMatchObject({ state: 'not_started', may_sell: null });
    await verify(partner);
    expect(await getAccount(partner)).toMatchObject({ state: 'verified', may_sell: null });
    expect(mailsTo(partner)).toContain('Your payout account is verified');
  });

  test('what the founder had is not used for the business that they handed over', async () => {
    const founder = await createSeller();
    await founder.call('updateBusiness', { body: BUSINESS_BODY });
    const { productId } = await createProductOnSale(api, { seller: founder });
    await verify(founder);
    const owner = await createMember(api, founder, 'owner');
    const ofBusiness = { business_id: founder.id };
    const formerRef = await findRef(api, founder);
    api.clock.advance(MINUTE_MS);
    const { id: memberId } = await api.db
      .selectFrom('members')
      .select('id')
      .where('user_id', '=', founder.id)
      .executeTakeFirstOrThrow();
    await founder.call('endMember', { params: { id: memberId }, body: { password: TEST_PASSWORD } });
    expect((await owner.call('getPayoutAccount', { query: ofBusiness })).data).toMatchObject({
      state: 'not_started',
      may_sell: false,
      bank: null,
    });
    await api.jobs.runScheduled('payments.check-payout-deadlines');
    expect(await isOnSale(productId)).toBe(false);
    api.clock.advance(MINUTE_MS);
    await provider.decide(owner, 'verified', ofBusiness);
    await provider.deliverNotices();
    expect((await owner.call('getPayoutAccount', { query: ofBusiness })).data).toMatchObject({
      state: 'verified',
      may_sell: true,
    });
    expect(await findRef(api, founder)).not.toBe(formerRef);
    expect(await isOnSale(productId)).toBe(true);
    // It is none of the founder's, by whose id it is stored.
    for (const account of [
      await getAccount(founder),
      (await founder.call('refreshPayoutAccount', { body: {} })).data,
    ])
      expect(account).toMatchObject({ state: 'not_started', may_sell: null, bank: null });
  });

  test('what the founder had is erased with their account, also after they handed the business over', async () => {
    const founder = await createSeller();
    await founder.call('updateBusiness', { body: BUSINESS_BODY });
    await verify(founder);
    await createMember(api, founder, 'owner');
    const findBank = () =>
      api.db
        .selectFrom('payout_accounts')
        .select(['bank_country', 'bank_last4', 'bank_holder'])
        .where('user_id', '=', founder.id)
        .executeTakeFirst();
    expect((await findBank())!.bank_last4).not.toBeNull();
    api.clock.advance(MINUTE_MS);
    await founder.call('deleteAccount', { body: { password: TEST_PASSWORD } });
    api.clock.advance(40 * 24 * 60 * MINUTE_MS);
    await api.jobs.runScheduled('identity.purge-deleted-accounts');
    expect(await findBank()).toEqual({ bank_country: null, bank_last4: null, bank_holder: null });
  });

  test('the setting opens and closes what is there already', async () => {
    const [waiting, verified] = [await createSeller(), await createSeller()];
    const products = [
      (await createProductOnSale(api, { seller: waiting })).productId,
      (await createProductOnSale(api, { seller: verified })).productId,
    ];
    await verify(verified);
    const areOnSale = () => Promise.all(products.map(isOnSale));
    expect(await areOnSale()).toEqual([false, true]);
    const start = (payoutWay: 'bank_file' | 'stripe_connect') =>
      applyPayoutWay({ db: api.db, clock: api.clock, config: { ...api.context.config, payoutWay } });
    await start('bank_file');
    expect(await areOnSale()).toEqual([true, true]);
    const late = await createProductOnSale(api, { seller: await createSeller() });
    expect(await isOnSale(late.productId)).toBe(true);
    await start('stripe_connect');
    expect([...(await areOnSale()), await isOnSale(late.productId)]).toEqual([false, true, false]);
    // An account at the provider that was used before is none.
    const other = name === 'stripe' ? 'sandbox' : 'stripe';
    await api.db
      .updateTable('payout_accounts')
      .set({ provider: other })
      .where('user_id', '=', verified.id)
      .execute();
    await start('stripe_connect');
    expect((await getAccount(verified)).may_sell).toBe(false);
    expect(await areOnSale()).toEqual([false, false]);
  });
});

describe('stripe alone', () => {
  const provider = useStripe();
  const api = useTestApp(provider.options);
  const { server } = provider.harness;
  beforeAll(() => provider.attach(api));
  afterAll(() => provider.close());

  test('says who is paid, and nothing more', async () => {
    const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
    await seller.call('updateBusiness', { body: { ...BUSINESS_BODY, legal_name: 'Fontes & Filha, Lda.' } });
    await seller.call('startOnboarding', { body: {} });
    expect([...server.accounts.accounts.values()].at(-1)).toMatchObject({
      email: seller.email,
      country: 'PT',
      business_profile: { name: 'Fontes & Filha, Lda.' },
      metadata: { wopack_user: String(seller.id) },
    });
  });

  test('a lost answer makes no second account', async () => {
    const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
    const before = server.accounts.accounts.size;
    const start = () => seller.call('startOnboarding', { body: {} });
    server.lostAnswers = /^POST \/v1\/accounts$/;
    await expectApiError(start(), 9);
    server.lostAnswers = null;
    expect(server.accounts.accounts.size).toBe(before + 1);
    // Long after the key is forgotten.
    api.clock.advance(30 * HOUR_MS);
    await start();
    expect(server.accounts.accounts.size).toBe(before + 1);
    expect(await findRef(api, seller)).toBe([...server.accounts.accounts.keys()].at(-1));
  });

  test('a lost answer is found by the job, too', async () => {
    const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
    await api.db
      .insertInto('payout_accounts')
      .values({
        user_id: seller.id,
        provider: 'stripe',
        state_since: api.clock.now(),
        created_at: api.clock.now(),
        updated_at: api.clock.now(),
      })
      .execute();
    const { id } = server.accounts.create(
      new URLSearchParams({
        country: 'PT',
        business_type: 'individual',
        'capabilities[transfers][requested]': 'true',
        'controller[fees][payer]': 'application',
        'controller[losses][payments]': 'application',
        'controller[requirement_collection]': 'stripe',
        'controller[stripe_dashboard][type]': 'express',
        'metadata[wopack_user]': String(seller.id),
      }),
    );
    await api.jobs.runScheduled('payments.poll-payout-accounts');
    await api.jobs.runDue();
    expect(await findRef(api, seller)).toBe(id);
  });

  test('a refusal is said, and does not stay', async () => {
    const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
    server.accounts.isRefusing = true;
    await expectApiError(seller.call('startOnboarding', { body: {} }), 5);
    await expectApiError(seller.call('startOnboarding', { body: {} }), 5);
    server.accounts.isRefusing = false;
    expect((await seller.call('startOnboarding', { body: {} })).data.url).toMatch(
      /^https:\/\/connect\.stripe/,
    );
  });

  test('an account that Stripe has closed is restricted', async () => {
    const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
    await seller.call('startOnboarding', { body: {} });
    server.accounts.accounts.delete(await findRef(api, seller));
    await seller.call('refreshPayoutAccount', { body: {} });
    expect((await seller.call('getPayoutAccount')).data).toMatchObject({
      state: 'restricted',
      is_refused: true,
    });
  });
});

describe('sandbox alone', () => {
  const provider = useSandbox();
  const api = useTestApp(provider.options);
  beforeAll(() => provider.attach(api));
  afterAll(() => provider.close());

  test('a link works once, for some minutes, and leads back for a new one', async () => {
    const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
    const createKey = async () =>
      new URL((await seller.call('startOnboarding', { body: {} })).data.url).hash.slice(1);
    const open = async (key: string) => (await api.client()('openSandboxAccount', { body: { key } })).data;
    const key = await createKey();
    await expectApiError(api.client()('submitSandboxAccount', { body: { key, outcome: 'verified' } }), 4);
    expect(await open(key)).toMatchObject({
      is_open: true,
      back_url: expect.stringContaining('step=returned'),
    });
    expect(await open(key)).toMatchObject({
      is_open: false,
      back_url: expect.stringContaining('step=expired'),
    });
    const late = await createKey();
    api.clock.advance(6 * MINUTE_MS);
    expect((await open(late)).is_open).toBe(false);
    expect((await open(await createKey())).is_open).toBe(true);
    await expectApiError(open('nothing'), 4);
  });
});

describe('paid by the operator', () => {
  const api = useTestApp();

  test('there is no account to open, and everything is on sale', async () => {
    const { seller, productId } = await createProductOnSale(api);
    await expectApiError(seller.call('startOnboarding', { body: {} }), 5);
    expect((await seller.call('getPayoutAccount')).data).toMatchObject({ way: 'bank_file', may_sell: null });
    expect((await api.client()('getOffer', { params: { id: productId } })).data.slot_id).not.toBeNull();
  });

  test('who has an account from before reaches it still, and is told what it lacks, but not of packs', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const now = api.clock.now();
    const ref = `acct_sandbox_${seller.id}`;
    await api.db
      .insertInto('sandbox_accounts')
      .values({
        ref,
        user_id: seller.id,
        country: 'PT',
        kind: 'company',
        outcome: 'verified',
        created_at: now,
      })
      .execute();
    await api.db
      .insertInto('payout_accounts')
      .values({
        ...{ user_id: seller.id, provider: 'sandbox', ref, state: 'verified', state_since: now },
        ...{ submitted_at: now, first_verified_at: now, payouts_enabled: true, transfers_enabled: true },
        ...{ created_at: now, updated_at: now },
      })
      .execute();
    const getAccount = async () => (await seller.call('getPayoutAccount')).data;
    expect(await getAccount()).toMatchObject({ way: 'bank_file', state: 'verified', may_sell: null });
    expect((await seller.call('openProviderPage', { body: {} })).data.url).toMatch(/payout-sandbox#/);
    await api.db
      .updateTable('sandbox_accounts')
      .set({ outcome: 'restricted' })
      .where('ref', '=', ref)
      .execute();
    await api.jobs.runScheduled('payments.poll-payout-accounts');
    await api.jobs.runDue();
    expect(await getAccount()).toMatchObject({ state: 'restricted', may_sell: null });
    const mails = api.mails.filter(({ to }) => to === seller.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your payout account is restricted']);
    expect((await seller.call('startOnboarding', { body: {} })).data.url).toMatch(/payout-sandbox#/);
    expect((await api.client()('getOffer', { params: { id: productId } })).data.slot_id).not.toBeNull();
  });
});
