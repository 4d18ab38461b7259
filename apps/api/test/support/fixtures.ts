import type { EndpointName } from '@wopack/contract';
import type { Updateable } from 'kysely';
import { createUnsubscribeKey } from '../../src/modules/notifications/notify.ts';
import type { Database } from '../../src/platform/db/schema.ts';
import { createPushSubscription } from '../servers/push-browser.ts';
import {
  BUSINESS_BODY,
  buyProduct,
  createDeviceToken,
  createDraftProduct,
  createJpeg,
  createLoginCode,
  createProductOnSale,
  createTestUser,
  createUpload,
  EVENING_SCHEDULE,
  GOOD_CARD,
  getSlotId,
  LOGIN_CODE,
  SALE_PLACE_BODY,
  startPayment,
  TEST_PASSWORD,
  type TestUser,
} from './builders.ts';
import { getOrCreateStatement, IBAN, markEmailVerified } from './payout-setup.ts';
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
  const seller = await createTestUser(test, { name: 'Rui Fontes', isSeller: true, referredBy: partner });
  const { salePlaceId, productId } = await createProductOnSale(test, { seller: seller, quantity: 7 });
  const { productId: spareProductId } = await createProductOnSale(test, { seller: seller, quantity: 7 });
  const buyer = await createTestUser(test, { referredBy: partner });
  const { id, pin } = await buyProduct(buyer, productId);
  return {
    test,
    buyer,
    otherBuyer: await createTestUser(test),
    seller,
    otherSeller: (await createProductOnSale(test)).seller,
    partner,
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
    .set(({ eb }) => ({ quantity: eb('quantity', '+', 1), left: eb('left', '+', 1) }))
    .where('product_id', '=', productId)
    .where('date', '=', '2026-11-20')
    .execute();
}

async function buyOrder({ test, buyer, productId }: Fixtures) {
  await addUnit(test, productId);
  return buyProduct(buyer, productId);
}

/** A valid request on the fixtures; `caller` is the user who sends it. */
type BuildRequest = (fixtures: Fixtures, caller: TestUser | null) => TestRequest | Promise<TestRequest>;

const emptyRequest: BuildRequest = () => ({});
let registrationCount = 0;
export const createPicture = async () => new Uint8Array(await (await createJpeg(64, 36)).arrayBuffer());

/** A valid request for every endpoint. The type requires a row for each. */
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
  updateCity: () => ({ body: { city: 'Lisboa', latitude: 38.7, longitude: -9.1 } }),
  updateSellerRole: () => ({ body: { is_owner: true } }),
  updatePartnerRole: () => ({ body: { is_partner: true } }),
  uploadAvatar: async () => buildUpload('avatar', await createPicture()),
  updatePassword: () => ({
    body: { current_password: TEST_PASSWORD, password: TEST_PASSWORD, password_confirmation: TEST_PASSWORD },
  }),
  listDevices: emptyRequest,
  endDevice: async ({ test, buyer }) => ({ params: { id: await createDeviceToken(test, buyer) } }),
  endOtherDevices: emptyRequest,
  listLinkedAccounts: emptyRequest,
  unlinkAccount: () => ({ params: { way: 'google' } }),
  updateLanguage: () => ({ body: { language: 'pt' } }),
  verifyEmail: async ({ test, buyer }, caller) => {
    for (const { email } of [buyer, caller ?? buyer]) await createLoginCode(test, email);
    return { body: { code: LOGIN_CODE } };
  },
  updateEmail: async ({ test, buyer }, caller) => {
    // The same address, which other requests name.
    const { email } = caller ?? buyer;
    await createLoginCode(test, email);
    return { body: { email, email_code: LOGIN_CODE, password: TEST_PASSWORD } };
  },
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
  pauseSalePlace: ({ salePlaceId }) => ({ params: { id: salePlaceId }, body: { paused: false } }),
  deleteSalePlace: async ({ seller }) => {
    const { data } = await seller.call('saveSalePlace', { body: SALE_PLACE_BODY });
    return { params: { id: data.id } };
  },
  listPrices: emptyRequest,
  listPriceTiers: emptyRequest,
  listProductTypes: emptyRequest,
  uploadProductPhoto: async () => buildUpload('photo', await createPicture()),
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
      latitude: 38.7,
      longitude: -9.1,
      sort: 'me',
      radius: 500000,
      day: 'today',
      limit: 20,
    },
  }),
  listMapOffers: () => ({ query: { filterByType: 0, bbox: '-10,38,-9,39', zoom: 12 } }),
  getOffersSummary: emptyRequest,
  getOffer: ({ productId }) => ({ params: { id: productId }, query: { latitude: 38.7, longitude: -9.1 } }),
  toggleFavourite: ({ productId }) => ({ params: { id: productId }, body: { is_favourite: true } }),
  streamOffers: ({ productId, spareProductId }) => ({
    query: { products: `${productId},${spareProductId}` },
  }),
  initiatePayment: ({ spareProductId }) => ({
    body: { amount: '3.99', currency: 'EUR', productId: spareProductId },
  }),
  getPaymentProvider: emptyRequest,
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
  listMyHolds: emptyRequest,
  confirmSandboxPayment: async ({ buyer, spareProductId }) => ({
    body: { client_secret: (await startPayment(buyer, spareProductId)).client_secret, card: GOOD_CARD },
  }),
  authenticateSandboxPayment: async ({ buyer, spareProductId }) => ({
    body: { client_secret: (await startPayment(buyer, spareProductId)).client_secret, approve: true },
  }),
  listOrders: () => ({ query: { limit: 20 } }),
  getOrder: ({ order }) => ({ params: { id: order.id } }),
  cancelOrder: async (fixtures) => {
    const { id } = await buyOrder(fixtures);
    await updateOrder(fixtures.test, id, { pickup_start: new Date('2026-11-20T18:00:00Z') });
    return { params: { id }, body: { reason: 'an allergen' } };
  },
  rateOrder: async ({ test, order }) => {
    await updateOrder(test, order.id, { state: 'collected', collected_at: test.clock.now() });
    return { params: { id: order.id }, body: { stars: 5, text: 'Ótimo.' } };
  },
  uploadReportPhoto: async () => buildUpload('photo', await createPicture()),
  reportOrder: async ({ test, order }) => {
    await updateOrder(test, order.id, { pickup_start: test.clock.now() });
    return { params: { id: order.id }, body: { text: 'O saco estava vazio.' } };
  },
  getSeller: ({ seller }) => ({ params: { id: seller.id } }),
  listSellerReviews: ({ seller }) => ({ params: { id: seller.id }, query: { limit: 20 } }),
  listSellerOrders: ({ salePlaceId }) => ({
    query: { sale_place_id: salePlaceId, when: 'today', state: 'paid,collected', limit: 50 },
  }),
  getSellerToday: ({ salePlaceId }) => ({ query: { sale_place_id: salePlaceId } }),
  getSellerTaskCounts: () => ({}),
  getSalesStatistics: ({ salePlaceId, productId }) => ({
    query: { from: '2026-11-01', to: '2026-11-20', sale_place_id: salePlaceId, product_id: productId },
  }),
  exportSalesStatistics: ({ salePlaceId }) => ({
    query: { from: '2026-11-01', to: '2026-11-20', sale_place_id: salePlaceId },
  }),
  cancelSellerOrder: async (fixtures) => {
    const { id } = await buyOrder(fixtures);
    await updateOrder(fixtures.test, id, { pickup_start: new Date('2026-11-20T20:00:00Z') });
    return { params: { id }, body: { reason: 'the oven is broken' } };
  },
  listSellerReports: ({ salePlaceId }) => ({ query: { sale_place_id: salePlaceId, open: 'yes', limit: 20 } }),
  answerReport: async (fixtures) => {
    const { id } = await buyOrder(fixtures);
    await fixtures.buyer.call('reportOrder', { params: { id }, body: { text: 'O saco estava vazio.' } });
    return { params: { id }, body: { answer: 'Pedimos desculpa.', refunded_cents: 100 } };
  },
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
  getNotificationSettings: emptyRequest,
  updateNotificationSettings: () => ({
    body: { channel: 'mail', reminder_minutes: 60, quiet_from: '22:00', quiet_to: '08:00' },
  }),
  getSellerNotificationSettings: emptyRequest,
  updateSellerNotificationSettings: () => ({
    body: { sold: 'push', last_sold: 'mail', cancelled: 'mail', report: 'none' },
  }),
  unsubscribe: ({ test, buyer }) => ({
    params: { what: 'favourites', key: createUnsubscribeKey(test.context.secrets, buyer.id) },
  }),
  savePushSubscription: () => ({ body: createPushSubscription() }),
  deletePushSubscription: () => ({ body: { endpoint: createPushSubscription().endpoint } }),
};

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
