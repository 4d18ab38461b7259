import { type EndpointName, endpoints, errorCodes } from '@wopack/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { buyProduct, createDraftProduct, expectApiError, startPayment } from '../support/builders.ts';
import { type CallerName, createFixtures, type Fixtures, sampleRequests } from '../support/fixtures.ts';
import { useTestApp } from '../support/test-app.ts';
import { sendRequest } from '../support/test-request.ts';

const api = useTestApp();

const CALLERS = [
  'nobody',
  'buyer',
  'otherBuyer',
  'seller',
  'otherSeller',
  'partner',
] as const satisfies CallerName[];

type Outcome = 'ok' | 'who?' | 'no' | 'none' | 'open';
const OUTCOME_CODES = {
  ok: 0,
  'who?': errorCodes.notSignedIn.code,
  no: errorCodes.notAllowed.code,
  none: errorCodes.notFound.code,
  open: errorCodes.conflict.code,
} satisfies Record<Outcome, number>;

const FOR_EVERYBODY: Outcome[] = ['ok', 'ok', 'ok', 'ok', 'ok', 'ok'];
const FOR_SIGNED_IN: Outcome[] = ['who?', 'ok', 'ok', 'ok', 'ok', 'ok'];
const FOR_SELLERS: Outcome[] = ['who?', 'no', 'no', 'ok', 'ok', 'no'];
/** Data of the seller; reported as missing to other sellers. */
const FOR_ITS_SELLER: Outcome[] = ['who?', 'no', 'no', 'ok', 'none', 'no'];
const FOR_PARTNERS: Outcome[] = ['who?', 'no', 'no', 'no', 'no', 'ok'];
/** Earnings of the seller; reported as missing to other users of any role. */
const FOR_ITS_EARNER: Outcome[] = ['who?', 'none', 'none', 'ok', 'none', 'none'];
const FOR_ITS_BUYER: Outcome[] = ['who?', 'ok', 'none', 'none', 'none', 'none'];

/** Outcome of every endpoint by caller, in the order of `CALLERS`. The data belongs to the buyer or the seller. */
const accessTable: Record<EndpointName, Outcome[]> = {
  register: FOR_EVERYBODY,
  login: FOR_EVERYBODY,
  sendCode: FOR_EVERYBODY,
  listAuthProviders: FOR_EVERYBODY,
  logout: FOR_SIGNED_IN,
  checkAuth: FOR_EVERYBODY,
  getMe: FOR_SIGNED_IN,
  updateProfile: FOR_SIGNED_IN,
  updateCity: FOR_SIGNED_IN,
  updateSellerRole: FOR_SIGNED_IN,
  updatePartnerRole: FOR_SIGNED_IN,
  uploadAvatar: FOR_SIGNED_IN,
  updatePassword: FOR_SIGNED_IN,
  listDevices: FOR_SIGNED_IN,
  endDevice: FOR_ITS_BUYER,
  endOtherDevices: FOR_SIGNED_IN,
  listLinkedAccounts: FOR_SIGNED_IN,
  unlinkAccount: FOR_SIGNED_IN,
  updateLanguage: FOR_SIGNED_IN,
  verifyEmail: FOR_SIGNED_IN,
  updateEmail: FOR_SIGNED_IN,
  getBusiness: FOR_SIGNED_IN,
  updateBusiness: FOR_SIGNED_IN,
  exportAccount: FOR_SIGNED_IN,
  // Refused while orders are open or shares of them are not settled.
  deleteAccount: ['who?', 'open', 'ok', 'open', 'ok', 'open'],
  searchCities: FOR_EVERYBODY,
  listOfferCities: FOR_EVERYBODY,
  reverseGeocode: FOR_EVERYBODY,
  findCityByIp: FOR_EVERYBODY,
  searchEstablishments: FOR_SIGNED_IN,
  listSalePlaceTypes: FOR_EVERYBODY,
  saveSalePlace: FOR_ITS_SELLER,
  listMySalePlaces: FOR_SELLERS,
  getMySalePlace: FOR_ITS_SELLER,
  pauseSalePlace: FOR_ITS_SELLER,
  deleteSalePlace: FOR_ITS_SELLER,
  listPrices: FOR_SIGNED_IN,
  listPriceTiers: FOR_SELLERS,
  listProductTypes: FOR_EVERYBODY,
  uploadProductPhoto: FOR_SELLERS,
  saveProduct: FOR_ITS_SELLER,
  updateSchedule: FOR_ITS_SELLER,
  listMyProducts: FOR_SELLERS,
  getMyProduct: FOR_ITS_SELLER,
  pauseProduct: FOR_ITS_SELLER,
  deleteProduct: FOR_ITS_SELLER,
  getSellerWeek: FOR_ITS_SELLER,
  updateSlotQuantity: FOR_ITS_SELLER,
  markSlotSoldOut: FOR_ITS_SELLER,
  updateDateOverride: FOR_ITS_SELLER,
  listHolidays: FOR_ITS_SELLER,
  saveHoliday: FOR_ITS_SELLER,
  deleteHoliday: FOR_ITS_SELLER,
  listOffers: FOR_SIGNED_IN,
  listMapOffers: FOR_SIGNED_IN,
  getOffersSummary: FOR_EVERYBODY,
  getOffer: FOR_EVERYBODY,
  toggleFavourite: FOR_SIGNED_IN,
  streamOffers: FOR_SIGNED_IN,
  // Sellers cannot buy their own products.
  initiatePayment: ['who?', 'ok', 'ok', 'no', 'ok', 'ok'],
  getPaymentProvider: FOR_EVERYBODY,
  completePayment: FOR_ITS_BUYER,
  failPayment: FOR_ITS_BUYER,
  listMyHolds: FOR_SIGNED_IN,
  confirmSandboxPayment: FOR_EVERYBODY,
  authenticateSandboxPayment: FOR_EVERYBODY,
  listOrders: FOR_SIGNED_IN,
  getOrder: FOR_ITS_BUYER,
  cancelOrder: FOR_ITS_BUYER,
  rateOrder: FOR_ITS_BUYER,
  uploadReportPhoto: FOR_SIGNED_IN,
  reportOrder: FOR_ITS_BUYER,
  getSeller: FOR_SIGNED_IN,
  listSellerReviews: FOR_SIGNED_IN,
  listSellerOrders: FOR_ITS_SELLER,
  getSellerToday: FOR_ITS_SELLER,
  getSellerTaskCounts: FOR_SELLERS,
  getSalesStatistics: FOR_ITS_SELLER,
  exportSalesStatistics: FOR_ITS_SELLER,
  cancelSellerOrder: FOR_ITS_SELLER,
  cancelSlot: FOR_ITS_SELLER,
  listSellerReports: FOR_ITS_SELLER,
  answerReport: FOR_ITS_SELLER,
  streamSellerOrders: FOR_SELLERS,
  checkPin: FOR_ITS_SELLER,
  handOut: FOR_ITS_SELLER,
  recordVisit: FOR_EVERYBODY,
  getAffiliateOverview: FOR_SIGNED_IN,
  listAffiliateMonths: FOR_PARTNERS,
  listReferredBuyers: FOR_PARTNERS,
  getReferredBuyer: FOR_PARTNERS,
  listReferredSellers: FOR_PARTNERS,
  getReferredSeller: FOR_PARTNERS,
  listShares: FOR_PARTNERS,
  exportAffiliateCsv: FOR_PARTNERS,
  listTransactions: FOR_SIGNED_IN,
  exportTransactions: FOR_SIGNED_IN,
  getPayoutDetails: FOR_SIGNED_IN,
  updatePayoutDetails: FOR_SIGNED_IN,
  listStatements: FOR_SIGNED_IN,
  getStatement: FOR_ITS_EARNER,
  exportStatementCsv: FOR_ITS_EARNER,
  exportStatementPdf: FOR_ITS_EARNER,
  getNotificationSettings: FOR_SIGNED_IN,
  updateNotificationSettings: FOR_SIGNED_IN,
  getSellerNotificationSettings: FOR_SELLERS,
  updateSellerNotificationSettings: FOR_SELLERS,
  unsubscribe: FOR_EVERYBODY,
  savePushSubscription: FOR_SIGNED_IN,
  deletePushSubscription: FOR_SIGNED_IN,
};

test('every endpoint has a row', () => {
  expect(Object.keys(accessTable).sort()).toEqual(Object.keys(endpoints).sort());
});

describe.each(Object.entries(accessTable) as [EndpointName, Outcome[]][])('%s', (name, outcomes) => {
  test(outcomes.join(' '), async () => {
    const fixtures = await createFixtures(api);
    const codesByCaller: Record<string, number> = {};
    for (const callerName of CALLERS) {
      const caller = callerName === 'nobody' ? null : fixtures[callerName];
      const testRequest = await sampleRequests[name](fixtures, caller);
      const { status, body } = await sendRequest(api, name, { ...testRequest, token: caller?.token });
      codesByCaller[callerName] = status === 200 ? 0 : (body.code ?? status);
    }
    expect(codesByCaller).toEqual(
      Object.fromEntries(CALLERS.map((callerName, i) => [callerName, OUTCOME_CODES[outcomes[i]!]])),
    );
  });
});

describe('an invalid token is refused', () => {
  const signedInEndpoints = (Object.keys(accessTable) as EndpointName[]).filter(
    (name) => accessTable[name][0] === 'who?',
  );
  let fixtures: Fixtures;
  beforeAll(async () => {
    fixtures = await createFixtures(api);
  });
  test.each(signedInEndpoints)('%s', async (name) => {
    const testRequest = await sampleRequests[name](fixtures, fixtures.seller);
    for (const token of ['x'.repeat(43), `${fixtures.seller.token}x`, ' ', 'null', "' or 1=1 --"]) {
      expect((await sendRequest(api, name, { ...testRequest, token })).body.code).toBe(OUTCOME_CODES['who?']);
    }
  });
});

const listIds = (list: { id: number }[]) => list.map(({ id }) => id);

test('lists contain only the caller’s own data', async () => {
  const { seller, otherSeller, buyer, otherBuyer, salePlaceId, productId, spareProductId, order } =
    await createFixtures(api);
  await buyProduct(otherBuyer, productId);
  await startPayment(otherBuyer, spareProductId);

  expect(listIds((await otherSeller.call('listMySalePlaces')).data)).toHaveLength(1);
  expect(listIds((await otherSeller.call('listMySalePlaces')).data)).not.toContain(salePlaceId);
  expect(listIds((await seller.call('listMyProducts')).data)).toEqual([productId, spareProductId]);
  expect(listIds((await otherSeller.call('listMyProducts')).data)).not.toContain(productId);
  expect((await seller.call('listSellerOrders')).data).toHaveLength(2);
  expect((await otherSeller.call('listSellerOrders')).data).toEqual([]);
  expect((await otherSeller.call('getSellerToday')).data).toMatchObject({ sold: 0, month_earning_cents: 0 });
  expect(listIds((await buyer.call('listOrders')).data)).toEqual([order.id]);
  expect((await buyer.call('listMyHolds')).data).toEqual([]);
});

test('a partner sees the users they referred, and no other user does', async () => {
  const { partner, buyer, seller, otherSeller, otherBuyer } = await createFixtures(api);
  const listVisibleTo = async ({ call }: typeof partner) => ({
    clients: listIds((await call('listReferredBuyers')).data),
    sellers: listIds((await call('listReferredSellers')).data),
    shares: (await call('listShares')).data.map(({ person_id }) => person_id),
    file:
      (await (await call('exportAffiliateCsv', { query: { list: 'shares' } })).text()).split('\r\n').length -
      2,
  });
  expect(await listVisibleTo(partner)).toEqual({
    ...{ clients: [buyer.id], sellers: [seller.id], shares: [seller.id, buyer.id], file: 2 },
  });
  // Another partner has empty lists.
  await otherBuyer.call('updatePartnerRole', { body: { is_partner: true } });
  expect(await listVisibleTo(otherBuyer)).toEqual({ clients: [], sellers: [], shares: [], file: 0 });
  for (const other of [buyer, seller, otherSeller])
    await expectApiError(listVisibleTo(other), errorCodes.notAllowed.code);
  // A former partner still sees earlier referrals.
  await partner.call('updatePartnerRole', { body: { is_partner: false } });
  expect((await listVisibleTo(partner)).clients).toEqual([buyer.id]);
  const partnerReplies = JSON.stringify([
    await partner.call('listReferredBuyers'),
    await partner.call('getReferredBuyer', { params: { id: buyer.id } }),
    await partner.call('listShares'),
  ]);
  for (const secret of [buyer.email, 'Marta', 'Salgado', 'Cesto'])
    expect(partnerReplies).not.toContain(secret);
});

test('only its seller sees a draft', async () => {
  const { seller, otherSeller, buyer, salePlaceId } = await createFixtures(api);
  const id = await createDraftProduct(api, seller, salePlaceId, { name: 'Segredo' });
  const getErrorCode = async (token?: string) => {
    const { status, body } = await sendRequest(api, 'getOffer', { params: { id }, token });
    return status === 200 ? 0 : body.code;
  };
  expect(await getErrorCode(seller.token)).toBe(0);
  for (const token of [undefined, buyer.token, otherSeller.token]) expect(await getErrorCode(token)).toBe(4);
  const favouriteReply = await sendRequest(api, 'toggleFavourite', { params: { id }, token: buyer.token });
  expect(favouriteReply.body.code).toBe(4);
  const paymentBody = { amount: 3.99, currency: 'EUR', productId: id };
  expect(
    (await sendRequest(api, 'initiatePayment', { body: paymentBody, token: buyer.token })).body.code,
  ).toBe(4);
  const { data } = await buyer.call('listOffers', { query: { searchProductText: 'segredo' } });
  expect(data).toEqual([]);
});
