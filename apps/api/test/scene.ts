import type { EndpointName } from '@wopack/contract';
import type { Updateable } from 'kysely';
import { createUnsubscribeKey } from '../src/modules/notifications/settings/unsubscribe-url.ts';
import type { Database } from '../src/platform/db/schema.ts';
import {
  anotherDevice,
  businessBody,
  buy,
  CODE,
  codeFor,
  draft,
  evenings,
  goodCard,
  initiate,
  jpeg,
  PASSWORD,
  type Person,
  person,
  placeBody,
  shop,
  slotOf,
  uploaded,
} from './builders.ts';
import { IBAN, prove, statementOf } from './money.ts';
import { browser } from './push-browser.ts';
import type { Sending } from './send.ts';
import type { TestApp } from './test-app.ts';

/** Everybody who may call, and what belongs to them. */
export interface Scene {
  test: TestApp;
  client: Person;
  otherClient: Person;
  owner: Person;
  otherOwner: Person;
  /** Brought the client and the owner. */
  partner: Person;
  placeId: number;
  productId: number;
  /** A second pack of the owner's: what is held of it never becomes an order. */
  spareId: number;
  /** The client's, of the owner's pack. */
  order: { id: number; pin: string };
}

export type Who = 'nobody' | 'client' | 'otherClient' | 'owner' | 'otherOwner' | 'partner';

/** It is time to hand out; nobody has come yet. */
export async function makeScene(test: TestApp): Promise<Scene> {
  test.clock.set('2026-11-20T17:45:00Z');
  const partner = await person(test, { is_partner: true });
  const owner = await person(test, { name: 'Rui Fontes', is_owner: true, broughtBy: partner });
  const { placeId, productId } = await shop(test, { seller: owner, quantity: 7 });
  const { productId: spareId } = await shop(test, { seller: owner, quantity: 7 });
  const client = await person(test, { broughtBy: partner });
  const { id, pin } = await buy(client, productId);
  return {
    test,
    client,
    otherClient: await person(test),
    owner,
    otherOwner: (await shop(test)).seller,
    partner,
    placeId,
    productId,
    spareId,
    order: { id, pin: pin! },
  };
}

/** Puts an order where a call needs it. */
const setOrder = (test: TestApp, id: number, change: Updateable<Database['orders']>) =>
  test.db.updateTable('orders').set(change).where('id', '=', id).execute();

/** One more pack for today, however many samples were bought before. */
async function stockUp(test: TestApp, productId: number): Promise<void> {
  await test.db
    .updateTable('pickup_slots')
    .set(({ eb }) => ({ quantity: eb('quantity', '+', 1), left: eb('left', '+', 1) }))
    .where('product_id', '=', productId)
    .where('date', '=', '2026-11-20')
    .execute();
}

async function bought({ test, client, productId }: Scene) {
  await stockUp(test, productId);
  return buy(client, productId);
}

/** A call as it should be, made by whoever it belongs to; `caller` is who makes it now. */
type Sample = (scene: Scene, caller: Person | null) => Sending | Promise<Sending>;

const nothing: Sample = () => ({});
let count = 0;
export const picture = async () => new Uint8Array(await (await jpeg(64, 36)).arrayBuffer());

/** A good call of every endpoint. A new endpoint has no place to hide: the compiler asks for its row. */
export const samples: Record<EndpointName, Sample> = {
  register: () => ({
    body: {
      name: 'Inês',
      email: `ines${++count}@example.com`,
      password: 'sobras1',
      device_name: 'test',
      is_owner: false,
      is_partner: false,
      check_terms: true,
      ref_link: 'abcdefgh',
      remember: true,
    },
  }),
  login: ({ client }) => ({
    body: {
      email: client.email,
      password: 'sobras1',
      device_name: 'test',
      ref_link: 'abcdefgh',
      remember: true,
    },
  }),
  sendCode: ({ client }) => ({ body: { email: client.email, device_name: 'test' } }),
  listAuthProviders: nothing,
  logout: nothing,
  checkAuth: nothing,
  getMe: nothing,
  updateProfile: () => ({ body: { name: 'Marta', sname: 'Salgado', phone: '+351 910 000 000' } }),
  updateCity: () => ({ body: { city: 'Lisboa', latitude: 38.7, longitude: -9.1 } }),
  updateSellerRole: () => ({ body: { is_owner: true } }),
  updatePartnerRole: () => ({ body: { is_partner: true } }),
  uploadAvatar: async () => upload('avatar', await picture()),
  updatePassword: () => ({
    body: { current_password: PASSWORD, password: PASSWORD, password_confirmation: PASSWORD },
  }),
  listDevices: nothing,
  endDevice: async ({ test, client }) => ({ params: { id: await anotherDevice(test, client) } }),
  endOtherDevices: nothing,
  listLinkedAccounts: nothing,
  unlinkAccount: () => ({ params: { way: 'google' } }),
  updateLanguage: () => ({ body: { language: 'pt' } }),
  verifyEmail: async ({ test, client }, caller) => {
    for (const { email } of [client, caller ?? client]) await codeFor(test, email);
    return { body: { code: CODE } };
  },
  getBusiness: nothing,
  updateBusiness: () => ({ body: businessBody }),
  exportAccount: nothing,
  deleteAccount: () => ({ body: { password: PASSWORD } }),
  searchCities: () => ({ query: { query: 'coimbra', lang: 'pt', latitude: 38.7, longitude: -9.1 } }),
  reverseGeocode: () => ({ query: { latitude: 38.7, longitude: -9.1, lang: 'pt' } }),
  findCityByIp: () => ({ query: { ip: '193.136.128.1' } }),
  searchEstablishments: () => ({ query: { query: 'aurora', lang: 'pt', latitude: 38.7, longitude: -9.1 } }),
  listSalePlaceTypes: nothing,
  saveSalePlace: ({ placeId }) => ({
    body: { ...placeBody, id: placeId, description: 'Pão de fermentação natural.' },
  }),
  listMySalePlaces: nothing,
  getMySalePlace: ({ placeId }) => ({ params: { id: placeId } }),
  pauseSalePlace: ({ placeId }) => ({ params: { id: placeId }, body: { paused: false } }),
  deleteSalePlace: async ({ owner }) => {
    const { data } = await owner.call('saveSalePlace', { body: placeBody });
    return { params: { id: data.id } };
  },
  listPrices: nothing,
  listPriceTiers: nothing,
  listProductTypes: nothing,
  uploadProductPhoto: async () => upload('photo', await picture()),
  saveProduct: async ({ test, owner, placeId, productId, spareId }, caller) => ({
    body: {
      id: spareId,
      sale_place_id: placeId,
      categories: [1],
      name: 'Cesto',
      description: 'Pão.',
      photo: [await uploaded(test, caller ?? owner)],
      price: 3.99,
      old_price: 10,
      allergens: ['gluten'],
      diet: ['vegan'],
      copy_of: productId,
    },
  }),
  updateSchedule: ({ spareId }) => ({ body: { product_id: spareId, quantity: 7, schedule: evenings } }),
  listMyProducts: ({ placeId }) => ({ query: { sale_place_id: placeId } }),
  getMyProduct: ({ productId }) => ({ params: { id: productId } }),
  pauseProduct: ({ spareId }) => ({ params: { id: spareId }, body: { paused: false } }),
  deleteProduct: async ({ test, owner, placeId }) => ({
    params: { id: await draft(test, owner, placeId) },
  }),
  getSellerWeek: ({ placeId }) => ({ query: { sale_place_id: placeId, from: '2026-11-21' } }),
  updateSlotQuantity: async ({ test, spareId }) => ({
    params: { id: await slotOf(test, spareId, '2026-11-25') },
    body: { quantity: 5 },
  }),
  markSlotSoldOut: async ({ test, spareId }) => ({
    params: { id: await slotOf(test, spareId, '2026-11-26') },
  }),
  updateDateOverride: ({ spareId }) => ({
    params: { id: spareId, date: '2026-11-24' },
    body: { plan: 'hours', time_start: '11:00', time_end: '12:30' },
  }),
  listHolidays: ({ placeId }) => ({ params: { id: placeId } }),
  saveHoliday: ({ placeId }) => ({
    params: { id: placeId },
    body: { name: 'Natal', date_from: '2026-12-24', date_to: '2026-12-26' },
  }),
  deleteHoliday: async ({ owner, placeId }) => {
    const body = { name: 'Feira', date_from: '2026-12-08', date_to: '2026-12-08' };
    const { data } = await owner.call('saveHoliday', { params: { id: placeId }, body });
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
  getOffersSummary: nothing,
  getOffer: ({ productId }) => ({ params: { id: productId }, query: { latitude: 38.7, longitude: -9.1 } }),
  toggleFavourite: ({ productId }) => ({ params: { id: productId }, body: { is_favourite: true } }),
  streamOffers: ({ productId, spareId }) => ({ query: { products: `${productId},${spareId}` } }),
  initiatePayment: ({ spareId }) => ({ body: { amount: '3.99', currency: 'EUR', productId: spareId } }),
  getPaymentProvider: nothing,
  completePayment: async ({ test, client, productId }) => {
    await stockUp(test, productId);
    const { token, client_secret } = await initiate(client, productId);
    await client.call('confirmSandboxPayment', { body: { client_secret, card: goodCard } });
    return { body: { token } };
  },
  failPayment: async ({ client, spareId }) => ({
    body: { token: (await initiate(client, spareId)).token, code: 'card_declined', description: 'declined' },
  }),
  listMyHolds: nothing,
  confirmSandboxPayment: async ({ client, spareId }) => ({
    body: { client_secret: (await initiate(client, spareId)).client_secret, card: goodCard },
  }),
  authenticateSandboxPayment: async ({ client, spareId }) => ({
    body: { client_secret: (await initiate(client, spareId)).client_secret, approve: true },
  }),
  listOrders: () => ({ query: { limit: 20 } }),
  getOrder: ({ order }) => ({ params: { id: order.id } }),
  cancelOrder: async (scene) => {
    const { id } = await bought(scene);
    await setOrder(scene.test, id, { pickup_start: new Date('2026-11-20T18:00:00Z') });
    return { params: { id }, body: { reason: 'an allergen' } };
  },
  rateOrder: async ({ test, order }) => {
    await setOrder(test, order.id, { state: 'collected', collected_at: test.clock.now() });
    return { params: { id: order.id }, body: { stars: 5, text: 'Ótimo.' } };
  },
  uploadReportPhoto: async () => upload('photo', await picture()),
  reportOrder: async ({ test, order }) => {
    await setOrder(test, order.id, { pickup_start: test.clock.now() });
    return { params: { id: order.id }, body: { text: 'O saco estava vazio.' } };
  },
  getSeller: ({ owner }) => ({ params: { id: owner.id } }),
  listSellerReviews: ({ owner }) => ({ params: { id: owner.id }, query: { limit: 20 } }),
  listSellerOrders: ({ placeId }) => ({
    query: { sale_place_id: placeId, when: 'today', state: 'paid,collected', limit: 50 },
  }),
  getSellerToday: ({ placeId }) => ({ query: { sale_place_id: placeId } }),
  getSellerTaskCounts: () => ({}),
  getSalesStatistics: ({ placeId, productId }) => ({
    query: { from: '2026-11-01', to: '2026-11-20', sale_place_id: placeId, product_id: productId },
  }),
  exportSalesStatistics: ({ placeId }) => ({
    query: { from: '2026-11-01', to: '2026-11-20', sale_place_id: placeId },
  }),
  cancelSellerOrder: async (scene) => {
    const { id } = await bought(scene);
    await setOrder(scene.test, id, { pickup_start: new Date('2026-11-20T20:00:00Z') });
    return { params: { id }, body: { reason: 'the oven is broken' } };
  },
  listSellerReports: ({ placeId }) => ({ query: { sale_place_id: placeId, open: 'yes', limit: 20 } }),
  answerReport: async (scene) => {
    const { id } = await bought(scene);
    await scene.client.call('reportOrder', { params: { id }, body: { text: 'O saco estava vazio.' } });
    return { params: { id }, body: { answer: 'Pedimos desculpa.', refunded_cents: 100 } };
  },
  streamSellerOrders: nothing,
  cancelSlot: async ({ test, spareId }) => {
    const slot = await test.db
      .selectFrom('pickup_slots')
      .select('id')
      .where('product_id', '=', spareId)
      .where('date', '=', '2026-11-27')
      .executeTakeFirstOrThrow();
    return { params: { id: slot.id }, body: { reason: 'the oven is broken' } };
  },
  checkPin: async ({ test, placeId, order }) => {
    await setOrder(test, order.id, { state: 'paid', collected_at: null });
    return { body: { sale_place_id: placeId, pin: order.pin } };
  },
  handOut: ({ order }) => ({ params: { id: order.id }, body: { pin: order.pin } }),
  recordVisit: () => ({ body: { ref_link: 'abcdefgh' } }),
  getAffiliateOverview: nothing,
  listAffiliateMonths: () => ({ query: { cursor: '2026-11', limit: 12 } }),
  listReferredBuyers: () => ({ query: { cursor: '999999', limit: 20 } }),
  getReferredBuyer: ({ client }) => ({ params: { id: client.id } }),
  listReferredSellers: () => ({ query: { limit: 20 } }),
  getReferredSeller: ({ owner }) => ({ params: { id: owner.id } }),
  listShares: ({ client }) => ({
    query: { side: 'buyer', person_id: client.id, month: '2026-11', limit: 20 },
  }),
  exportAffiliateCsv: () => ({ query: { list: 'shares' } }),
  listTransactions: () => ({
    query: { role: 'buyer', kind: 'purchase', from: '2026-11-01', to: '2026-11-30', limit: 20 },
  }),
  exportTransactions: () => ({ query: { role: 'seller', from: '2026-11-01', to: '2026-11-30' } }),
  getPayoutDetails: nothing,
  updatePayoutDetails: async ({ test, client }, caller) => {
    await prove(test, caller ?? client);
    return { body: { iban: IBAN, holder: 'Marta Salgado', password: PASSWORD } };
  },
  listStatements: () => ({ query: { limit: 20 } }),
  getStatement: async ({ test, owner }) => ({ params: { id: await statementOf(test, owner) } }),
  exportStatementCsv: async ({ test, owner }) => ({ params: { id: await statementOf(test, owner) } }),
  exportStatementPdf: async ({ test, owner }) => ({ params: { id: await statementOf(test, owner) } }),
  getNotificationSettings: nothing,
  updateNotificationSettings: () => ({
    body: { channel: 'mail', reminder_minutes: 60, quiet_from: '22:00', quiet_to: '08:00' },
  }),
  getSellerNotificationSettings: nothing,
  updateSellerNotificationSettings: () => ({
    body: { sold: 'push', last_sold: 'mail', cancelled: 'mail', report: 'none' },
  }),
  unsubscribe: ({ test, client }) => ({
    params: { what: 'favourites', key: createUnsubscribeKey(test.context.secrets, client.id) },
  }),
  savePushSubscription: () => ({ body: browser() }),
  deletePushSubscription: () => ({ body: { endpoint: browser().endpoint } }),
};

export function upload(field: string, content: Uint8Array, fileName = 'photo.jpg'): Sending {
  const edge = 'edge-of-a-part';
  return {
    contentType: `multipart/form-data; boundary=${edge}`,
    body: Buffer.concat([
      Buffer.from(
        `--${edge}\r\ncontent-disposition: form-data; name="${field}"; filename="${fileName}"\r\n` +
          'content-type: image/jpeg\r\n\r\n',
      ),
      content,
      Buffer.from(`\r\n--${edge}--\r\n`),
    ]),
  };
}
