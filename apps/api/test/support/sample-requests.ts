import { randomUUID } from 'node:crypto';
import type { CommissionInvoiceState, EndpointName } from '@wopack/contract';
import { legalTextVersions } from '@wopack/domain';
import { zipSync } from 'fflate';
import { type Insertable, sql, type Updateable } from 'kysely';
import { createDecisionKey } from '../../src/modules/admin/decisions/decisions.ts';
import { runLaunchChecks } from '../../src/modules/admin/index.ts';
import { createGrant } from '../../src/modules/credit/index.ts';
import { createQuestionKey } from '../../src/modules/forecasts/stock-questions/answer-question.ts';
import { insertQuestion } from '../../src/modules/forecasts/stock-questions/stock-questions.queries.ts';
import { postTransaction } from '../../src/modules/ledger/index.ts';
import { createUnsubscribeKey } from '../../src/modules/notifications/notify.ts';
import { refundOrder } from '../../src/modules/orders/index.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { createPushSubscription } from '../servers/notification-receivers.ts';
import {
  addMember,
  addTestCounter,
  BUSINESS_BODY,
  buyProduct,
  createDeviceToken,
  createDraftProduct,
  createInvitation,
  createJpeg,
  createMember,
  createProductOnSale,
  createProofCode,
  createTestCounter,
  createTestUser,
  createUpload,
  EVENING_SCHEDULE,
  GOOD_CARD,
  getOrCreateStatement,
  getSlotId,
  giveSavedCard,
  IBAN,
  LOGIN_CODE,
  markEmailVerified,
  SALE_PLACE_BODY,
  startPayment,
  TEST_PASSWORD,
  type TestUser,
} from './builders.ts';
import { createTestOperator, ENROLMENT_KEY, grantOperatorRole } from './operators.ts';
import { runInTransaction } from './run-in-transaction.ts';
import type { TestApp } from './test-app.ts';
import type { TestRequest } from './test-request.ts';

/** Callers of every role, with their data. */
export interface Fixtures {
  test: TestApp;
  buyer: TestUser;
  otherBuyer: TestUser;
  seller: TestUser;
  otherSeller: TestUser;
  /** Referred the buyer and the seller. */
  partner: TestUser;
  /** A counter device of the seller's sale place. */
  counter: TestUser;
  salePlaceId: number;
  productId: number;
  /** A second product of the seller; its holds never become orders. */
  spareProductId: number;
  /** Order of the buyer for the seller's product. */
  order: { id: number; pin: string };
}

export type CallerName = 'nobody' | 'buyer' | 'otherBuyer' | 'seller' | 'otherSeller' | 'partner';

/** The order can be handed out and is not collected. */
export async function createFixtures(test: TestApp): Promise<Fixtures> {
  test.clock.set('2026-11-20T17:45:00Z');
  const partner = await createTestUser(test, { isPartner: true });
  // Verified, so that no quota ends the samples.
  const seller = await createTestUser(test, {
    name: 'Rui Fontes',
    isSeller: true,
    isEmailVerified: true,
    referredBy: partner,
  });
  const otherSeller = await createTestUser(test, { isSeller: true, isEmailVerified: true });
  const { salePlaceId, productId } = await createProductOnSale(test, { seller, quantity: 7 });
  const { productId: spareProductId } = await createProductOnSale(test, { seller, quantity: 7 });
  const buyer = await createTestUser(test, { referredBy: partner, isEmailVerified: true });
  const { id, pin } = await buyProduct(buyer, productId);
  return {
    test,
    buyer,
    otherBuyer: await createTestUser(test, { isEmailVerified: true }),
    seller,
    // Elsewhere, so that it is no look-alike of the seller's sale places.
    otherSeller: (await createProductOnSale(test, { seller: otherSeller, salePlace: { latitude: 38.8 } }))
      .seller,
    partner,
    counter: await createTestCounter(test, seller, salePlaceId),
    salePlaceId,
    productId,
    spareProductId,
    order: { id, pin: pin! },
  };
}

/** Sets the state of an order as a request needs it. */
const updateOrder = (test: TestApp, id: number, values: Updateable<Database['orders']>) =>
  test.db.updateTable('orders').set(values).where('id', '=', id).execute();

/** Adds a unit to today's slot, so that repeated samples can buy. */
async function addUnit(test: TestApp, productId: number): Promise<void> {
  await test.db
    .updateTable('pickup_slots')
    .set(({ eb }) => ({ quantity: eb('quantity', '+', 1), units_left: eb('units_left', '+', 1) }))
    .where('product_id', '=', productId)
    .where('date', '=', '2026-11-20')
    .execute();
}

/** Gives a slot of the seller's spare product an open draw, or a line; once. Returns the draw's id. */
async function allocateSlot({ test, spareProductId }: Fixtures, date: string, to: 'draw' | 'line') {
  const slotId = await getSlotId(test, spareProductId, date);
  await test.db
    .updateTable('pickup_slots')
    .set({ allocation: to, ...(to === 'line' && { quantity: 0, units_left: 0 }) })
    .where('id', '=', slotId)
    .execute();
  if (to === 'line') return { slotId, drawId: 0 };
  await test.db
    .insertInto('draws')
    .values({
      slot_id: slotId,
      product_id: spareProductId,
      state: 'open',
      opened_at: test.clock.now(),
      closes_at: new Date('2026-11-23T12:00:00Z'),
      seed_hash: Buffer.alloc(32),
      sealed_seed: test.context.secrets.encrypt('draw-seed', '00'.repeat(32)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const draw = test.db.selectFrom('draws').select('id').where('slot_id', '=', slotId);
  return { slotId, drawId: (await draw.executeTakeFirstOrThrow()).id };
}

/** The id of an order that its buyer has collected. */
async function collectOrder(fixtures: Fixtures): Promise<number> {
  const { id } = await buyOrder(fixtures);
  await updateOrder(fixtures.test, id, { state: 'collected', collected_at: fixtures.test.clock.now() });
  return id;
}

async function buyOrder({ test, buyer, productId }: Fixtures) {
  await addUnit(test, productId);
  return buyProduct(buyer, productId);
}

/** A new order of the buyer, with the key of its link. */
async function sendOrderToFriend(fixtures: Fixtures) {
  const { id } = await buyOrder(fixtures);
  const { url } = await fixtures.buyer.call('createFriendLink', { params: { id } });
  return { id, key: new URL(url).hash.slice(1) };
}

/** A valid request on the fixtures; `caller` is the user who sends it. */
type BuildRequest = (fixtures: Fixtures, caller: TestUser | null) => TestRequest | Promise<TestRequest>;

const emptyRequest: BuildRequest = () => ({});
const REASON_BODY = { reason: 'As agreed by phone.' };
let registrationCount = 0;
let lastNumber = 0;
const buildTypeNames = () => {
  const number = ++lastNumber;
  return { name_pt: `Tipo ${number}`, name_en: `Type ${number}`, name_ru: `Тип ${number}` };
};
export const createPictureBytes = async () => new Uint8Array(await (await createJpeg(64, 36)).arrayBuffer());

/** A table with one product, which is wrong for who has no such sale place. */
const PRODUCT_TABLE = new TextEncoder().encode(
  'name,description,price,categories,photos,sale_place\nCesto,Pão.,3.99,1,cesto.jpg,Padaria Aurora\n',
);

/** The one that is not started, else a new one. */
async function getProductImport({ test, seller }: Fixtures): Promise<number> {
  const open = await test.db
    .selectFrom('product_imports')
    .select('id')
    .where('user_id', '=', seller.id)
    .where('state', '=', 'checked')
    .executeTakeFirst();
  if (open) return open.id;
  await endProductImports(test);
  return (await seller.call('createProductImport', { file: new File([PRODUCT_TABLE], 'packs.csv') })).data.id;
}

/** A member has one import at a time, and no job writes those of samples. */
const endProductImports = ({ db }: TestApp) =>
  db.updateTable('product_imports').set({ state: 'done' }).where('state', '!=', 'done').execute();

/** Opens the page of the sandbox for a payee. */
async function createSandboxAccountLink({ db, clock }: TestApp): Promise<string> {
  const ref = 'acct_sandbox_sample';
  const token = randomUUID();
  await db
    .insertInto('sandbox_accounts')
    .values({ ref, user_id: 1, country: 'PT', kind: 'individual', created_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('sandbox_account_links')
    .values({
      token,
      account_ref: ref,
      return_url: 'http://localhost/account/payout?step=returned',
      refresh_url: 'http://localhost/account/payout?step=expired',
      expires_at: new Date(clock.now().getTime() + 60_000),
    })
    .execute();
  return token;
}

/** A percentage with letters of its own. */
const buildDiscountCode = () => ({
  code: `AUTUMN${++lastNumber}`,
  name: 'Autumn',
  percent: 20,
  cap_cents: 150,
  ends_on: '2030-11-30',
  max_uses: 100,
  max_uses_per_user: 1,
  is_first_order_only: false,
  minimum_cents: 300,
  budget_cents: 10_000,
  sale_place_ids: [],
  type_ids: [],
  addresses: '',
});

/** A running code that gives credit; its letters. */
async function createCreditCode({ db, clock }: TestApp): Promise<string> {
  const code = `GIFT${++lastNumber}`;
  await db
    .insertInto('discount_codes')
    .values({
      code,
      effect: 'credit',
      amount_cents: 100,
      name: 'Gift',
      starts_at: clock.now(),
      created_at: clock.now(),
    })
    .execute();
  return code;
}

/** Of a new user. */
const createSupportCredit = async (test: TestApp): Promise<number> => {
  const { id: userId } = await createTestUser(test);
  const now = test.clock.now();
  return test.db.transaction().execute(async (trx) => {
    const grant = { userId, source: 'support', amountCents: 100, sellerId: null, endsAt: null, now } as const;
    return (await createGrant(trx, grant))!.id;
  });
};

/** The question how many units a slot has, without an answer; the id of the slot. */
async function askStockQuestion(test: TestApp, productId: number, date: string): Promise<number> {
  const slotId = await getSlotId(test, productId, date);
  await test.db.deleteFrom('stock_questions').where('slot_id', '=', slotId).execute();
  await test.db.transaction().execute((trx) =>
    insertQuestion(trx, {
      slot_id: slotId,
      asked_at: test.clock.now(),
      promised: 3,
      proposal: null,
      answer: null,
      answered_at: null,
      is_published_by_itself: false,
    }),
  );
  return slotId;
}

const impactOfMonth = {
  ...{ month: '2026-11-01', buyers: 12, packs: 20, packs_with_weight: 5, grams: 4000, saved_cents: 16_000 },
};
const impactMonth = { query: { month: '2026-11' } };

/** A sale place with a month that everybody sees. */
async function createSalePlaceImpact({ test, salePlaceId }: Fixtures) {
  await test.db
    .insertInto('sale_place_impacts')
    .values({ sale_place_id: salePlaceId, ...impactOfMonth })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { params: { id: salePlaceId }, ...impactMonth };
}

/** The same of a town. */
async function createTownImpact({ test }: Fixtures) {
  const name = JSON.stringify({ pt: 'Lisboa', en: 'Lisbon', ru: 'Лиссабон' });
  await test.db
    .insertInto('towns')
    .values({ key: 'pt-lisboa', name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await test.db
    .insertInto('town_impacts')
    .values({ town_key: 'pt-lisboa', buyers_without_one: 10, ...impactOfMonth })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { params: { key: 'pt-lisboa' }, ...impactMonth };
}

/** A valid request for every endpoint. The type requires a row for each. */
/**
 * Sets the payout way that a call needs: only `stripe_connect` has accounts at the provider. Its page is there for those who
 * were onboarded; `startOnboarding` comes before it.
 */
export async function setPayoutWayFor({ context, db, clock }: TestApp, name: EndpointName): Promise<void> {
  const isOfAccounts = name === 'startOnboarding' || name === 'openProviderPage';
  context.config.payoutWay = isOfAccounts ? 'stripe_connect' : 'bank_file';
  if (name === 'openProviderPage')
    await db.updateTable('payout_accounts').set({ submitted_at: clock.now() }).execute();
}

export const sampleRequests: Record<EndpointName, BuildRequest> = {
  register: () => ({
    body: {
      name: 'Inês',
      email: `ines${++registrationCount}@example.com`,
      password: 'sobras1',
      device_name: 'test',
      is_owner: false,
      is_partner: false,
      check_terms: true,
      ref_link: 'abcdefgh',
      remember: true,
    },
  }),
  login: ({ buyer }) => ({
    body: {
      email: buyer.email,
      password: 'sobras1',
      device_name: 'test',
      ref_link: 'abcdefgh',
      remember: true,
    },
  }),
  sendCode: ({ buyer }) => ({ body: { email: buyer.email, device_name: 'test' } }),
  listAuthProviders: emptyRequest,
  logout: emptyRequest,
  checkAuth: emptyRequest,
  getMe: emptyRequest,
  updateProfile: () => ({ body: { name: 'Marta', sname: 'Salgado', phone: '+351 910 000 000' } }),
  updateFood: () => ({ body: { diets: ['vegan'], free_of: ['nuts'] } }),
  updateCity: () => ({ body: { city: 'Lisboa', latitude: 38.7, longitude: -9.1 } }),
  updateSellerRole: () => ({ body: { is_owner: true } }),
  updatePartnerRole: () => ({ body: { is_partner: true } }),
  uploadAvatar: async () => buildUpload('avatar', await createPictureBytes()),
  updatePassword: () => ({
    body: { current_password: TEST_PASSWORD, password: TEST_PASSWORD, password_confirmation: TEST_PASSWORD },
  }),
  listDevices: emptyRequest,
  endDevice: async ({ test, buyer }) => ({ params: { id: await createDeviceToken(test, buyer) } }),
  endOtherDevices: emptyRequest,
  listSecurityEvents: emptyRequest,
  listLegalTexts: emptyRequest,
  listLegalTextChanges: emptyRequest,
  confirmLegalText: () => ({ body: { text: 'terms', version: legalTextVersions.terms[0]!.version } }),
  listLinkedAccounts: emptyRequest,
  unlinkAccount: () => ({ params: { way: 'google' } }),
  updateLanguage: () => ({ body: { language: 'pt' } }),
  verifyEmail: async ({ test, buyer }, caller) => {
    for (const user of [buyer, caller ?? buyer]) await createProofCode(test, user, 'verify_email');
    return { body: { code: LOGIN_CODE } };
  },
  updateEmail: async ({ test, buyer }, caller) => {
    // The same address, which other requests name.
    const user = caller ?? buyer;
    await createProofCode(test, user, 'verify_email');
    return { body: { email: user.email, email_code: LOGIN_CODE, password: TEST_PASSWORD } };
  },
  listMyBusinesses: emptyRequest,
  chooseBusiness: ({ seller }) => ({ params: { id: seller.id } }),
  leaveBusiness: async ({ test, seller }, caller) => {
    const { id } = await createTestUser(test, { isSeller: true });
    await addMember(test, { businessId: id, userId: (caller ?? seller).id });
    return { params: { id } };
  },
  getMyCredit: emptyRequest,
  getImpact: emptyRequest,
  exportImpactPdf: emptyRequest,
  exportImpactPicture: emptyRequest,
  getSalePlaceImpact: ({ salePlaceId }) => ({ params: { id: salePlaceId } }),
  exportSalePlaceImpactPdf: createSalePlaceImpact,
  exportSalePlaceImpactPicture: createSalePlaceImpact,
  listTowns: emptyRequest,
  getTownImpact: createTownImpact,
  exportTownImpactPdf: createTownImpact,
  exportTownImpactPicture: createTownImpact,
  getBusinessImpact: ({ salePlaceId }) => ({ query: { sale_place_id: salePlaceId } }),
  exportBusinessImpactPdf: ({ salePlaceId }) => ({ query: { sale_place_id: salePlaceId } }),
  exportBusinessImpactPicture: ({ salePlaceId }) => ({ query: { sale_place_id: salePlaceId } }),
  listCreditMovements: () => ({ query: { limit: 10 } }),
  redeemCode: async ({ test }) => ({ body: { code: await createCreditCode(test) } }),
  listDiscountCodes: emptyRequest,
  createDiscountCode: () => ({ body: buildDiscountCode() }),
  stopDiscountCode: async ({ seller }) => ({
    params: { id: (await seller.call('createDiscountCode', { body: buildDiscountCode() })).data.id },
  }),
  getOrderCredit: async (fixtures) => ({ params: { id: (await buyOrder(fixtures)).id } }),
  giveOrderCredit: async (fixtures) => ({
    params: { id: await collectOrder(fixtures) },
    body: { amount_cents: 100, given_cents: 0, note: 'The bread was from yesterday.' },
  }),
  listMembers: emptyRequest,
  inviteMember: () => ({
    body: {
      email: `invited${++lastNumber}@example.com`,
      role: 'counter',
      sale_place_ids: null,
      password: TEST_PASSWORD,
    },
  }),
  repeatInvitation: async ({ test, seller }) => ({
    params: { id: (await createInvitation(test, seller, `invited${++lastNumber}@example.com`)).id },
    body: { password: TEST_PASSWORD },
  }),
  withdrawInvitation: async ({ test, seller }) => ({
    params: { id: (await createInvitation(test, seller, `invited${++lastNumber}@example.com`)).id },
  }),
  updateMember: async ({ test, seller }) => ({
    params: { id: (await createMember(test, seller, 'counter')).memberId },
    body: { role: 'manager', sale_place_ids: null, password: TEST_PASSWORD },
  }),
  endMember: async ({ test, seller }) => ({
    params: { id: (await createMember(test, seller, 'counter')).memberId },
    body: { password: TEST_PASSWORD },
  }),
  listActivity: () => ({}),
  exportActivity: () => ({}),
  listCounters: emptyRequest,
  addCounter: ({ salePlaceId }) => ({
    body: { name: `Tablet ${++lastNumber}`, sale_place_id: salePlaceId },
  }),
  renewCounterCode: async ({ test, seller, salePlaceId }) => ({
    params: { id: (await addTestCounter(test, seller, salePlaceId)).id },
  }),
  updateCounter: async ({ test, seller, salePlaceId }) => ({
    params: { id: (await addTestCounter(test, seller, salePlaceId)).id },
    body: { asks_name: true },
  }),
  listCounterNames: emptyRequest,
  addCounterName: ({ salePlaceId }) => ({
    body: { name: `Rosa ${++lastNumber}`, sale_place_id: salePlaceId },
  }),
  removeCounterName: async ({ seller, salePlaceId }) => {
    const body = { name: `Rosa ${++lastNumber}`, sale_place_id: salePlaceId };
    return { params: { id: (await seller.call('addCounterName', { body })).data.id } };
  },
  endCounter: async ({ test, seller, salePlaceId }) => ({
    params: { id: (await addTestCounter(test, seller, salePlaceId)).id },
  }),
  pairCounter: async ({ test, seller, salePlaceId }) => ({
    body: { code: (await addTestCounter(test, seller, salePlaceId)).code },
  }),
  getCounter: emptyRequest,
  sendCounterHandOuts: async ({ buyer, order }) => ({
    body: {
      hand_outs: [
        {
          ticket: (await buyer.call('getOrder', { params: { id: order.id } })).data.ticket ?? 'WOPACK:1:0000',
          handed_out_at: '2026-11-20T17:45:00Z',
        },
      ],
    },
  }),
  findInvitation: async ({ test, seller }) => ({
    body: { key: (await createInvitation(test, seller, `invited${++lastNumber}@example.com`)).key },
  }),
  acceptInvitation: async ({ test }, caller) => {
    const inviter = await createTestUser(test, { isSeller: true });
    const email = caller?.email ?? `invited${++lastNumber}@example.com`;
    return { body: { key: (await createInvitation(test, inviter, email)).key } };
  },
  declineInvitation: async ({ test, seller }) => ({
    body: { key: (await createInvitation(test, seller, `invited${++lastNumber}@example.com`)).key },
  }),
  getBusiness: emptyRequest,
  updateBusiness: () => ({ body: BUSINESS_BODY }),
  exportAccount: emptyRequest,
  deleteAccount: () => ({ body: { password: TEST_PASSWORD } }),
  searchCities: () => ({ query: { query: 'coimbra', lang: 'pt', latitude: 38.7, longitude: -9.1 } }),
  listOfferCities: emptyRequest,
  reverseGeocode: () => ({ query: { latitude: 38.7, longitude: -9.1, lang: 'pt' } }),
  findCityByIp: () => ({ query: { ip: '193.136.128.1' } }),
  searchEstablishments: () => ({ query: { query: 'aurora', lang: 'pt', latitude: 38.7, longitude: -9.1 } }),
  listSalePlaceTypes: emptyRequest,
  saveSalePlace: ({ salePlaceId }) => ({
    body: { ...SALE_PLACE_BODY, id: salePlaceId, description: 'Pão de fermentação natural.' },
  }),
  listMySalePlaces: emptyRequest,
  getMySalePlace: ({ salePlaceId }) => ({ params: { id: salePlaceId } }),
  findLookAlikes: () => ({ query: { name: 'Aurora', latitude: 38.7123, longitude: -9.1416 } }),
  uploadClaimPhoto: async () => buildUpload('photo', await createPictureBytes()),
  claimSalePlace: async (fixtures) => ({
    params: { id: await createSalePlaceElsewhere(fixtures) },
    body: { text: 'Our lease is from 1998.', phone: '+351 912 000 000' },
  }),
  listMyPlaceClaims: emptyRequest,
  answerPlaceClaim: async (fixtures) => ({
    params: { id: await createPlaceClaim(fixtures) },
    body: { text: 'We have been here since 2010.' },
  }),
  exportPosterPdf: ({ salePlaceId }) => ({ params: { id: salePlaceId }, query: {} }),
  pauseSalePlace: ({ salePlaceId }) => ({ params: { id: salePlaceId }, body: { paused: false } }),
  deleteSalePlace: async ({ seller }) => {
    const { data } = await seller.call('saveSalePlace', { body: SALE_PLACE_BODY });
    return { params: { id: data.id } };
  },
  listPrices: emptyRequest,
  listPriceTiers: emptyRequest,
  listProductTypes: emptyRequest,
  uploadProductPhoto: async () => buildUpload('photo', await createPictureBytes()),
  listImportColumns: emptyRequest,
  exportImportTemplate: emptyRequest,
  exportProducts: ({ salePlaceId }) => ({ query: { sale_place_id: salePlaceId } }),
  listProductImports: emptyRequest,
  createProductImport: async ({ test }) => {
    await endProductImports(test);
    return buildUpload('file', PRODUCT_TABLE);
  },
  addImportPhotos: async (fixtures) => ({
    params: { id: await getProductImport(fixtures) },
    ...buildUpload('photos', zipSync({ 'other.jpg': await createPictureBytes() })),
  }),
  getProductImport: async (fixtures) => ({ params: { id: await getProductImport(fixtures) } }),
  listImportedProducts: async (fixtures) => ({ params: { id: await getProductImport(fixtures) } }),
  startProductImport: async (fixtures) => ({
    params: { id: await getProductImport(fixtures) },
    body: { only_valid: true },
  }),
  discardProductImport: async (fixtures) => ({ params: { id: await getProductImport(fixtures) } }),
  exportImportErrors: async (fixtures) => ({ params: { id: await getProductImport(fixtures) } }),
  saveProduct: async ({ test, seller, salePlaceId, productId, spareProductId }, caller) => ({
    body: {
      id: spareProductId,
      sale_place_id: salePlaceId,
      categories: [1],
      name: 'Cesto',
      description: 'Pão.',
      photo: [await createUpload(test, caller ?? seller)],
      price: 3.99,
      old_price: 10,
      allergens: ['gluten'],
      diet: ['vegan'],
      copy_of: productId,
    },
  }),
  updateSchedule: ({ spareProductId }) => ({
    body: { product_id: spareProductId, quantity: 7, schedule: EVENING_SCHEDULE },
  }),
  listMyProducts: ({ salePlaceId }) => ({ query: { sale_place_id: salePlaceId } }),
  getMyProduct: ({ productId }) => ({ params: { id: productId } }),
  pauseProduct: ({ spareProductId }) => ({ params: { id: spareProductId }, body: { paused: false } }),
  deleteProduct: async ({ test, seller, salePlaceId }) => ({
    params: { id: await createDraftProduct(test, seller, salePlaceId) },
  }),
  copyProduct: ({ spareProductId, salePlaceId }) => ({
    params: { id: spareProductId },
    body: { sale_place_ids: [salePlaceId], linked: false, put_on_sale: true },
  }),
  linkProducts: async ({ test, seller, spareProductId }) => ({
    params: { id: spareProductId },
    body: { product_ids: [(await createProductOnSale(test, { seller })).productId] },
  }),
  unlinkProduct: ({ spareProductId }) => ({ params: { id: spareProductId } }),
  getForecast: ({ salePlaceId }) => ({ query: { sale_place_id: salePlaceId } }),
  listNextStockQuestions: ({ salePlaceId }) => ({ query: { sale_place_id: salePlaceId } }),
  listStockQuestions: ({ salePlaceId }) => ({ query: { sale_place_id: salePlaceId } }),
  answerStockQuestion: async ({ test, spareProductId }) => {
    const id = await askStockQuestion(test, spareProductId, '2026-11-27');
    return { params: { id }, body: { quantity: 5 } };
  },
  answerPushedQuestion: async ({ test, seller, spareProductId }) => {
    const id = await askStockQuestion(test, spareProductId, '2026-11-21');
    const subscription = createPushSubscription();
    await seller.call('savePushSubscription', { body: subscription });
    const key = createQuestionKey(test.context, id, seller.id);
    return { body: { id, key, endpoint: subscription.endpoint, quantity: 6 } };
  },
  updateStockQuestion: ({ spareProductId }) => ({
    params: { id: spareProductId },
    body: { asks_at: '14:30', publishes_itself: false },
  }),
  getSellerWeek: ({ salePlaceId }) => ({ query: { sale_place_id: salePlaceId, from: '2026-11-21' } }),
  updateSlotQuantity: async ({ test, spareProductId }) => ({
    params: { id: await getSlotId(test, spareProductId, '2026-11-25') },
    body: { quantity: 5 },
  }),
  markSlotSoldOut: async ({ test, spareProductId }) => ({
    params: { id: await getSlotId(test, spareProductId, '2026-11-26') },
  }),
  updateDateOverride: ({ spareProductId }) => ({
    params: { id: spareProductId, date: '2026-11-24' },
    body: { plan: 'hours', time_start: '11:00', time_end: '12:30' },
  }),
  listHolidays: ({ salePlaceId }) => ({ params: { id: salePlaceId } }),
  saveHoliday: ({ salePlaceId }) => ({
    params: { id: salePlaceId },
    body: { name: 'Natal', date_from: '2026-12-24', date_to: '2026-12-26' },
  }),
  deleteHoliday: async ({ seller, salePlaceId }) => {
    const body = { name: 'Feira', date_from: '2026-12-08', date_to: '2026-12-08' };
    const { data } = await seller.call('saveHoliday', { params: { id: salePlaceId }, body });
    return { params: { id: data.id } };
  },
  listOffers: () => ({
    query: {
      filterByType: 0,
      searchProductText: 'cesto',
      needFavourite: 'no',
      exact: 'no',
      latitude: 38.7,
      longitude: -9.1,
      sort: 'me',
      radius: 500000,
      day: 'today',
      limit: 20,
    },
  }),
  listMapOffers: () => ({ query: { filterByType: 0, bbox: '-10,38,-9,39', zoom: 12 } }),
  countSuitableOffers: () => ({ query: { free_of: 'nuts', latitude: 38.7, longitude: -9.1, sort: 'me' } }),
  listSuggestions: () => ({ query: { text: 'cesto', latitude: 38.7, longitude: -9.1, sort: 'me' } }),
  getOffersSummary: emptyRequest,
  getOffer: ({ productId }) => ({ params: { id: productId }, query: { latitude: 38.7, longitude: -9.1 } }),
  toggleFavourite: ({ productId }) => ({ params: { id: productId }, body: { is_favourite: true } }),
  listSavedSearches: emptyRequest,
  saveSearch: () => ({ body: { text: 'Sushi', latitude: 38.7169, longitude: -9.1399 } }),
  deleteSavedSearch: async ({ buyer }) => {
    const body = { text: 'Sushi', latitude: 38.7169, longitude: -9.1399 };
    const { data } = await buyer.call('saveSearch', { body });
    return { params: { id: data.id } };
  },
  streamOffers: ({ productId, spareProductId }) => ({
    query: { products: `${productId},${spareProductId}` },
  }),
  enterDraw: async (fixtures, caller) => {
    await markEmailVerified(fixtures.test, caller ?? fixtures.buyer);
    const { drawId } = await allocateSlot(fixtures, '2026-11-23', 'draw');
    return { params: { id: drawId }, body: { random: '0f'.repeat(16) } };
  },
  withdrawFromDraw: async (fixtures) => ({
    params: { id: (await allocateSlot(fixtures, '2026-11-23', 'draw')).drawId },
  }),
  joinWaitlist: async (fixtures, caller) => {
    await markEmailVerified(fixtures.test, caller ?? fixtures.buyer);
    return { params: { id: (await allocateSlot(fixtures, '2026-11-22', 'line')).slotId } };
  },
  leaveWaitlist: async (fixtures) => ({
    params: { id: (await allocateSlot(fixtures, '2026-11-22', 'line')).slotId },
  }),
  listMyEntries: emptyRequest,
  getDraw: async (fixtures) => ({
    params: { id: (await allocateSlot(fixtures, '2026-11-23', 'draw')).drawId },
  }),
  listSellerAllocations: ({ salePlaceId, productId }) => ({
    query: { sale_place_id: salePlaceId, product_id: productId },
  }),
  updateAllocation: ({ productId }) => ({
    params: { id: productId },
    body: { allocation: 'first_come', entry_minutes: 60 },
  }),
  getDemand: ({ salePlaceId, productId }) => ({
    query: { sale_place_id: salePlaceId, product_id: productId, limit: 7 },
  }),
  quotePayment: ({ spareProductId }) => ({ body: { productId: spareProductId, use_credit: true } }),
  initiatePayment: ({ spareProductId }) => ({
    body: { amount: '3.99', currency: 'EUR', productId: spareProductId },
  }),
  getPaymentProvider: emptyRequest,
  getTrust: emptyRequest,
  completePayment: async ({ test, buyer, productId }) => {
    await addUnit(test, productId);
    const { token, client_secret } = await startPayment(buyer, productId);
    await buyer.call('confirmSandboxPayment', { body: { client_secret, card: GOOD_CARD } });
    return { body: { token } };
  },
  failPayment: async ({ buyer, spareProductId }) => ({
    body: {
      token: (await startPayment(buyer, spareProductId)).token,
      code: 'card_declined',
      description: 'declined',
    },
  }),
  requestMbWay: async ({ buyer, spareProductId }) => ({
    body: { token: (await startPayment(buyer, spareProductId)).token, phone: '912 345 678' },
  }),
  checkMbWay: async ({ buyer, spareProductId }) => ({
    body: { token: (await startPayment(buyer, spareProductId)).token },
  }),
  leaveMbWay: async ({ buyer, spareProductId }) => ({
    body: { token: (await startPayment(buyer, spareProductId)).token },
  }),
  listMyHolds: emptyRequest,
  listSavedCards: emptyRequest,
  removeSavedCard: async ({ test, buyer }) => ({
    params: { id: await giveSavedCard(test, buyer) },
  }),
  getPayoutAccount: emptyRequest,
  listTransfers: emptyRequest,
  refreshPayoutAccount: () => ({ body: {} }),
  startOnboarding: () => ({ body: {} }),
  openProviderPage: () => ({ body: {} }),
  openSandboxAccount: async ({ test }) => ({ body: { key: await createSandboxAccountLink(test) } }),
  submitSandboxAccount: async ({ test, buyer }) => {
    const key = await createSandboxAccountLink(test);
    await buyer.call('openSandboxAccount', { body: { key } });
    return { body: { key, outcome: 'verified' } };
  },
  setDefaultCard: async ({ test, buyer }) => ({
    params: { id: await giveSavedCard(test, buyer) },
  }),
  confirmSandboxPayment: async ({ buyer, spareProductId }) => ({
    body: { client_secret: (await startPayment(buyer, spareProductId)).client_secret, card: GOOD_CARD },
  }),
  authenticateSandboxPayment: async ({ buyer, spareProductId }) => ({
    body: { client_secret: (await startPayment(buyer, spareProductId)).client_secret, approve: true },
  }),
  listOrders: () => ({ query: { limit: 20 } }),
  getOrder: ({ order }) => ({ params: { id: order.id } }),
  exportReceiptPdf: ({ order }) => ({ params: { id: order.id } }),
  getCalendarLink: ({ order }) => ({ params: { id: order.id } }),
  getCalendarFile: async ({ buyer, order }) => {
    const { data } = await buyer.call('getCalendarLink', { params: { id: order.id } });
    return { params: { key: data.path.split('/').at(-2)! } };
  },
  setOrderInvoice: ({ order }) => ({
    params: { id: order.id },
    body: { invoice_name: 'Marta Salgado', invoice_tax_number: '254318070', keep_invoice_details: true },
  }),
  getInvoiceDetails: () => ({}),
  removeInvoiceDetails: () => ({}),
  withdrawFromOrder: async (fixtures) => {
    const { id } = await buyOrder(fixtures);
    await updateOrder(fixtures.test, id, { is_perishable: false });
    return { params: { id } };
  },
  cancelOrder: async (fixtures) => {
    const { id } = await buyOrder(fixtures);
    await updateOrder(fixtures.test, id, { pickup_start: new Date('2026-11-20T18:00:00Z') });
    return { params: { id }, body: { reason: 'an allergen' } };
  },
  createFriendLink: async (fixtures) => ({ params: { id: (await buyOrder(fixtures)).id } }),
  takeBackFriendLink: async (fixtures) => ({ params: { id: (await sendOrderToFriend(fixtures)).id } }),
  getFriendOrder: async (fixtures) => ({ body: { key: (await sendOrderToFriend(fixtures)).key } }),
  openFriendOrder: async (fixtures) => ({ body: { key: (await sendOrderToFriend(fixtures)).key } }),
  rateOrder: async ({ test, order }) => {
    await updateOrder(test, order.id, { state: 'collected', collected_at: test.clock.now() });
    return { params: { id: order.id }, body: { stars: 5, text: 'Ótimo.', language: 'pt' } };
  },
  answerValue: async ({ test, order }) => {
    await updateOrder(test, order.id, {
      state: 'collected',
      collected_at: test.clock.now(),
      old_price_cents: 1200,
    });
    return { params: { id: order.id }, body: { answer: 'about', may_be_shown: true } };
  },
  withdrawValue: ({ order }) => ({ params: { id: order.id } }),
  uploadValuePhoto: async () => buildUpload('photo', await createPictureBytes()),
  uploadReportPhoto: async () => buildUpload('photo', await createPictureBytes()),
  reportOrder: async ({ test, order }) => {
    await updateOrder(test, order.id, { pickup_start: test.clock.now() });
    return { params: { id: order.id }, body: { text: 'O saco estava vazio.' } };
  },
  getSalePlace: ({ salePlaceId }) => ({ params: { id: salePlaceId } }),
  listSalePlaceReviews: ({ salePlaceId }) => ({ params: { id: salePlaceId }, query: { limit: 20 } }),
  getSeller: ({ seller }) => ({ params: { id: seller.id } }),
  listSellerReviews: ({ seller }) => ({ params: { id: seller.id }, query: { limit: 20 } }),
  listSellerOrders: ({ salePlaceId }) => ({
    query: { sale_place_id: salePlaceId, when: 'today', state: 'paid,collected', limit: 50 },
  }),
  getSellerToday: ({ salePlaceId }) => ({ query: { sale_place_id: salePlaceId } }),
  getSellerValue: ({ salePlaceId }) => ({ query: { sale_place_id: salePlaceId } }),
  acceptValueProposal: async ({ test, productId }) => {
    await test.db
      .updateTable('value_proposals')
      .set({ ended_at: test.clock.now(), outcome: 'changed' })
      .where('ended_at', 'is', null)
      .execute();
    const { old_price_cents, price_cents } = await test.db
      .selectFrom('products')
      .select(['old_price_cents', 'price_cents'])
      .where('id', '=', productId)
      .executeTakeFirstOrThrow();
    const { id } = await test.db
      .insertInto('value_proposals')
      .values({
        ...{
          product_id: productId,
          from_cents: old_price_cents,
          to_cents: Math.max(price_cents, old_price_cents - 1),
        },
        ...{ answers: 15, less: 6, made_at: test.clock.now() },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { params: { id } };
  },
  changeValuePhoto: async ({ test, order, productId, salePlaceId, buyer }) => {
    const photo = { path: '/media/photos/0123456789abcdef01234567-1280.webp', srcset: '' };
    const values = {
      ...{ order_id: order.id, user_id: buyer.id, product_id: productId, sale_place_id: salePlaceId },
      ...{ answer: 'more' as const, answered_at: test.clock.now(), may_be_shown: true },
    };
    await test.db
      .insertInto('value_answers')
      .values({ ...values, photo: JSON.stringify(photo) })
      .onConflict((conflict) =>
        conflict
          .column('order_id')
          .doUpdateSet({ answer: values.answer, photo: JSON.stringify(photo), may_be_shown: true }),
      )
      .execute();
    return { body: { path: photo.path, action: 'show' } };
  },
  getSellerTaskCounts: () => ({}),
  getSalesStatistics: ({ salePlaceId, productId }) => ({
    query: { from: '2026-11-01', to: '2026-11-20', sale_place_id: salePlaceId, product_id: productId },
  }),
  exportSalesStatistics: ({ salePlaceId }) => ({
    query: { from: '2026-11-01', to: '2026-11-20', sale_place_id: salePlaceId },
  }),
  exportVatSales: ({ salePlaceId }) => ({
    query: { from: '2026-11-01', to: '2026-11-20', sale_place_id: salePlaceId },
  }),
  compareSalePlaces: () => ({ query: { from: '2026-11-01', to: '2026-11-20' } }),
  exportSalePlaces: () => ({ query: { from: '2026-11-01', to: '2026-11-20' } }),
  refundSellerOrder: async (fixtures) => {
    const { id } = await buyOrder(fixtures);
    await updateOrder(fixtures.test, id, { pickup_start: fixtures.test.clock.now() });
    return { params: { id }, body: { reason: 'the oven is broken' } };
  },
  cancelSellerOrder: async (fixtures) => {
    const { id } = await buyOrder(fixtures);
    await updateOrder(fixtures.test, id, { pickup_start: new Date('2026-11-20T20:00:00Z') });
    return { params: { id }, body: { reason: 'the oven is broken' } };
  },
  listSellerReports: ({ salePlaceId }) => ({ query: { sale_place_id: salePlaceId, open: 'yes', limit: 20 } }),
  listHandOutConflicts: ({ salePlaceId }) => ({ query: { sale_place_id: salePlaceId } }),
  closeHandOutConflicts: ({ order }) => ({ params: { id: order.id } }),
  answerReport: async (fixtures) => {
    const { id } = await buyOrder(fixtures);
    await fixtures.buyer.call('reportOrder', { params: { id }, body: { text: 'O saco estava vazio.' } });
    return { params: { id }, body: { answer: 'Pedimos desculpa.', refunded_cents: 100 } };
  },
  listMyReviews: ({ salePlaceId }) => ({
    query: { sale_place_id: salePlaceId, replied: 'no', limit: 20 },
  }),
  replyToReview: async (fixtures) => ({
    params: { id: await createReview(fixtures) },
    body: { text: 'Obrigado.', language: 'pt' },
  }),
  sendReportMessage: async (fixtures) => ({
    params: { id: await createOverdueProblem(fixtures) },
    body: { text: 'O peixe acabou cedo.' },
  }),
  streamSellerOrders: emptyRequest,
  cancelSlot: async ({ test, spareProductId }) => {
    const slot = await test.db
      .selectFrom('pickup_slots')
      .select('id')
      .where('product_id', '=', spareProductId)
      .where('date', '=', '2026-11-27')
      .executeTakeFirstOrThrow();
    return { params: { id: slot.id }, body: { reason: 'the oven is broken' } };
  },
  checkPin: async ({ test, salePlaceId, order }) => {
    await updateOrder(test, order.id, { state: 'paid', collected_at: null });
    return { body: { sale_place_id: salePlaceId, pin: order.pin } };
  },
  handOut: ({ order }) => ({ params: { id: order.id }, body: { pin: order.pin } }),
  recordVisit: () => ({ body: { ref_link: 'abcdefgh' } }),
  getAffiliateOverview: emptyRequest,
  listAffiliateMonths: () => ({ query: { cursor: '2026-11', limit: 12 } }),
  listReferredBuyers: () => ({ query: { cursor: '999999', limit: 20 } }),
  getReferredBuyer: ({ buyer }) => ({ params: { id: buyer.id } }),
  listReferredSellers: () => ({ query: { limit: 20 } }),
  getReferredSeller: ({ seller }) => ({ params: { id: seller.id } }),
  listShares: ({ buyer }) => ({
    query: { side: 'buyer', person_id: buyer.id, month: '2026-11', limit: 20 },
  }),
  exportAffiliateCsv: () => ({ query: { list: 'shares' } }),
  listTransactions: () => ({
    query: { role: 'buyer', kind: 'purchase', from: '2026-11-01', to: '2026-11-30', limit: 20 },
  }),
  exportTransactions: () => ({ query: { role: 'seller', from: '2026-11-01', to: '2026-11-30' } }),
  getPayoutDetails: emptyRequest,
  updatePayoutDetails: async ({ test, buyer }, caller) => {
    await markEmailVerified(test, caller ?? buyer);
    return { body: { iban: IBAN, holder: 'Marta Salgado', password: TEST_PASSWORD } };
  },
  listStatements: () => ({ query: { limit: 20 } }),
  getStatement: async ({ test, seller }) => ({ params: { id: await getOrCreateStatement(test, seller) } }),
  exportStatementCsv: async ({ test, seller }) => ({
    params: { id: await getOrCreateStatement(test, seller) },
  }),
  exportStatementPdf: async ({ test, seller }) => ({
    params: { id: await getOrCreateStatement(test, seller) },
  }),
  exportCommissionInvoicePdf: async (fixtures) => ({
    params: { id: await createCommissionInvoice(fixtures, 'issued') },
  }),
  getNotificationSettings: emptyRequest,
  updateNotificationSettings: () => ({
    body: { channel: 'mail', reminder_minutes: 60, quiet_from: '22:00', quiet_to: '08:00' },
  }),
  getSellerNotificationSettings: emptyRequest,
  updateSellerNotificationSettings: () => ({
    body: { sold: 'push', last_sold: 'mail', cancelled: 'mail', report: 'none' },
  }),
  unsubscribe: ({ test, buyer }) => ({
    body: { what: 'favourites', key: createUnsubscribeKey(test.context.secrets, buyer.id) },
  }),
  savePushSubscription: () => ({ body: createPushSubscription() }),
  renewPushSubscription: async ({ buyer }) => {
    const former = createPushSubscription();
    await buyer.call('savePushSubscription', { body: former });
    return { body: { ...createPushSubscription(), former_endpoint: former.endpoint } };
  },
  deletePushSubscription: () => ({ body: { endpoint: createPushSubscription().endpoint } }),
  getOperatorAccount: async ({ test, buyer }, caller) => {
    await grantOperatorRole(test, caller ?? buyer, 'support');
    return {};
  },
  setUpTotp: async ({ test, buyer }, caller) => {
    await grantOperatorRole(test, caller ?? buyer, 'support', { isConfirmed: false });
    return { body: { key: ENROLMENT_KEY, password: TEST_PASSWORD } };
  },
  confirmTotp: async ({ test, buyer }, caller) => {
    const { code } = await grantOperatorRole(test, caller ?? buyer, 'support', { isConfirmed: false });
    return { body: { code: await code() } };
  },
  startOperatorSession: async ({ test, buyer }, caller) => {
    const { code } = await grantOperatorRole(test, caller ?? buyer, 'support');
    return { body: { code: await code() } };
  },
  getOperator: emptyRequest,
  endOperatorSession: emptyRequest,
  stepUpOperator: async ({ test, buyer }, caller) => {
    const operator = caller ?? buyer;
    const { role } = (await test.db
      .selectFrom('operators')
      .select('role')
      .where('user_id', '=', operator.id)
      .executeTakeFirst()) ?? { role: 'support' as const };
    const { code } = await grantOperatorRole(test, operator, role);
    return { body: { code: await code() } };
  },
  renewRecoveryCodes: emptyRequest,
  listOperators: () => ({ query: { q: 'Inês', role: 'support', sort: '-created_at', limit: 10 } }),
  exportOperators: () => ({ query: { role: 'support' } }),
  inviteOperator: async ({ test }) => ({
    body: {
      email: (await createTestUser(test, { isEmailVerified: true })).email,
      role: 'support',
      reason: 'Answers on weekends.',
    },
  }),
  updateOperatorRole: async ({ test }) => ({
    params: { id: (await createTestOperator(test, 'support')).id },
    body: { role: 'finance', reason: 'Does the payouts from now on.' },
  }),
  removeOperator: async ({ test }) => ({
    params: { id: (await createTestOperator(test, 'support')).id },
    body: REASON_BODY,
  }),
  resetOperatorTotp: async ({ test }) => ({
    params: { id: (await createTestOperator(test, 'support')).id },
    body: REASON_BODY,
  }),
  endOperatorSessions: async ({ test }) => ({
    params: { id: (await createTestOperator(test, 'support')).id },
    body: REASON_BODY,
  }),
  listAuditEntries: () => ({ query: { from: '2026-11-01', action: 'none', subject_kind: 'order' } }),
  exportAuditEntries: () => ({ query: { action: 'none' } }),
  getCase: ({ order }) => ({ params: { kind: 'order', id: order.id } }),
  getDashboard: emptyRequest,
  getLaunchList: emptyRequest,
  checkLaunch: emptyRequest,
  getConsoleLegalTexts: emptyRequest,
  announceLegalText: async ({ test }) => {
    const text = 'cookie';
    const at = new Date(0);
    await test.ownerDb.transaction().execute(async (trx) => {
      await trx.deleteFrom('legal_text_notices').where('text', '=', text).execute();
      await trx.deleteFrom('legal_text_versions').where('text', '=', text).execute();
      await trx
        .insertInto('legal_text_versions')
        .values({ text, version: '2026-01-01', announced_at: at, holds_from: at })
        .execute();
    });
    return {
      body: { text, version: legalTextVersions[text][0]!.version, holds_from: '2030-01-01', ...REASON_BODY },
    };
  },
  exportLaunchPdf: async ({ test }) => {
    await runLaunchChecks(test.context, { provider: null, webDir: null });
    return {};
  },
  getProcessingRecord: emptyRequest,
  exportDashboard: () => ({ query: { span: 'month' } }),
  searchAdmin: () => ({ query: { q: 'cesto' } }),
  listAdminOrders: ({ seller }) => ({
    query: { from: '2026-11-01', to: '2026-11-30', state: 'paid,collected', seller_id: seller.id },
  }),
  exportAdminOrders: () => ({ query: { state: 'paid', sort: 'pickup_start' } }),
  getAdminOrder: ({ order }) => ({ params: { id: order.id } }),
  getProviderState: ({ order }) => ({ params: { id: order.id } }),
  refundAdminOrder: async (fixtures) => ({
    params: { id: (await buyOrder(fixtures)).id },
    body: { refunded_total_cents: 100, reason: 'Less than described.' },
  }),
  cancelAdminOrder: async (fixtures) => ({
    params: { id: (await buyOrder(fixtures)).id },
    body: REASON_BODY,
  }),
  resendTicket: async (fixtures) => ({ params: { id: (await buyOrder(fixtures)).id } }),
  listProblems: () => ({ query: { state: 'waiting', sort: 'created_at', limit: 10 } }),
  exportProblems: () => ({ query: { state: 'waiting' } }),
  getProblem: async (fixtures) => ({
    params: { id: await createOnce(fixtures, 'problem', () => createOverdueProblem(fixtures)) },
  }),
  askSeller: async (fixtures) => ({
    params: { id: await createOverdueProblem(fixtures) },
    body: { question: 'What was in the box?' },
  }),
  decideProblem: async (fixtures) => ({
    params: { id: await createOverdueProblem(fixtures) },
    body: {
      decision: 'part',
      refunded_total_cents: 100,
      reason_for_buyer: 'The photo shows less than described.',
      reason_for_seller: 'The description names eight rolls.',
    },
  }),
  getDecision: async (fixtures) => ({
    body: { key: createDecisionKey(fixtures.test.context.secrets, await createDecision(fixtures)) },
  }),
  objectToDecision: async (fixtures) => ({
    body: {
      key: createDecisionKey(fixtures.test.context.secrets, await createDecision(fixtures)),
      text: 'It was as described.',
    },
  }),
  listObjections: () => ({ query: { state: 'open', limit: 10 } }),
  exportObjections: () => ({ query: { state: 'open' } }),
  decideObjection: async (fixtures) => ({
    params: { id: await createDecision(fixtures, 'It was as described.') },
    body: { outcome: 'upheld', reason: 'The photo shows less.' },
  }),
  listAdminUsers: () => ({ query: { q: 'Marta', role: 'buyer', state: 'active', limit: 10 } }),
  exportAdminUsers: () => ({ query: { role: 'partner' } }),
  getAdminUser: ({ buyer }) => ({ params: { id: buyer.id } }),
  endUserSessions: async ({ test }) => ({
    params: { id: (await createTestUser(test)).id },
    body: REASON_BODY,
  }),
  updateUserChannel: async ({ test }) => ({
    params: { id: (await createTestUser(test)).id },
    body: { channel: 'mail', ...REASON_BODY },
  }),
  blockUser: async ({ test }) => ({ params: { id: (await createTestUser(test)).id }, body: REASON_BODY }),
  unblockUser: async ({ test }) => ({ params: { id: (await createTestUser(test)).id }, body: REASON_BODY }),
  updateUserRoles: async ({ test }) => ({
    params: { id: (await createTestUser(test)).id },
    body: { is_seller: true, is_partner: true, ...REASON_BODY },
  }),
  requestUserExport: async ({ test }) => ({
    params: { id: (await createTestUser(test)).id },
    body: REASON_BODY,
  }),
  deleteAdminUser: async ({ test }) => ({
    params: { id: (await createTestUser(test)).id },
    body: REASON_BODY,
  }),
  listAdminSellers: () => ({ query: { q: 'aurora', state: 'new', payouts_held: 'no', limit: 10 } }),
  exportAdminSellers: () => ({ query: { state: 'incomplete' } }),
  getAdminSeller: ({ seller }) => ({ params: { id: seller.id } }),
  verifySeller: async ({ test }) => {
    const seller = await createTestUser(test, { isSeller: true });
    await seller.call('updateBusiness', { body: BUSINESS_BODY });
    return { params: { id: seller.id }, body: REASON_BODY };
  },
  suspendSeller: async ({ test }) => ({
    params: { id: (await createTestUser(test, { isSeller: true })).id },
    body: REASON_BODY,
  }),
  endSeller: async ({ test }) => ({
    params: { id: (await createTestUser(test, { isSeller: true })).id },
    body: REASON_BODY,
  }),
  reinstateSeller: async ({ test }) => ({
    params: { id: (await createTestUser(test, { isSeller: true })).id },
    body: REASON_BODY,
  }),
  holdPayouts: async ({ test }) => ({
    params: { id: (await createTestUser(test, { isSeller: true })).id },
    body: REASON_BODY,
  }),
  releasePayouts: async ({ test }) => ({
    params: { id: (await createTestUser(test, { isSeller: true })).id },
    body: REASON_BODY,
  }),
  listAdminProducts: ({ seller }) => ({
    query: { q: 'cesto', hidden: 'no', seller_id: seller.id, limit: 10 },
  }),
  exportAdminProducts: () => ({ query: { hidden: 'yes' } }),
  getAdminProduct: ({ productId }) => ({ params: { id: productId } }),
  hideProduct: async ({ test, seller, salePlaceId }) => ({
    params: { id: await createDraftProduct(test, seller, salePlaceId) },
    body: REASON_BODY,
  }),
  unhideProduct: ({ productId }) => ({ params: { id: productId }, body: REASON_BODY }),
  updateProductTypes: ({ productId }) => ({
    params: { id: productId },
    body: { type_ids: [1], ...REASON_BODY },
  }),
  updateSalePlaceTypes: async ({ seller }) => {
    const { data } = await seller.call('saveSalePlace', { body: SALE_PLACE_BODY });
    return { params: { id: data.id }, body: { type_ids: [2], ...REASON_BODY } };
  },
  listAdminSalePlaces: ({ seller }) => ({ query: { q: 'aurora', hidden: 'no', seller_id: seller.id } }),
  exportAdminSalePlaces: () => ({ query: { hidden: 'yes' } }),
  getAdminSalePlace: ({ salePlaceId }) => ({ params: { id: salePlaceId } }),
  hideSalePlace: async ({ seller }) => {
    const { data } = await seller.call('saveSalePlace', { body: SALE_PLACE_BODY });
    return { params: { id: data.id }, body: REASON_BODY };
  },
  unhideSalePlace: ({ salePlaceId }) => ({ params: { id: salePlaceId }, body: REASON_BODY }),
  listAdminPriceTiers: () => ({ query: { state: 'offered', limit: 10 } }),
  exportAdminPriceTiers: () => ({ query: { state: 'retired' } }),
  createPriceTier: () => {
    const price_cents = 20_000 + ++lastNumber;
    return { body: { price_cents, old_price_cents: price_cents, ...REASON_BODY } };
  },
  updatePriceTier: () => ({ params: { id: 999 }, body: { old_price_cents: 2900, ...REASON_BODY } }),
  retirePriceTier: () => ({ params: { id: 999 }, body: REASON_BODY }),
  restorePriceTier: () => ({ params: { id: 999 }, body: REASON_BODY }),
  listAdminProductTypes: () => ({ query: { q: 'sushi', state: 'offered', limit: 10 } }),
  exportAdminProductTypes: () => ({ query: { state: 'retired' } }),
  createProductType: () => ({ body: { ...buildTypeNames(), icon: 'pizza', ...REASON_BODY } }),
  updateProductType: () => ({
    params: { id: 7 },
    body: { ...buildTypeNames(), icon: 'coffee', ...REASON_BODY },
  }),
  retireProductType: () => ({ params: { id: 7 }, body: REASON_BODY }),
  restoreProductType: () => ({ params: { id: 7 }, body: REASON_BODY }),
  listReviews: ({ seller }) => ({ query: { seller_id: seller.id, hidden: 'no', with_text: 'yes' } }),
  exportReviews: () => ({ query: { hidden: 'yes' } }),
  hideReview: async (fixtures) => ({ params: { id: await createReview(fixtures) }, body: REASON_BODY }),
  unhideReview: async (fixtures) => ({ params: { id: await createReview(fixtures) }, body: REASON_BODY }),
  hideReviewReply: async (fixtures) => ({ params: { id: await createReply(fixtures) }, body: REASON_BODY }),
  unhideReviewReply: async (fixtures) => ({ params: { id: await createReply(fixtures) }, body: REASON_BODY }),
  reportContent: ({ productId }) => ({
    body: {
      subject_kind: 'product',
      subject_id: productId,
      ground: 'misleading',
      text: 'The picture shows something else.',
      email: 'reader@example.com',
    },
  }),
  listContentReports: () => ({ query: { state: 'open', subject_kind: 'product', limit: 10 } }),
  exportContentReports: () => ({ query: { state: 'kept' } }),
  getContentReport: async (fixtures) => ({
    params: { id: await createOnce(fixtures, 'report', () => createContentReport(fixtures)) },
  }),
  decideContentReport: async (fixtures) => ({
    params: { id: await createContentReport(fixtures) },
    body: { decision: 'keep', reason: 'The picture is of the pack.' },
  }),
  listLookAlikes: () => ({ query: { state: 'open', limit: 10 } }),
  exportLookAlikes: () => ({ query: { state: 'kept' } }),
  getLookAlike: async (fixtures) => ({
    params: { id: await createOnce(fixtures, 'look alike', () => createLookAlike(fixtures)) },
  }),
  decideLookAlike: async (fixtures) => ({
    params: { id: await createLookAlike(fixtures) },
    body: { decision: 'keep', reason: 'Two doors of one street.' },
  }),
  listPlaceClaims: () => ({ query: { state: 'open', limit: 10 } }),
  listValueProposals: () => ({ query: { state: 'open', limit: 10 } }),
  exportValueProposals: () => ({ query: { state: 'accepted' } }),
  exportPlaceClaims: () => ({ query: { state: 'refused' } }),
  getPlaceClaim: async (fixtures) => ({
    params: { id: await createOnce(fixtures, 'claim', () => createPlaceClaim(fixtures)) },
  }),
  decidePlaceClaim: async (fixtures) => ({
    params: { id: await createPlaceClaim(fixtures) },
    body: { decision: 'refuse', reason: 'The lease names another house.' },
  }),
  listLedgerEntries: ({ order }) => ({
    query: { account: 'seller', kind: 'sale', order_id: order.id, limit: 10 },
  }),
  exportLedgerEntries: () => ({ query: { kind: 'adjustment' } }),
  listReconciliations: () => ({ query: { kind: 'ledger', limit: 10 } }),
  exportReconciliations: () => ({ query: { kind: 'provider' } }),
  listAdminStatements: ({ seller }) => ({ query: { user_id: seller.id, role: 'seller' } }),
  exportAdminStatements: () => ({ query: { role: 'partner' } }),
  listPayoutRuns: () => ({ query: { from: '2026-11-01', limit: 10 } }),
  exportPayoutRuns: emptyRequest,
  getPayoutRun: async (fixtures) => ({
    params: { id: await createOnce(fixtures, 'run', async () => (await createPayout(fixtures)).runId) },
  }),
  createPayoutRun: ({ test }) => {
    test.context.config.operator.iban = 'PT50003300004555698867005';
    return { body: REASON_BODY };
  },
  exportPayoutFile: async (fixtures) => ({ params: { id: (await createPayout(fixtures)).runId } }),
  markPayoutRunSent: async (fixtures) => ({
    params: { id: (await createPayout(fixtures)).runId },
    body: REASON_BODY,
  }),
  confirmPayoutRun: async (fixtures) => ({
    params: { id: (await createPayout(fixtures)).runId },
    body: REASON_BODY,
  }),
  returnAdminPayout: async (fixtures) => ({
    params: { id: (await createPayout(fixtures)).payoutId },
    body: { reason: 'account closed' },
  }),
  listPartners: () => ({ query: { q: 'ana', signs: 'no', from: '2026-01-01', limit: 10 } }),
  exportPartners: () => ({ query: { signs: 'yes' } }),
  getPartner: ({ partner }) => ({ params: { id: partner.id } }),
  listAdminReferrals: ({ partner }) => ({ query: { partner_id: partner.id, signs: 'no', limit: 10 } }),
  exportAdminReferrals: () => ({ query: { signs: 'yes' } }),
  listAdminShares: ({ partner }) => ({
    query: { partner_id: partner.id, side: 'seller', state: 'pending', limit: 10 },
  }),
  exportAdminShares: () => ({ query: { state: 'reversed' } }),
  listAdminCredits: ({ partner }) => ({ query: { partner_id: partner.id, from: '2026-01-01' } }),
  exportAdminCredits: () => ({ query: { to: '2026-01-01' } }),
  listTaxSellers: ({ seller }) => ({
    query: { year: 2026, status: 'small', complete: 'no', seller_id: seller.id, sort: 'id' },
  }),
  exportTaxSellers: () => ({ query: { year: 2026, status: 'reportable' } }),
  getTaxYear: () => ({ query: { year: 2026 } }),
  computeTaxYear: () => ({ body: { year: 2026 } }),
  exportTaxCsv: () => ({ query: { year: 2026 } }),
  exportTaxXml: ({ test }) => {
    Object.assign(test.context.config.operator, { address: 'Rua da Prata 1', vatNumber: 'PT501442600' });
    return { query: { year: 2026, incomplete: 'leave_out' } };
  },
  listAdminCodes: () => ({ query: { state: 'running', effect: 'percent', of_operator: 'no', limit: 10 } }),
  exportAdminCodes: () => ({ query: { q: 'autumn' } }),
  createAdminCode: () => ({
    body: { ...buildDiscountCode(), effect: 'percent', credit_days: null, ...REASON_BODY },
  }),
  findSalePlacesForCode: () => ({ query: { q: 'padaria' } }),
  stopAdminCode: async ({ seller }) => ({
    params: { id: (await seller.call('createDiscountCode', { body: buildDiscountCode() })).data.id },
    body: REASON_BODY,
  }),
  listAdminGrants: () => ({ query: { source: 'support', left: 'yes', limit: 10 } }),
  exportAdminGrants: () => ({ query: { source: 'code' } }),
  grantCredit: async ({ test }) => ({
    params: { id: (await createTestUser(test)).id },
    body: { amount_cents: 100, granted_cents: 0, ends_on: '2030-12-31', note: 'Sorry.', ...REASON_BODY },
  }),
  endCredit: async ({ test }) => ({ params: { id: await createSupportCredit(test) }, body: REASON_BODY }),
  listRefunds: () => ({ query: { state: 'failed,refused', limit: 10 } }),
  exportRefunds: () => ({ query: { state: 'sent' } }),
  repeatRefund: async (fixtures) => ({
    params: { id: await createReturnedRefund(fixtures) },
    body: REASON_BODY,
  }),
  settleRefund: async (fixtures) => ({
    params: { id: await createReturnedRefund(fixtures) },
    body: { ...REASON_BODY, bank_reference: 'TRF 4711' },
  }),
  decideRefundTransfer: async (fixtures) => {
    const id = await createReturnedRefund(fixtures);
    const note = { noted_reference: 'TRF 4711', noted_cents: 399, noted_at: fixtures.test.clock.now() };
    await fixtures.test.db.updateTable('refunds').set(note).where('id', '=', id).execute();
    return { params: { id }, body: { ...REASON_BODY, outcome: 'confirmed' } };
  },
  restoreSale: async (fixtures) => ({
    params: { id: await createRestorableRefund(fixtures) },
    body: REASON_BODY,
  }),
  listDisputes: () => ({ query: { state: 'open', limit: 10 } }),
  exportDisputes: () => ({ query: { state: 'closed' } }),
  listAdminTransfers: () => ({ query: { state: 'refused,unknown', needs_attention: 'no', limit: 10 } }),
  exportAdminTransfers: () => ({ query: { kind: 'transfer' } }),
  getAdminTransfer: async (fixtures) => ({ params: { id: await createRefusedTransfer(fixtures) } }),
  tryAdminTransfer: async (fixtures) => ({
    params: { id: await createRefusedTransfer(fixtures) },
    body: { reason: 'The account is verified again.' },
  }),
  listAdminProviderPayouts: () => ({ query: { status: 'failed', limit: 10 } }),
  exportAdminProviderPayouts: () => ({ query: { status: 'paid' } }),
  listCommissionInvoices: () => ({ query: { state: 'failed,unknown', limit: 10 } }),
  exportCommissionInvoices: () => ({ query: { state: 'issued' } }),
  getCommissionInvoice: async (fixtures) => ({
    params: { id: await createCommissionInvoice(fixtures, 'issued') },
  }),
  exportConsoleInvoicePdf: async (fixtures) => ({
    params: { id: await createCommissionInvoice(fixtures, 'issued') },
  }),
  retryCommissionInvoice: async (fixtures) => ({
    params: { id: await createCommissionInvoice(fixtures, 'failed') },
    body: REASON_BODY,
  }),
  lookUpCommissionInvoice: async (fixtures) => ({
    params: { id: await createCommissionInvoice(fixtures, 'queued') },
    body: REASON_BODY,
  }),
  closeCommissionInvoice: async (fixtures) => ({
    params: { id: await createCommissionInvoice(fixtures, 'failed') },
    body: { number: randomUUID(), ...REASON_BODY },
  }),
  listFailedJobs: () => ({ query: { queue: 'payments.send-refund', limit: 10 } }),
  exportFailedJobs: () => ({ query: { queue: 'none' } }),
  retryJob: async ({ test }) => ({ params: { job: await createFailedJob(test) } }),
  giveUpJob: async ({ test }) => ({ params: { job: await createFailedJob(test) }, body: REASON_BODY }),
  listFailedMails: () => ({ query: { q: 'nobody@example.com', limit: 10 } }),
  exportFailedMails: () => ({ query: { q: 'nobody@example.com' } }),
  retryMail: async ({ test }) => ({ params: { id: await createFailedMail(test) } }),
  giveUpMail: async ({ test }) => ({ params: { id: await createFailedMail(test) }, body: REASON_BODY }),
};

const createdIds = new WeakMap<Fixtures, Map<string, Promise<number>>>();

/** The same id at each call, so that a repeated read has the same reply. */
const createOnce = (fixtures: Fixtures, key: string, create: () => Promise<number>): Promise<number> =>
  createdIds.getOrInsertComputed(fixtures, () => new Map()).getOrInsertComputed(key, create);

/** An order with a problem that the seller has not answered for 73 hours. */
async function createOverdueProblem(fixtures: Fixtures): Promise<number> {
  const { id } = await buyOrder(fixtures);
  const { test, buyer } = fixtures;
  await updateOrder(test, id, { pickup_start: test.clock.now() });
  await buyer.call('reportOrder', { params: { id }, body: { text: 'O saco estava vazio.' } });
  const createdAt = new Date(test.clock.now().getTime() - 73 * 3_600_000);
  await test.db.updateTable('reports').set({ created_at: createdAt }).where('order_id', '=', id).execute();
  return id;
}

async function createReview(fixtures: Fixtures): Promise<number> {
  const { test, buyer } = fixtures;
  const { id } = await buyOrder(fixtures);
  await updateOrder(test, id, { state: 'collected', collected_at: test.clock.now() });
  await buyer.call('rateOrder', { params: { id }, body: { stars: 4, text: 'Bom.' } });
  return id;
}

async function createReply(fixtures: Fixtures): Promise<number> {
  const id = await createReview(fixtures);
  await fixtures.seller.call('replyToReview', { params: { id }, body: { text: 'Obrigado.' } });
  return id;
}

/** Of a new seller, far from those of the fixtures. */
async function createSalePlaceElsewhere({ test }: Fixtures): Promise<number> {
  const seller = await createTestUser(test, { isSeller: true });
  const body = { ...SALE_PLACE_BODY, latitude: 40.15 + ++lastNumber / 100, longitude: -8.41 };
  return (await seller.call('saveSalePlace', { body })).data.id;
}

/** A claim of somebody on the seller's sale place. */
async function createPlaceClaim({ test, salePlaceId }: Fixtures): Promise<number> {
  const claimant = await createTestUser(test, { isSeller: true });
  const body = { text: 'Our lease is from 1998.', phone: '+351 912 000 000' };
  return (await claimant.call('claimSalePlace', { params: { id: salePlaceId }, body })).data.id;
}

/** Two sale places of others, far from those of the fixtures. */
async function createLookAlike({ test }: Fixtures): Promise<number> {
  const body = { ...SALE_PLACE_BODY, latitude: 41.15 + ++lastNumber / 100, longitude: -8.61 };
  for (const _ of [1, 2]) {
    const seller = await createTestUser(test, { isSeller: true });
    await seller.call('saveSalePlace', { body });
  }
  const { id } = await test.db
    .selectFrom('look_alikes')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

async function createContentReport({ test, productId }: Fixtures): Promise<number> {
  const body = {
    subject_kind: 'product' as const,
    subject_id: productId,
    ground: 'misleading' as const,
    text: 'The picture shows something else.',
    email: 'reader@example.com',
  };
  return (await test.client()('reportContent', { body })).data.id;
}

/** A transfer of a partner's share that the provider refused. */
async function createRefusedTransfer({ test, seller }: Fixtures): Promise<number> {
  const now = test.clock.now();
  const existing = await test.db
    .selectFrom('provider_transfers')
    .select('id')
    .where('state', '=', 'refused')
    .executeTakeFirst();
  if (existing) return existing.id;
  const { id } = await test.db
    .insertInto('provider_transfers')
    .values({
      user_id: seller.id,
      role: 'partner',
      account_ref: 'acct_refused',
      amount_cents: 19,
      state: 'refused',
      attempts: 1,
      next_attempt_at: now,
      error: 'balance_insufficient',
      created_at: now,
      changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An issued invoice over the commission of the seller's statement, or a credit note in another state. */
async function createCommissionInvoice(
  { test, seller }: Fixtures,
  state: CommissionInvoiceState & ('issued' | 'failed' | 'queued'),
): Promise<number> {
  const { db, clock, context } = test;
  const row = {
    statement_id: await getOrCreateStatement(test, seller),
    service: 'moloni' as const,
    customer: JSON.stringify({
      id: seller.id,
      name: 'Padaria do Largo, Lda',
      address: 'Largo do Carmo 3',
      post_code: '1200-092',
      city: 'Lisboa',
      country: 'PT',
      tax_number: 'PT509442013',
    }),
    amount_cents: 1290,
    vat_percent: 23,
    created_at: clock.now(),
  };
  const existing = await db
    .selectFrom('commission_invoices')
    .select('id')
    .where('statement_id', '=', row.statement_id)
    .where('kind', '=', 'invoice')
    .executeTakeFirst();
  const insert = (fields: Partial<Insertable<Database['commission_invoices']>>) =>
    db
      .insertInto('commission_invoices')
      .values({ ...row, kind: 'credit_note', reference: randomUUID(), state, ...fields })
      .returning('id')
      .executeTakeFirstOrThrow();
  const invoice =
    existing ??
    (await insert({
      kind: 'invoice',
      state: 'issued',
      document_ref: '878748865',
      number: `FT 2026/${row.statement_id}`,
      atcud: 'JFX2026-17',
      issued_at: clock.now(),
    }));
  if (!existing)
    await db
      .insertInto('commission_invoice_files')
      .values({ invoice_id: invoice.id, content: Buffer.from('%PDF-1.4'), fetched_at: clock.now() })
      .execute();
  if (state === 'issued') return invoice.id;
  // Only documents of the configured service are tried again.
  Object.assign(context.config, {
    invoicing: {
      ...{ service: row.service, timeoutMs: 100, url: 'http://127.0.0.1:9' },
      ...{ clientId: '', clientSecret: '', username: '', password: '' },
      ...{ companyId: 5, documentSetId: 6, productId: 7 },
    },
  });
  const fields =
    state === 'failed'
      ? { failure: 'refused' as const, error: 'Contribuinte inválido', troubled_since: clock.now() }
      : { next_try_at: clock.now() };
  return (await insert({ credits: invoice.id, ...fields })).id;
}

/** A sent payout of one cent to a seller, in a run of its own. */
async function createPayout({ test }: Fixtures): Promise<{ runId: number; payoutId: number }> {
  const now = test.clock.now();
  const seller = await createTestUser(test, { isSeller: true });
  const statementId = await getOrCreateStatement(test, seller);
  const { id: runId } = await test.db
    .insertInto('payout_runs')
    .values({ created_at: now, file: '<Document/>', sent_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: payoutId } = await test.db
    .insertInto('payouts')
    .values({
      run_id: runId,
      user_id: seller.id,
      role: 'seller' as const,
      statement_id: statementId,
      amount_cents: 1,
      iban: IBAN,
      holder: 'Rui Fontes',
      state: 'sent' as const,
      changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const entries = [
    { account: { kind: 'seller' as const, userId: seller.id }, amountCents: 1 },
    { account: { kind: 'payouts' as const }, amountCents: -1 },
  ];
  await test.db
    .transaction()
    .execute((trx) => postTransaction(trx, { kind: 'payout', payoutId, entries, now }));
  return { runId, payoutId };
}

/** A refund that the bank returned. */
async function createReturnedRefund(fixtures: Fixtures): Promise<number> {
  const { id: orderId } = await buyOrder(fixtures);
  const { context, db } = fixtures.test;
  await runInTransaction(context, refundOrder, {
    orderId,
    refundedTotalCents: 'all',
    decidedBy: 'operator',
    reason: 'stale',
  });
  const { id } = await db
    .updateTable('refunds')
    .set({ state: 'failed' })
    .where('payment_id', '=', db.selectFrom('orders').select('payment_id').where('orders.id', '=', orderId))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A refund of a bank, which took it back by a later decision. */
async function createRestorableRefund(fixtures: Fixtures): Promise<number> {
  const id = await createReturnedRefund(fixtures);
  const { db } = fixtures.test;
  const { id: orderId } = await db
    .selectFrom('orders')
    .innerJoin('refunds', 'refunds.payment_id', 'orders.payment_id')
    .select('orders.id')
    .where('refunds.id', '=', id)
    .executeTakeFirstOrThrow();
  await db.updateTable('order_refunds').set({ decided_by: 'bank' }).where('order_id', '=', orderId).execute();
  const pickupEnd = new Date(fixtures.test.clock.now().getTime() - 60_000);
  const pickupStart = new Date(pickupEnd.getTime() - 60_000);
  await db
    .updateTable('orders')
    .set({ pickup_start: pickupStart, pickup_end: pickupEnd })
    .where('id', '=', orderId)
    .execute();
  return id;
}

async function createFailedJob({ db }: TestApp): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, state, retry_limit, retry_count, completed_on, output)
    values ('payments.retry-refunds', '{}', 'failed', 12, 12, now(), '{"message": "no answer"}') returning id`.execute(
    db,
  );
  return rows[0]!.id;
}

async function createFailedMail({ db, clock }: TestApp): Promise<number> {
  const mail = { to: 'full@example.com', subject: 'WoPack', text: 'WoPack', language: 'en' as const };
  const { id } = await db
    .insertInto('mail_failures')
    .values({
      recipient: mail.to,
      subject: mail.subject,
      mail: JSON.stringify(mail),
      reason: '552 Mailbox full',
      failures: 5,
      failed_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A decision about an order of the buyer, with or without their objection. */
async function createDecision({ test, buyer, order }: Fixtures, objection: string | null = null) {
  const { id } = await test.db
    .insertInto('decisions')
    .values({
      created_at: test.clock.now(),
      user_id: buyer.id,
      language: 'en',
      role: 'affected',
      subject_kind: 'order',
      subject_id: order.id,
      subject_name: 'Cesto',
      outcome: 'refund_nothing',
      reason: 'The description is right.',
      objection,
      objected_at: objection === null ? null : test.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export function buildUpload(field: string, content: Uint8Array, fileName = 'photo.jpg'): TestRequest {
  const boundary = 'edge-of-a-part';
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${fileName}"\r\n` +
          'content-type: image/jpeg\r\n\r\n',
      ),
      content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}
