import { type EndpointName, endpoints, errorCodes } from '@wopack/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { buy, draft, expectRefusal, initiate } from './builders.ts';
import { makeScene, type Scene, samples, type Who } from './scene.ts';
import { send } from './send.ts';
import { useTestApp } from './test-app.ts';

const api = useTestApp();

const callers = [
  'nobody',
  'client',
  'otherClient',
  'owner',
  'otherOwner',
  'partner',
] as const satisfies Who[];

type Outcome = 'ok' | 'who?' | 'no' | 'none' | 'open';
const codes = {
  ok: 0,
  'who?': errorCodes.notSignedIn.code,
  no: errorCodes.notAllowed.code,
  none: errorCodes.notFound.code,
  open: errorCodes.conflict.code,
} satisfies Record<Outcome, number>;

const everybody: Outcome[] = ['ok', 'ok', 'ok', 'ok', 'ok', 'ok'];
const signedIn: Outcome[] = ['who?', 'ok', 'ok', 'ok', 'ok', 'ok'];
const sellers: Outcome[] = ['who?', 'no', 'no', 'ok', 'ok', 'no'];
/** What belongs to the owner: to another one it is as if it were not there. */
const itsOwner: Outcome[] = ['who?', 'no', 'no', 'ok', 'none', 'no'];
const partners: Outcome[] = ['who?', 'no', 'no', 'no', 'no', 'ok'];
/** Earned by the owner: nobody else's, whatever else they may. */
const itsEarner: Outcome[] = ['who?', 'none', 'none', 'ok', 'none', 'none'];
const itsBuyer: Outcome[] = ['who?', 'ok', 'none', 'none', 'none', 'none'];

/** Who may do what, in the order of `callers`. Each thing is the client's or the owner's. */
const rights: Record<EndpointName, Outcome[]> = {
  register: everybody,
  login: everybody,
  sendCode: everybody,
  listAuthProviders: everybody,
  logout: signedIn,
  checkAuth: everybody,
  getMe: signedIn,
  updateProfile: signedIn,
  updateCity: signedIn,
  updateSellerRole: signedIn,
  updatePartnerRole: signedIn,
  uploadAvatar: signedIn,
  updatePassword: signedIn,
  listDevices: signedIn,
  endDevice: itsBuyer,
  endOtherDevices: signedIn,
  listLinkedAccounts: signedIn,
  unlinkAccount: signedIn,
  updateLanguage: signedIn,
  verifyEmail: signedIn,
  getBusiness: signedIn,
  updateBusiness: signedIn,
  exportAccount: signedIn,
  // Whoever has orders open, or shares of them, stays until they are not.
  deleteAccount: ['who?', 'open', 'ok', 'open', 'ok', 'open'],
  searchCities: everybody,
  reverseGeocode: everybody,
  findCityByIp: everybody,
  searchEstablishments: signedIn,
  listSalePlaceTypes: everybody,
  saveSalePlace: itsOwner,
  listMySalePlaces: sellers,
  getMySalePlace: itsOwner,
  pauseSalePlace: itsOwner,
  deleteSalePlace: itsOwner,
  listPrices: signedIn,
  listPriceTiers: sellers,
  listProductTypes: everybody,
  uploadProductPhoto: sellers,
  saveProduct: itsOwner,
  updateSchedule: itsOwner,
  listMyProducts: sellers,
  getMyProduct: itsOwner,
  pauseProduct: itsOwner,
  deleteProduct: itsOwner,
  getSellerWeek: itsOwner,
  updateSlotQuantity: itsOwner,
  markSlotSoldOut: itsOwner,
  updateDateOverride: itsOwner,
  listHolidays: itsOwner,
  saveHoliday: itsOwner,
  deleteHoliday: itsOwner,
  listOffers: signedIn,
  listMapOffers: signedIn,
  getOffersSummary: everybody,
  getOffer: everybody,
  toggleFavourite: signedIn,
  streamOffers: signedIn,
  // Owners do not buy their own packs.
  initiatePayment: ['who?', 'ok', 'ok', 'no', 'ok', 'ok'],
  getPaymentProvider: everybody,
  completePayment: itsBuyer,
  failPayment: itsBuyer,
  listMyHolds: signedIn,
  confirmSandboxPayment: everybody,
  authenticateSandboxPayment: everybody,
  listOrders: signedIn,
  getOrder: itsBuyer,
  cancelOrder: itsBuyer,
  rateOrder: itsBuyer,
  uploadReportPhoto: signedIn,
  reportOrder: itsBuyer,
  getSeller: signedIn,
  listSellerReviews: signedIn,
  listSellerOrders: itsOwner,
  getSellerToday: itsOwner,
  getSellerTaskCounts: sellers,
  getSalesStatistics: itsOwner,
  exportSalesStatistics: itsOwner,
  cancelSellerOrder: itsOwner,
  cancelSlot: itsOwner,
  listSellerReports: itsOwner,
  answerReport: itsOwner,
  streamSellerOrders: sellers,
  checkPin: itsOwner,
  handOut: itsOwner,
  recordVisit: everybody,
  getAffiliateOverview: signedIn,
  listAffiliateMonths: partners,
  listReferredBuyers: partners,
  getReferredBuyer: partners,
  listReferredSellers: partners,
  getReferredSeller: partners,
  listShares: partners,
  exportAffiliateCsv: partners,
  listTransactions: signedIn,
  exportTransactions: signedIn,
  getPayoutDetails: signedIn,
  updatePayoutDetails: signedIn,
  listStatements: signedIn,
  getStatement: itsEarner,
  exportStatementCsv: itsEarner,
  exportStatementPdf: itsEarner,
  getNotificationSettings: signedIn,
  updateNotificationSettings: signedIn,
  getSellerNotificationSettings: sellers,
  updateSellerNotificationSettings: sellers,
  unsubscribe: everybody,
  savePushSubscription: signedIn,
  deletePushSubscription: signedIn,
};

test('every call has its row', () => {
  expect(Object.keys(rights).sort()).toEqual(Object.keys(endpoints).sort());
});

describe.each(Object.entries(rights) as [EndpointName, Outcome[]][])('%s', (name, outcomes) => {
  test(outcomes.join(' '), async () => {
    const scene = await makeScene(api);
    const found: Record<string, number> = {};
    for (const who of callers) {
      const caller = who === 'nobody' ? null : scene[who];
      const sending = await samples[name](scene, caller);
      const { status, body } = await send(api, name, { ...sending, token: caller?.token });
      found[who] = status === 200 ? 0 : (body.code ?? status);
    }
    expect(found).toEqual(Object.fromEntries(callers.map((who, i) => [who, codes[outcomes[i]!]])));
  });
});

describe('a token that is none is nobody’s', () => {
  const guarded = (Object.keys(rights) as EndpointName[]).filter((name) => rights[name][0] === 'who?');
  let scene: Scene;
  beforeAll(async () => {
    scene = await makeScene(api);
  });
  test.each(guarded)('%s', async (name) => {
    const sending = await samples[name](scene, scene.owner);
    for (const token of ['x'.repeat(43), `${scene.owner.token}x`, ' ', 'null', "' or 1=1 --"]) {
      expect((await send(api, name, { ...sending, token })).body.code).toBe(codes['who?']);
    }
  });
});

const ids = (list: { id: number }[]) => list.map(({ id }) => id);

test('lists hold what is one’s own alone', async () => {
  const { owner, otherOwner, client, otherClient, placeId, productId, spareId, order } = await makeScene(api);
  await buy(otherClient, productId);
  await initiate(otherClient, spareId);

  expect(ids((await otherOwner.call('listMySalePlaces')).data)).toHaveLength(1);
  expect(ids((await otherOwner.call('listMySalePlaces')).data)).not.toContain(placeId);
  expect(ids((await owner.call('listMyProducts')).data)).toEqual([productId, spareId]);
  expect(ids((await otherOwner.call('listMyProducts')).data)).not.toContain(productId);
  expect((await owner.call('listSellerOrders')).data).toHaveLength(2);
  expect((await otherOwner.call('listSellerOrders')).data).toEqual([]);
  expect((await otherOwner.call('getSellerToday')).data).toMatchObject({ sold: 0, month_earning_cents: 0 });
  expect(ids((await client.call('listOrders')).data)).toEqual([order.id]);
  expect((await client.call('listMyHolds')).data).toEqual([]);
});

test('a partner sees those they brought, and nobody else anything of them', async () => {
  const { partner, client, owner, otherOwner, otherClient } = await makeScene(api);
  const seenBy = async ({ call }: typeof partner) => ({
    clients: ids((await call('listReferredBuyers')).data),
    sellers: ids((await call('listReferredSellers')).data),
    shares: (await call('listShares')).data.map(({ person_id }) => person_id),
    file:
      (await (await call('exportAffiliateCsv', { query: { list: 'shares' } })).text()).split('\r\n').length -
      2,
  });
  expect(await seenBy(partner)).toEqual({
    ...{ clients: [client.id], sellers: [owner.id], shares: [owner.id, client.id], file: 2 },
  });
  // Another partner has lists too: of others.
  await otherClient.call('updatePartnerRole', { body: { is_partner: true } });
  expect(await seenBy(otherClient)).toEqual({ clients: [], sellers: [], shares: [], file: 0 });
  for (const other of [client, owner, otherOwner])
    await expectRefusal(seenBy(other), errorCodes.notAllowed.code);
  // Who leaves the programme keeps in sight what was earned before.
  await partner.call('updatePartnerRole', { body: { is_partner: false } });
  expect((await seenBy(partner)).clients).toEqual([client.id]);
  const told = JSON.stringify([
    await partner.call('listReferredBuyers'),
    await partner.call('getReferredBuyer', { params: { id: client.id } }),
    await partner.call('listShares'),
  ]);
  for (const secret of [client.email, 'Marta', 'Salgado', 'Cesto']) expect(told).not.toContain(secret);
});

test('a draft is its owner’s secret', async () => {
  const { owner, otherOwner, client, placeId } = await makeScene(api);
  const id = await draft(api, owner, placeId, { name: 'Segredo' });
  const codeFor = async (token?: string) => {
    const { status, body } = await send(api, 'getOffer', { params: { id }, token });
    return status === 200 ? 0 : body.code;
  };
  expect(await codeFor(owner.token)).toBe(0);
  for (const token of [undefined, client.token, otherOwner.token]) expect(await codeFor(token)).toBe(4);
  const mark = await send(api, 'toggleFavourite', { params: { id }, token: client.token });
  expect(mark.body.code).toBe(4);
  const pay = { amount: 3.99, currency: 'EUR', productId: id };
  expect((await send(api, 'initiatePayment', { body: pay, token: client.token })).body.code).toBe(4);
  const { data } = await client.call('listOffers', { query: { searchProductText: 'segredo' } });
  expect(data).toEqual([]);
});
