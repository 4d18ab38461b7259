import { argon2Sync, randomBytes, randomUUID } from 'node:crypto';
import type { CodePurpose, MemberRole, StatementRole } from '@wopack/contract';
import type { Client, Input } from '@wopack/contract/client';
import sharp from 'sharp';
import { expect } from 'vitest';
import { hashLoginCode } from '../../src/modules/identity/sessions/login-codes.ts';
import { createUser } from '../../src/modules/identity/sessions/register.ts';
import {
  insertLoginCode,
  type LoginCodeKey,
  lockLoginCode,
  updateLoginCode,
} from '../../src/modules/identity/sessions/sessions.queries.ts';
import { issueToken } from '../../src/modules/identity/sessions/sessions.ts';
import { sha256 } from '../../src/modules/identity/sessions/tokens.ts';
import { postTransaction } from '../../src/modules/ledger/index.ts';
import { writeStatement } from '../../src/modules/ledger/statements/issue-statements.ts';
import { listPhotoPaths } from '../../src/modules/media/index.ts';
import type { Clock } from '../../src/platform/context.ts';
import type { TestApp } from './test-app.ts';

/** Dependencies of the builders of users and products. */
export type TestContext = Pick<TestApp, 'db' | 'client'> & { clock: Clock };

let lastNumber = 0;

/** Password of all users created here. */
export const TEST_PASSWORD = 'sobras1';

/** At the lowest cost: a hash carries its own, so that a sign-in, right or wrong, takes no 30 ms. */
const PASSWORD_HASH = hashCheaply(TEST_PASSWORD);

function hashCheaply(password: string): string {
  const nonce = randomBytes(16);
  const cost = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { ...cost, message: password, nonce });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${hash}`;
}

export interface TestUser {
  id: number;
  email: string;
  token: string;
  call: Client;
}

interface TestUserOptions {
  name?: string;
  isSeller?: boolean;
  isPartner?: boolean;
  /** The e-mail address is verified. */
  isEmailVerified?: boolean;
  /** The partner by whose link the user signed up. */
  referredBy?: TestUser;
  email?: string;
}

/** Creates a signed-in user directly in the database, because password hashing of the call is slow. */
export async function createTestUser(
  test: TestContext,
  {
    name = 'Marta Salgado',
    email = `person${++lastNumber}-${process.pid}@example.com`,
    isEmailVerified = false,
    referredBy,
    ...roles
  }: TestUserOptions = {},
): Promise<TestUser> {
  const now = test.clock.now();
  const [id, token] = await test.db.transaction().execute(async (trx) => {
    const userId = await createUser(trx, {
      name,
      email,
      passwordHash: PASSWORD_HASH,
      isSeller: roles.isSeller ?? false,
      isPartner: roles.isPartner ?? false,
      isEmailVerified,
      referralCode: undefined,
      language: 'en',
      now,
    });
    if (referredBy)
      await trx.updateTable('users').set({ referred_by: referredBy.id }).where('id', '=', userId!).execute();
    return [userId!, await issueToken(trx, { userId: userId!, deviceName: 'test', remember: true, now })];
  });
  return { id, email, token, call: test.client(token) };
}

/** A member of the seller's business, who works for it. */
export async function createMember(
  test: TestContext,
  seller: TestUser,
  role: MemberRole,
  { salePlaceIds = null, ...options }: TestUserOptions & { salePlaceIds?: number[] | null } = {},
): Promise<TestUser & { memberId: number }> {
  const user = await createTestUser(test, { isEmailVerified: true, ...options });
  const memberId = await addMember(test, { businessId: seller.id, userId: user.id, role, salePlaceIds });
  return { ...user, memberId };
}

/** Makes an existing user a member of a business; returns the membership's id. */
export async function addMember(
  test: TestContext,
  {
    businessId,
    userId,
    role = 'counter',
    salePlaceIds = null,
  }: { businessId: number; userId: number; role?: MemberRole; salePlaceIds?: number[] | null },
): Promise<number> {
  const { id: memberId } = await test.db
    .insertInto('members')
    .values({
      business_id: businessId,
      user_id: userId,
      role,
      has_all_sale_places: salePlaceIds === null,
      joined_at: test.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const salePlaceId of salePlaceIds ?? [])
    await test.db
      .insertInto('member_sale_places')
      .values({ member_id: memberId, sale_place_id: salePlaceId })
      .execute();
  return memberId;
}

/** A counter device that waits for its code to be typed. */
export async function addTestCounter(test: TestApp, seller: TestUser, salePlaceId: number) {
  const code = `T${String(++lastNumber).padStart(5, '0')}`;
  const now = test.clock.now();
  const { id } = await test.db
    .insertInto('devices')
    .values({
      business_id: seller.id,
      sale_place_id: salePlaceId,
      name: 'Tablet da Trindade',
      code_hash: test.context.secrets.hash('device-code', code),
      code_expires_at: new Date(now.getTime() + 600_000),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, code };
}

/** A paired counter device, as the caller of its calls. */
export async function createTestCounter(
  test: TestApp,
  seller: TestUser,
  salePlaceId: number,
): Promise<TestUser & { deviceId: number }> {
  const { id: deviceId, code } = await addTestCounter(test, seller, salePlaceId);
  const { token } = (await test.client()('pairCounter', { body: { code } })).data;
  return { ...seller, token, call: test.client(token), deviceId };
}

/** An invitation as if its mail had been sent; returns the key of the mail. */
export async function createInvitation(
  test: TestContext,
  seller: TestUser,
  email: string,
  role: MemberRole = 'counter',
): Promise<{ id: number; key: string }> {
  const key = randomUUID();
  const now = test.clock.now();
  const { id } = await test.db
    .insertInto('member_invitations')
    .values({
      business_id: seller.id,
      email,
      role,
      key_hash: sha256(key),
      invited_by: seller.id,
      language: 'en',
      sent_at: now,
      expires_at: new Date(now.getTime() + 7 * 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, key };
}

export const createTestUsers = (
  test: TestContext,
  count: number,
  options: TestUserOptions = {},
): Promise<TestUser[]> => Promise.all(Array.from({ length: count }, () => createTestUser(test, options)));

/** Creates another session of the user; returns the id of its token. */
export async function createDeviceToken(
  { db, clock }: TestApp,
  { id: userId }: TestUser,
  deviceName = 'tablet',
) {
  await db
    .transaction()
    .execute((trx) => issueToken(trx, { userId, deviceName, remember: true, now: clock.now() }));
  const newestToken = db
    .selectFrom('tokens')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc');
  return (await newestToken.limit(1).executeTakeFirstOrThrow()).id;
}

/** The same user with another session. */
export async function signInAgain(test: TestContext, user: TestUser): Promise<TestUser> {
  const token = await test.db
    .transaction()
    .execute((trx) =>
      issueToken(trx, { userId: user.id, deviceName: 'test', remember: true, now: test.clock.now() }),
    );
  return { ...user, token, call: test.client(token) };
}

export const LOGIN_CODE = '482731';

/** Stores a sign-in code for the address, without a mail, instead of the one it has. */
export const createLoginCode = (test: TestApp, email: string) =>
  storeCode(test, { email, purpose: 'sign_in', userId: null });

/** Stores a code that the signed-in user asked for, by default to the address of the account. */
export const createProofCode = (
  test: TestApp,
  { id: userId, email }: { id: number; email: string },
  purpose: Exclude<CodePurpose, 'sign_in'>,
  to = email,
) => storeCode(test, { email: to, purpose, userId });

async function storeCode({ db, clock, context }: TestApp, key: LoginCodeKey) {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const former = await lockLoginCode(trx, key);
    const values = {
      request_id: randomUUID(),
      hash: hashLoginCode(context.secrets, key.purpose, LOGIN_CODE),
      failed_attempts: 0,
      sent_at: now,
      sent_count: 1,
      expires_at: new Date(now.getTime() + 600_000),
    };
    if (former) await updateLoginCode(trx, former.request_id, values);
    else await insertLoginCode(trx, key, values);
  });
}

/** A photo as phones take it. */
export const createJpeg = async (width = 1600, height = 1200): Promise<Blob> =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width, height, channels: 3, background: '#c98a3d' } })
        .jpeg()
        .toBuffer(),
    ),
  ]);

export interface ProductOnSale {
  seller: TestUser;
  salePlaceId: number;
  productId: number;
}

type SalePlaceBody = Input<'saveSalePlace'>['body'];
type ProductBody = Input<'saveProduct'>['body'];
type Schedule = Input<'updateSchedule'>['body']['schedule'];

export const EVENING_SCHEDULE: Schedule = Object.fromEntries(
  ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [
    day,
    { time_start: '17:30', time_end: '19:00' },
  ]),
);

export const SALE_PLACE_BODY: SalePlaceBody = {
  name: 'Padaria Aurora',
  phone: '+351 210 000 018',
  address: 'Rua da Trindade 18, Lisboa',
  categories: '[1,2]',
  latitude: 38.7123,
  longitude: -9.1416,
  isHandWriteAddress: true,
};

export const BUSINESS_BODY: Input<'updateBusiness'>['body'] = {
  legal_name: 'Aurora Panificação, Lda.',
  address: 'Rua da Trindade 18, 1200-468 Lisboa',
  country: 'PT',
  vat_number: '501 442 600',
};

/** An unused upload of the user, without files. */
export async function createUpload(test: TestContext, seller: TestUser): Promise<string> {
  const photo = listPhotoPaths(`/media/photos/test-${++lastNumber}`);
  await test.db
    .insertInto('uploads')
    .values({ ...photo, user_id: seller.id, created_at: test.clock.now() })
    .execute();
  return photo.path;
}

/** Creates a seller with a sale place and a product on sale. */
export async function createProductOnSale(
  test: TestContext,
  {
    seller,
    salePlace = {},
    product = {},
    quantity = 3,
    schedule = EVENING_SCHEDULE,
  }: {
    seller?: TestUser;
    salePlace?: Partial<SalePlaceBody>;
    product?: Partial<ProductBody>;
    quantity?: number;
    schedule?: Schedule;
  } = {},
): Promise<ProductOnSale> {
  const productSeller = seller ?? (await createTestUser(test, { name: 'Rui Fontes', isSeller: true }));
  const { data: savedSalePlace } = await productSeller.call('saveSalePlace', {
    body: { ...SALE_PLACE_BODY, ...salePlace },
  });
  const productId = await createDraftProduct(test, productSeller, savedSalePlace.id, product);
  await productSeller.call('updateSchedule', { body: { product_id: productId, quantity, schedule } });
  return { seller: productSeller, salePlaceId: savedSalePlace.id, productId };
}

/** Creates a product without a schedule. */
export async function createDraftProduct(
  test: TestContext,
  seller: TestUser,
  salePlaceId: number,
  product: Partial<ProductBody> = {},
): Promise<number> {
  const photo = product.photo ?? [await createUpload(test, seller)];
  const { data } = await seller.call('saveProduct', {
    body: {
      id: 0,
      sale_place_id: salePlaceId,
      categories: [1],
      name: 'Cesto de fim de tarde',
      description: 'Pão de fermentação natural e croissants.',
      price: 3.99,
      ...product,
      photo,
    },
  });
  return data.id;
}

export const GOOD_CARD = { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 2031, cvc: '123' };
export const DECLINED_CARD = { ...GOOD_CARD, number: '4000 0000 0000 0002' };

export const startPayment = (buyer: TestUser, productId: number, amount: number | string = '3.99') =>
  buyer.call('initiatePayment', { body: { amount, currency: 'EUR', productId } });

/** Several units at the price of `startPayment`. */
export const startPaymentOf = (buyer: TestUser, productId: number, quantity: number) =>
  buyer.call('initiatePayment', {
    body: { amount: ((399 * quantity) / 100).toFixed(2), currency: 'EUR', productId, quantity },
  });

/** Pays and completes a payment that was initiated. Returns the order. */
export async function payHold(
  buyer: TestUser,
  { token, client_secret }: { token: string; client_secret: string },
  card = GOOD_CARD,
) {
  await buyer.call('confirmSandboxPayment', { body: { client_secret, card } });
  return (await buyer.call('completePayment', { body: { token } })).data.order;
}

/** A card that the buyer keeps in the sandbox, from a purchase long ago. Returns its id. */
export async function giveSavedCard({ db, clock }: TestApp, buyer: TestUser): Promise<string> {
  const created_at = clock.now();
  const customer = `cus_${buyer.id}`;
  const ref = `pm_${crypto.randomUUID()}`;
  await db
    .insertInto('payment_customers')
    .values({ user_id: buyer.id, provider: 'sandbox', ref: customer, created_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('sandbox_intents')
    .values({
      ref,
      client_secret: ref,
      idempotency_key: ref,
      amount_cents: 399,
      status: 'requires_capture',
      created_at,
    })
    .execute();
  await db
    .insertInto('sandbox_cards')
    .values({
      ref,
      customer_ref: customer,
      intent_ref: ref,
      last4: '4242',
      brand: 'visa',
      exp_month: 12,
      exp_year: 2031,
      fingerprint: ref,
      created_at,
    })
    .execute();
  return ref;
}

/** Initiates, pays and completes a payment. Returns the order. */
export const buyProduct = async (
  buyer: TestUser,
  productId: number,
  { amount, card }: { amount?: number; card?: typeof GOOD_CARD } = {},
) => payHold(buyer, await startPayment(buyer, productId, amount), card);

/** So many units of 3.99 each in one order. */
export const buyUnits = async (buyer: TestUser, productId: number, quantity: number) =>
  payHold(
    buyer,
    await buyer.call('initiatePayment', {
      body: { amount: (399 * quantity) / 100, quantity, currency: 'EUR', productId },
    }),
  );

/** What the server says to whoever presses Pay. */
export interface PayAnswer {
  status: number;
  code?: number;
  message?: string;
  token?: string;
  client_secret?: string;
  retryAfter: number;
}

/** Presses Pay from a network, by default one of the buyer's own. */
export async function pressPay(
  { app }: TestApp,
  buyer: TestUser,
  productId: number,
  { network = `198.51.100.${buyer.id % 250}`, amount = '3.99', language = 'en' } = {},
): Promise<PayAnswer> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/v1/payment/initiate',
    remoteAddress: network,
    headers: { authorization: `Bearer ${buyer.token}`, 'accept-language': language },
    payload: { amount, currency: 'EUR', productId },
  });
  return {
    ...(JSON.parse(response.payload) as Omit<PayAnswer, 'status' | 'retryAfter'>),
    status: response.statusCode,
    retryAfter: Number(response.headers['retry-after']),
  };
}

/** Posts a payout of this amount of a seller's balance. */
export const postTestPayout = ({ db, clock }: TestApp, { id }: TestUser, cents: number) =>
  db.transaction().execute((trx) =>
    postTransaction(trx, {
      kind: 'adjustment',
      note: `payout to ${id}`,
      entries: [
        { account: { kind: 'seller', userId: id }, amountCents: cents },
        { account: { kind: 'provider' }, amountCents: -cents },
      ],
      now: clock.now(),
    }),
  );

/** Id of a product's slot on a date. */
export const getSlotId = async ({ db }: TestApp, productId: number, date: string): Promise<number> => {
  const slots = db.selectFrom('pickup_slots').select('id').where('product_id', '=', productId);
  return (await slots.where('date', '=', date).executeTakeFirstOrThrow()).id;
};

/** Units left in the slot on sale. */
export const getAvailableQuantity = async (user: TestUser, productId: number): Promise<number> =>
  (await user.call('getOffer', { params: { id: productId } })).data.quantity;

/** Expects a call to fail with this code, and for validation errors with these fields. */
export async function expectApiError(
  call: Promise<unknown>,
  code: number,
  ...fields: string[]
): Promise<void> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error, 'the call was to be refused').not.toBeNull();
  expect(error).toMatchObject({ code });
  if (fields.length) expect(Object.keys((error as { errors: object }).errors).sort()).toEqual(fields.sort());
}

/** For tests of the texts of a product. */
export function createProductBuilders(api: TestApp) {
  return {
    /** Creates a seller with a sale place and no product. */
    async sellerFixture() {
      const seller = await createTestUser(api, { isSeller: true });
      const { data } = await seller.call('saveSalePlace', { body: SALE_PLACE_BODY });
      return { seller, salePlaceId: data.id };
    },
    /** Saves a product with the given fields; the others have defaults. */
    async saveProduct(seller: TestUser, salePlaceId: number, changes: Partial<ProductBody> = {}) {
      const body: ProductBody = {
        id: 0,
        sale_place_id: salePlaceId,
        categories: [1],
        name: 'Cesto',
        description: 'Pão.',
        photo: changes.photo ?? [await createUpload(api, seller)],
        price: 3.99,
        ...changes,
      };
      return (await seller.call('saveProduct', { body })).data;
    },
    /** Saves a product as a client of the original specification does: all fields, nothing that came later. */
    async saveAgain(seller: TestUser, id: number, change: Partial<ProductBody> = {}) {
      const product = (await seller.call('getMyProduct', { params: { id } })).data;
      return seller.call('saveProduct', {
        body: {
          id,
          sale_place_id: product.sale_place_id,
          categories: product.categories.map((type) => type.id),
          name: product.name,
          description: product.description,
          photo: product.photos.map(({ path }) => path),
          price: product.price,
          ...change,
        },
      });
    },
    /** The product as its seller sees it. */
    getMyProduct: async (seller: TestUser, id: number) =>
      (await seller.call('listMyProducts')).data.find((product) => product.id === id)!,
  };
}

/** The example of Portugal's entry in the IBAN registry. */
export const IBAN = 'PT50 0002 0123 1234 5678 9015 4';
export const IBAN_DE = 'DE89 3704 0044 0532 0130 00';

/** Marks the e-mail address of a user as verified. */
export const markEmailVerified = ({ db, clock }: TestApp, { id }: TestUser) =>
  db
    .updateTable('users')
    .set({ email_verified_at: clock.now() })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute();

/** Gives a user all data for payouts: a verified address, a legal identity, an account. */
export async function setUpPayouts(test: TestApp, user: TestUser, iban = IBAN): Promise<void> {
  await markEmailVerified(test, user);
  await user.call('updateBusiness', { body: BUSINESS_BODY });
  const body = { iban, holder: BUSINESS_BODY.legal_name, password: TEST_PASSWORD };
  await user.call('updatePayoutDetails', { body });
}

/** By database: test files share this module, and each has a database of its own. */
const statementIdsByDb = new WeakMap<TestApp['db'], Map<string, Promise<number>>>();

/** An empty statement of the user; the same one at each call. */
export function getOrCreateStatement(
  { db, clock, context }: TestApp,
  { id: userId }: TestUser,
  role: StatementRole = 'seller',
): Promise<number> {
  const statementKey = { userId, role, month: '2026-10', now: clock.now() } as const;
  const amounts = { opening: 0, closing: 0, commission: 0, corrects: null };
  const statementIds = statementIdsByDb.getOrInsertComputed(db, () => new Map());
  const existing = statementIds.get(`${userId} ${role}`);
  if (existing) return existing;
  const created = db
    .transaction()
    .execute((trx) => writeStatement(context, trx, { ...statementKey, ...amounts }));
  statementIds.set(`${userId} ${role}`, created);
  return created;
}
