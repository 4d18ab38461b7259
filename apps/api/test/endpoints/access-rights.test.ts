import {
  type Endpoint,
  type EndpointName,
  endpoints,
  errorCodes,
  type OperatorRole,
  operatorRoles,
} from '@wopack/contract';
import { expect, test } from 'vitest';
import {
  buyProduct,
  createDraftProduct,
  expectApiError,
  startPayment,
  type TestUser,
} from '../support/builders.ts';
import { createTestOperator } from '../support/operators.ts';
import {
  type CallerName,
  createFixtures,
  type Fixtures,
  sampleRequests,
} from '../support/sample-requests.ts';
import { MINUTE, useTestApp } from '../support/test-app.ts';
import { sendRequest, type TestRequest } from '../support/test-request.ts';

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
/** Whoever has an account is none. */
const FOR_DEVICES: Outcome[] = ['who?', 'no', 'no', 'no', 'no', 'no'];
const FOR_PARTNERS: Outcome[] = ['who?', 'no', 'no', 'no', 'no', 'ok'];
/** Earnings of the seller; reported as missing to other users of any role. */
const FOR_ITS_EARNER: Outcome[] = ['who?', 'none', 'none', 'ok', 'none', 'none'];
/** Sellers take no part in draws of their own products. */
const FOR_OTHERS_THAN_ITS_SELLER: Outcome[] = ['who?', 'ok', 'ok', 'no', 'ok', 'ok'];
const FOR_ITS_BUYER: Outcome[] = ['who?', 'ok', 'none', 'none', 'none', 'none'];

type OperatorEndpointName = {
  [N in EndpointName]: (typeof endpoints)[N] extends { auth: 'operator' } ? N : never;
}[EndpointName];

/** Outcome of every endpoint by caller, in the order of `CALLERS`. The data belongs to the buyer or the seller. */
const accessTable: Record<Exclude<EndpointName, OperatorEndpointName>, Outcome[]> = {
  register: FOR_EVERYBODY,
  login: FOR_EVERYBODY,
  sendCode: FOR_EVERYBODY,
  listAuthProviders: FOR_EVERYBODY,
  logout: FOR_SIGNED_IN,
  checkAuth: FOR_EVERYBODY,
  getMe: FOR_SIGNED_IN,
  updateProfile: FOR_SIGNED_IN,
  updateCity: FOR_SIGNED_IN,
  updateFood: FOR_SIGNED_IN,
  updateSellerRole: FOR_SIGNED_IN,
  updatePartnerRole: FOR_SIGNED_IN,
  uploadAvatar: FOR_SIGNED_IN,
  updatePassword: FOR_SIGNED_IN,
  listDevices: FOR_SIGNED_IN,
  endDevice: FOR_ITS_BUYER,
  endOtherDevices: FOR_SIGNED_IN,
  listSecurityEvents: FOR_SIGNED_IN,
  listLegalTexts: FOR_EVERYBODY,
  listLegalTextChanges: FOR_SIGNED_IN,
  confirmLegalText: FOR_SIGNED_IN,
  listLinkedAccounts: FOR_SIGNED_IN,
  unlinkAccount: FOR_SIGNED_IN,
  updateLanguage: FOR_SIGNED_IN,
  verifyEmail: FOR_SIGNED_IN,
  updateEmail: FOR_SIGNED_IN,
  listMyBusinesses: FOR_SIGNED_IN,
  chooseBusiness: FOR_ITS_EARNER,
  leaveBusiness: FOR_SIGNED_IN,
  listMembers: FOR_SELLERS,
  inviteMember: FOR_SELLERS,
  repeatInvitation: FOR_ITS_SELLER,
  withdrawInvitation: FOR_ITS_SELLER,
  updateMember: FOR_ITS_SELLER,
  endMember: FOR_ITS_SELLER,
  listActivity: FOR_SELLERS,
  exportActivity: FOR_SELLERS,
  listCounters: FOR_SELLERS,
  addCounter: FOR_ITS_SELLER,
  renewCounterCode: FOR_ITS_SELLER,
  updateCounter: FOR_ITS_SELLER,
  listCounterNames: FOR_SELLERS,
  addCounterName: FOR_ITS_SELLER,
  removeCounterName: FOR_ITS_SELLER,
  endCounter: FOR_ITS_SELLER,
  pairCounter: FOR_EVERYBODY,
  getCounter: FOR_DEVICES,
  sendCounterHandOuts: FOR_DEVICES,
  findInvitation: FOR_EVERYBODY,
  acceptInvitation: FOR_SIGNED_IN,
  declineInvitation: FOR_EVERYBODY,
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
  findLookAlikes: FOR_SELLERS,
  claimSalePlace: FOR_SELLERS,
  uploadClaimPhoto: FOR_SELLERS,
  listMyPlaceClaims: FOR_SELLERS,
  answerPlaceClaim: FOR_ITS_SELLER,
  exportPosterPdf: FOR_ITS_SELLER,
  pauseSalePlace: FOR_ITS_SELLER,
  deleteSalePlace: FOR_ITS_SELLER,
  listPrices: FOR_SIGNED_IN,
  listPriceTiers: FOR_SELLERS,
  listProductTypes: FOR_EVERYBODY,
  uploadProductPhoto: FOR_SELLERS,
  listImportColumns: FOR_SELLERS,
  exportImportTemplate: FOR_SELLERS,
  exportProducts: FOR_ITS_SELLER,
  listProductImports: FOR_SELLERS,
  createProductImport: FOR_SELLERS,
  addImportPhotos: FOR_ITS_SELLER,
  getProductImport: FOR_ITS_SELLER,
  listImportedProducts: FOR_ITS_SELLER,
  startProductImport: FOR_ITS_SELLER,
  discardProductImport: FOR_ITS_SELLER,
  exportImportErrors: FOR_ITS_SELLER,
  saveProduct: FOR_ITS_SELLER,
  updateSchedule: FOR_ITS_SELLER,
  listMyProducts: FOR_SELLERS,
  getMyProduct: FOR_ITS_SELLER,
  pauseProduct: FOR_ITS_SELLER,
  deleteProduct: FOR_ITS_SELLER,
  copyProduct: FOR_ITS_SELLER,
  linkProducts: FOR_ITS_SELLER,
  unlinkProduct: FOR_ITS_SELLER,
  getSellerWeek: FOR_ITS_SELLER,
  getForecast: FOR_ITS_SELLER,
  listNextStockQuestions: FOR_ITS_SELLER,
  listStockQuestions: FOR_ITS_SELLER,
  answerStockQuestion: FOR_ITS_SELLER,
  answerPushedQuestion: FOR_EVERYBODY,
  updateStockQuestion: FOR_ITS_SELLER,
  updateSlotQuantity: FOR_ITS_SELLER,
  markSlotSoldOut: FOR_ITS_SELLER,
  updateDateOverride: FOR_ITS_SELLER,
  listHolidays: FOR_ITS_SELLER,
  saveHoliday: FOR_ITS_SELLER,
  deleteHoliday: FOR_ITS_SELLER,
  listOffers: FOR_EVERYBODY,
  listMapOffers: FOR_EVERYBODY,
  listSuggestions: FOR_EVERYBODY,
  countSuitableOffers: FOR_EVERYBODY,
  getOffersSummary: FOR_EVERYBODY,
  getOffer: FOR_EVERYBODY,
  toggleFavourite: FOR_SIGNED_IN,
  listSavedSearches: FOR_SIGNED_IN,
  saveSearch: FOR_SIGNED_IN,
  deleteSavedSearch: FOR_ITS_BUYER,
  streamOffers: FOR_SIGNED_IN,
  // Sellers cannot buy their own products.
  enterDraw: FOR_OTHERS_THAN_ITS_SELLER,
  withdrawFromDraw: FOR_SIGNED_IN,
  joinWaitlist: FOR_OTHERS_THAN_ITS_SELLER,
  leaveWaitlist: FOR_SIGNED_IN,
  listMyEntries: FOR_SIGNED_IN,
  getDraw: FOR_EVERYBODY,
  listSellerAllocations: FOR_SELLERS,
  updateAllocation: FOR_ITS_SELLER,
  getDemand: FOR_SELLERS,
  initiatePayment: ['who?', 'ok', 'ok', 'no', 'ok', 'ok'],
  quotePayment: ['who?', 'ok', 'ok', 'no', 'ok', 'ok'],
  getPaymentProvider: FOR_EVERYBODY,
  getTrust: FOR_EVERYBODY,
  completePayment: FOR_ITS_BUYER,
  failPayment: FOR_ITS_BUYER,
  requestMbWay: FOR_ITS_BUYER,
  checkMbWay: FOR_ITS_BUYER,
  leaveMbWay: FOR_ITS_BUYER,
  listMyHolds: FOR_SIGNED_IN,
  listSavedCards: FOR_SIGNED_IN,
  removeSavedCard: FOR_ITS_BUYER,
  getPayoutAccount: FOR_SIGNED_IN,
  listTransfers: FOR_SIGNED_IN,
  refreshPayoutAccount: FOR_SIGNED_IN,
  // Here the operator pays.
  startOnboarding: ['who?', 'open', 'open', 'open', 'open', 'open'],
  openProviderPage: ['who?', 'open', 'open', 'open', 'open', 'open'],
  openSandboxAccount: FOR_EVERYBODY,
  submitSandboxAccount: FOR_EVERYBODY,
  setDefaultCard: FOR_ITS_BUYER,
  confirmSandboxPayment: FOR_EVERYBODY,
  authenticateSandboxPayment: FOR_EVERYBODY,
  listOrders: FOR_SIGNED_IN,
  getOrder: FOR_ITS_BUYER,
  exportReceiptPdf: FOR_ITS_BUYER,
  getCalendarLink: FOR_ITS_BUYER,
  getCalendarFile: FOR_EVERYBODY,
  setOrderInvoice: FOR_ITS_BUYER,
  getInvoiceDetails: FOR_SIGNED_IN,
  removeInvoiceDetails: FOR_SIGNED_IN,
  withdrawFromOrder: FOR_ITS_BUYER,
  cancelOrder: FOR_ITS_BUYER,
  createFriendLink: FOR_ITS_BUYER,
  takeBackFriendLink: FOR_ITS_BUYER,
  getFriendOrder: FOR_EVERYBODY,
  openFriendOrder: FOR_EVERYBODY,
  rateOrder: FOR_ITS_BUYER,
  answerValue: FOR_ITS_BUYER,
  getSellerValue: FOR_ITS_SELLER,
  acceptValueProposal: FOR_ITS_SELLER,
  changeValuePhoto: FOR_ITS_SELLER,
  withdrawValue: FOR_ITS_BUYER,
  uploadValuePhoto: FOR_SIGNED_IN,
  uploadReportPhoto: FOR_SIGNED_IN,
  reportOrder: FOR_ITS_BUYER,
  getSalePlace: FOR_EVERYBODY,
  listSalePlaceReviews: FOR_EVERYBODY,
  getSeller: FOR_SIGNED_IN,
  listSellerReviews: FOR_SIGNED_IN,
  listSellerOrders: FOR_ITS_SELLER,
  getSellerToday: FOR_ITS_SELLER,
  getSellerTaskCounts: FOR_SELLERS,
  getSalesStatistics: FOR_ITS_SELLER,
  exportSalesStatistics: FOR_ITS_SELLER,
  getImpact: FOR_SIGNED_IN,
  exportImpactPdf: FOR_SIGNED_IN,
  exportImpactPicture: FOR_SIGNED_IN,
  getSalePlaceImpact: FOR_EVERYBODY,
  exportSalePlaceImpactPdf: FOR_EVERYBODY,
  exportSalePlaceImpactPicture: FOR_EVERYBODY,
  listTowns: FOR_EVERYBODY,
  getTownImpact: FOR_EVERYBODY,
  exportTownImpactPdf: FOR_EVERYBODY,
  exportTownImpactPicture: FOR_EVERYBODY,
  getBusinessImpact: FOR_ITS_SELLER,
  exportBusinessImpactPdf: FOR_ITS_SELLER,
  exportBusinessImpactPicture: FOR_ITS_SELLER,
  exportVatSales: FOR_ITS_SELLER,
  compareSalePlaces: FOR_SELLERS,
  exportSalePlaces: FOR_SELLERS,
  cancelSellerOrder: FOR_ITS_SELLER,
  refundSellerOrder: FOR_ITS_SELLER,
  cancelSlot: FOR_ITS_SELLER,
  listSellerReports: FOR_ITS_SELLER,
  listHandOutConflicts: FOR_ITS_SELLER,
  closeHandOutConflicts: FOR_ITS_SELLER,
  answerReport: FOR_ITS_SELLER,
  listMyReviews: FOR_ITS_SELLER,
  replyToReview: FOR_ITS_SELLER,
  sendReportMessage: FOR_ITS_SELLER,
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
  getMyCredit: FOR_SIGNED_IN,
  listCreditMovements: FOR_SIGNED_IN,
  redeemCode: FOR_SIGNED_IN,
  listDiscountCodes: FOR_SELLERS,
  createDiscountCode: FOR_SELLERS,
  stopDiscountCode: FOR_ITS_SELLER,
  getOrderCredit: FOR_ITS_SELLER,
  giveOrderCredit: FOR_ITS_SELLER,
  listTransactions: FOR_SIGNED_IN,
  exportTransactions: FOR_SIGNED_IN,
  getPayoutDetails: FOR_SIGNED_IN,
  updatePayoutDetails: FOR_SIGNED_IN,
  listStatements: FOR_SIGNED_IN,
  getStatement: FOR_ITS_EARNER,
  exportStatementCsv: FOR_ITS_EARNER,
  exportStatementPdf: FOR_ITS_EARNER,
  exportCommissionInvoicePdf: FOR_ITS_EARNER,
  getNotificationSettings: FOR_SIGNED_IN,
  updateNotificationSettings: FOR_SIGNED_IN,
  getSellerNotificationSettings: FOR_SELLERS,
  updateSellerNotificationSettings: FOR_SELLERS,
  unsubscribe: FOR_EVERYBODY,
  savePushSubscription: FOR_SIGNED_IN,
  renewPushSubscription: FOR_EVERYBODY,
  deletePushSubscription: FOR_SIGNED_IN,
  // The request makes its caller an operator; for others see below.
  getOperatorAccount: FOR_SIGNED_IN,
  setUpTotp: FOR_SIGNED_IN,
  confirmTotp: FOR_SIGNED_IN,
  startOperatorSession: FOR_SIGNED_IN,
  getDecision: FOR_EVERYBODY,
  objectToDecision: FOR_EVERYBODY,
  reportContent: FOR_EVERYBODY,
};

/** Roles that may use a call of the console: support, finance, catalogue, owner. */
const operatorTable: Record<OperatorEndpointName, string> = {
  getOperator: 'sfco',
  endOperatorSession: 'sfco',
  stepUpOperator: 'sfco',
  renewRecoveryCodes: 'sfco',
  listOperators: 'o',
  exportOperators: 'o',
  inviteOperator: 'o',
  updateOperatorRole: 'o',
  removeOperator: 'o',
  resetOperatorTotp: 'o',
  endOperatorSessions: 'o',
  listAuditEntries: 'o',
  exportAuditEntries: 'o',
  getCase: 'sfco',
  getDashboard: 'sfco',
  exportDashboard: 'sfco',
  searchAdmin: 'sfco',
  getLaunchList: 'sfo',
  checkLaunch: 'fo',
  getConsoleLegalTexts: 'sfo',
  announceLegalText: 'o',
  exportLaunchPdf: 'sfo',
  getProcessingRecord: 'sfo',
  listAdminOrders: 'sfo',
  exportAdminOrders: 'sfo',
  getAdminOrder: 'sfo',
  getProviderState: 'sfo',
  refundAdminOrder: 'sfo',
  cancelAdminOrder: 'sfo',
  resendTicket: 'so',
  listProblems: 'sfo',
  exportProblems: 'sfo',
  getProblem: 'sfo',
  askSeller: 'sfo',
  decideProblem: 'sfo',
  listObjections: 'sco',
  exportObjections: 'sco',
  decideObjection: 'co',
  listAdminUsers: 'sfo',
  exportAdminUsers: 'sfo',
  getAdminUser: 'sfo',
  endUserSessions: 'so',
  updateUserChannel: 'so',
  blockUser: 'o',
  unblockUser: 'o',
  updateUserRoles: 'o',
  requestUserExport: 'so',
  deleteAdminUser: 'o',
  listAdminSellers: 'sfco',
  exportAdminSellers: 'sfco',
  getAdminSeller: 'sfco',
  verifySeller: 'fo',
  suspendSeller: 'o',
  endSeller: 'o',
  reinstateSeller: 'o',
  holdPayouts: 'fo',
  releasePayouts: 'fo',
  listAdminProducts: 'sco',
  exportAdminProducts: 'sco',
  getAdminProduct: 'sco',
  hideProduct: 'co',
  unhideProduct: 'co',
  updateProductTypes: 'co',
  listAdminSalePlaces: 'sco',
  exportAdminSalePlaces: 'sco',
  getAdminSalePlace: 'sco',
  updateSalePlaceTypes: 'co',
  hideSalePlace: 'co',
  unhideSalePlace: 'co',
  listAdminPriceTiers: 'sfco',
  exportAdminPriceTiers: 'sfco',
  createPriceTier: 'co',
  updatePriceTier: 'co',
  retirePriceTier: 'co',
  restorePriceTier: 'co',
  listAdminProductTypes: 'sfco',
  exportAdminProductTypes: 'sfco',
  createProductType: 'co',
  updateProductType: 'co',
  retireProductType: 'co',
  restoreProductType: 'co',
  listReviews: 'sco',
  exportReviews: 'sco',
  hideReview: 'co',
  unhideReview: 'co',
  hideReviewReply: 'co',
  unhideReviewReply: 'co',
  listContentReports: 'sco',
  exportContentReports: 'sco',
  getContentReport: 'sco',
  decideContentReport: 'co',
  listLookAlikes: 'sco',
  exportLookAlikes: 'sco',
  getLookAlike: 'sco',
  decideLookAlike: 'co',
  listPlaceClaims: 'sco',
  exportPlaceClaims: 'sco',
  listValueProposals: 'sco',
  exportValueProposals: 'sco',
  getPlaceClaim: 'sco',
  decidePlaceClaim: 'co',
  listLedgerEntries: 'fo',
  exportLedgerEntries: 'fo',
  listReconciliations: 'fo',
  exportReconciliations: 'fo',
  listAdminStatements: 'fo',
  exportAdminStatements: 'fo',
  listPayoutRuns: 'fo',
  exportPayoutRuns: 'fo',
  getPayoutRun: 'fo',
  createPayoutRun: 'fo',
  exportPayoutFile: 'fo',
  markPayoutRunSent: 'fo',
  confirmPayoutRun: 'fo',
  returnAdminPayout: 'fo',
  listAdminTransfers: 'fo',
  exportAdminTransfers: 'fo',
  getAdminTransfer: 'fo',
  tryAdminTransfer: 'fo',
  listAdminProviderPayouts: 'fo',
  exportAdminProviderPayouts: 'fo',
  listCommissionInvoices: 'fo',
  exportCommissionInvoices: 'fo',
  getCommissionInvoice: 'fo',
  exportConsoleInvoicePdf: 'fo',
  retryCommissionInvoice: 'fo',
  lookUpCommissionInvoice: 'fo',
  closeCommissionInvoice: 'fo',
  listRefunds: 'sfo',
  listAdminCodes: 'sfo',
  exportAdminCodes: 'sfo',
  createAdminCode: 'fo',
  findSalePlacesForCode: 'fo',
  stopAdminCode: 'fo',
  listAdminGrants: 'sfo',
  exportAdminGrants: 'sfo',
  grantCredit: 'sfo',
  endCredit: 'sfo',
  exportRefunds: 'sfo',
  repeatRefund: 'sfo',
  settleRefund: 'fo',
  decideRefundTransfer: 'fo',
  restoreSale: 'fo',
  listDisputes: 'sfo',
  exportDisputes: 'sfo',
  listPartners: 'sfo',
  exportPartners: 'sfo',
  getPartner: 'sfo',
  listAdminReferrals: 'sfo',
  exportAdminReferrals: 'sfo',
  listAdminShares: 'sfo',
  exportAdminShares: 'sfo',
  listAdminCredits: 'sfo',
  exportAdminCredits: 'sfo',
  listTaxSellers: 'fo',
  exportTaxSellers: 'fo',
  getTaxYear: 'fo',
  computeTaxYear: 'fo',
  exportTaxCsv: 'fo',
  exportTaxXml: 'fo',
  listFailedJobs: 'sfo',
  exportFailedJobs: 'sfo',
  retryJob: 'so',
  giveUpJob: 'so',
  listFailedMails: 'sfo',
  exportFailedMails: 'sfo',
  retryMail: 'so',
  giveUpMail: 'so',
};

/** Their rows name nobody. */
const EXPORTS_WITHOUT_PEOPLE: OperatorEndpointName[] = [
  'exportDashboard',
  'exportLaunchPdf',
  'exportReconciliations',
  'exportPayoutRuns',
  'exportDisputes',
  'exportAdminPriceTiers',
  'exportAdminProductTypes',
  'exportFailedJobs',
];

/** Calls that move money, change roles, or take the data of many people away. */
const STEP_UP_ENDPOINTS: OperatorEndpointName[] = [
  'renewRecoveryCodes',
  'inviteOperator',
  'updateOperatorRole',
  'removeOperator',
  'resetOperatorTotp',
  'endOperatorSessions',
  'refundAdminOrder',
  'cancelAdminOrder',
  'decideProblem',
  'updateUserRoles',
  'deleteAdminUser',
  'holdPayouts',
  'releasePayouts',
  'createPayoutRun',
  'markPayoutRunSent',
  'confirmPayoutRun',
  'returnAdminPayout',
  'tryAdminTransfer',
  // Tells everybody, for good.
  'announceLegalText',
  'retryCommissionInvoice',
  'lookUpCommissionInvoice',
  'closeCommissionInvoice',
  'repeatRefund',
  'settleRefund',
  'decideRefundTransfer',
  'restoreSale',
  'createAdminCode',
  'grantCredit',
  'endCredit',
  ...(Object.keys(endpoints) as OperatorEndpointName[]).filter(
    (name) =>
      endpoints[name].auth === 'operator' &&
      'produces' in endpoints[name] &&
      // One document, which its page shows.
      name !== 'exportConsoleInvoicePdf' &&
      !EXPORTS_WITHOUT_PEOPLE.includes(name),
  ),
];

test('every endpoint has a row', () => {
  expect(Object.keys({ ...accessTable, ...operatorTable }).sort()).toEqual(Object.keys(endpoints).sort());
});

const operatorEndpoints = Object.entries(operatorTable) as [OperatorEndpointName, string][];

/** Their requests end what others need: an account, a session, or that a buyer is neither operator nor member. */
const ENDPOINTS_WITH_OWN_DATA: EndpointName[] = [
  'logout',
  'deleteAccount',
  'acceptInvitation',
  'updateSellerRole',
  'updatePartnerRole',
  'getOperatorAccount',
  'setUpTotp',
  'confirmTotp',
  'startOperatorSession',
];

const fixturesByKey = new Map<string, Promise<Fixtures>>();

/** Calls that only read share their data, and so do those that change it but leave it usable for the others. */
const getFixturesFor = (name: EndpointName): Promise<Fixtures> => {
  const key = ENDPOINTS_WITH_OWN_DATA.includes(name) ? name : endpoints[name].method;
  return fixturesByKey.getOrInsertComputed(key, () => createFixtures(api));
};

const operatorsByKey = new Map<string, Promise<TestUser>>();

/** Too long ago for what needs a recent confirmation. */
const createUnconfirmedOperator = (role: OperatorRole) =>
  createTestOperator(api, role, { confirmedAt: new Date(api.clock.now().getTime() - 5 * MINUTE) });

/** Their requests end or confirm the session of their caller. */
const ENDPOINTS_WITH_OWN_OPERATORS: EndpointName[] = ['endOperatorSession', 'stepUpOperator'];

/** One operator of each role for all calls that need a recent confirmation, and one for the others. */
function getOperator(name: OperatorEndpointName, role: OperatorRole): Promise<TestUser> {
  const { stepUp }: Endpoint = endpoints[name];
  const create = () => (stepUp ? createTestOperator(api, role) : createUnconfirmedOperator(role));
  return ENDPOINTS_WITH_OWN_OPERATORS.includes(name)
    ? create()
    : operatorsByKey.getOrInsertComputed(`${role} ${stepUp}`, create);
}

const getUnconfirmedOwner = () => getOperator('getOperator', 'owner');

const countAuditEntries = async (action: string) =>
  (await api.db.selectFrom('audit_entries').select('id').where('action', '=', action).execute()).length;

const getLastAuditEntry = (action: string) =>
  api.db
    .selectFrom('audit_entries')
    .select(['operator_id', 'request_id', 'reason', 'after'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

test.each(operatorEndpoints)('%s by operators: %s', async (name, allowedRoles) => {
  const { method, stepUp }: Endpoint = endpoints[name];
  expect(Boolean(stepUp)).toBe(STEP_UP_ENDPOINTS.includes(name));
  const fixtures = await getFixturesFor(name);
  // Without a recent confirmation of the second factor, where none is needed.
  const operators = await Promise.all(operatorRoles.map((role) => getOperator(name, role)));
  const owner = operators[operatorRoles.indexOf('owner')]!;
  // Valid, and sent first by all who are refused: a refusal changes nothing.
  const ownRequest = await sampleRequests[name](fixtures, owner);
  const getCode = async (token: string | undefined, testRequest = ownRequest) => {
    const { status, body } = await sendRequest(api, name, { ...testRequest, token });
    return status === 200 ? 0 : (body.code ?? status);
  };

  for (const caller of [null, fixtures.buyer, fixtures.seller, fixtures.partner])
    expect(await getCode(caller?.token)).toBe(OUTCOME_CODES['who?']);
  const codes: Record<string, number> = {};
  for (const [index, role] of operatorRoles.entries())
    if (!allowedRoles.includes(role[0]!)) codes[role] = await getCode(operators[index]!.token);
  if (stepUp) await expectStepUp(name, ownRequest);

  for (const [index, role] of operatorRoles.entries()) {
    const operator = operators[index]!;
    if (allowedRoles.includes(role[0]!) && operator !== owner)
      codes[role] = await getCode(operator.token, await sampleRequests[name](fixtures, operator));
  }
  const before = await countAuditEntries(name);
  const { status, body, headers } = await sendRequest(api, name, { ...ownRequest, token: owner.token });
  codes.owner = status === 200 ? 0 : (body.code ?? status);
  expect(codes).toEqual(
    Object.fromEntries(
      operatorRoles.map((role) => [role, OUTCOME_CODES[allowedRoles.includes(role[0]!) ? 'ok' : 'no']]),
    ),
  );

  const count = await countAuditEntries(name);
  if (method === 'POST') expect(count).toBe(before + 1);
  const reason = (ownRequest.body as { reason?: string } | undefined)?.reason;
  if (count > before)
    expect(await getLastAuditEntry(name)).toMatchObject({
      operator_id: owner.id,
      request_id: headers['x-request-id'],
      ...(reason && { reason }),
    });
});

/** Money and roles need a recent confirmation of the second factor, and that it was missing is in the audit log. */
async function expectStepUp(name: OperatorEndpointName, testRequest: TestRequest): Promise<void> {
  const owner = await getUnconfirmedOwner();
  const before = await countAuditEntries(name);
  const { status, body } = await sendRequest(api, name, { ...testRequest, token: owner.token });
  expect(status).toBe(403);
  expect(body).toMatchObject({ code: OUTCOME_CODES.no, errors: { step_up: [expect.any(String)] } });
  expect(await countAuditEntries(name)).toBe(before + 1);
  expect(await getLastAuditEntry(name)).toMatchObject({
    after: { refused: 'step_up' },
    operator_id: owner.id,
  });
}

test('a user without an operator’s role cannot enter the console', async () => {
  const { buyer } = await createFixtures(api);
  for (const name of ['getOperatorAccount', 'setUpTotp', 'confirmTotp', 'startOperatorSession'] as const) {
    const body = endpoints[name].method === 'POST' ? { key: 'none', code: '123456' } : undefined;
    expect((await sendRequest(api, name, { token: buyer.token, body })).body.code).toBe(OUTCOME_CODES.no);
  }
});

const INVALID_TOKENS = ['x'.repeat(43), ' ', 'null', "' or 1=1 --"];

test.each(Object.entries(accessTable) as [keyof typeof accessTable, Outcome[]][])(
  '%s: %s %s %s %s %s %s; an invalid token is refused',
  async (name, outcomes) => {
    const fixtures = await getFixturesFor(name);
    const send = async (testRequest: TestRequest, token: string | undefined) => {
      const { status, body } = await sendRequest(api, name, { ...testRequest, token });
      return status === 200 ? 0 : (body.code ?? status);
    };
    const callers = CALLERS.map((callerName, index) => ({
      callerName,
      caller: callerName === 'nobody' ? null : fixtures[callerName],
      isRefused: ['who?', 'no'].includes(outcomes[index]!),
    }));
    const codes: Record<string, number> = {};
    // Valid, and sent first by all who are refused: a refusal changes nothing.
    const refusedRequest = await sampleRequests[name](fixtures, fixtures.seller);
    for (const { callerName, caller, isRefused } of callers)
      if (isRefused) codes[callerName] = await send(refusedRequest, caller?.token);
    if (outcomes[0] === 'who?' || endpoints[name].auth === 'guest')
      for (const token of [...INVALID_TOKENS, `${fixtures.seller.token}x`])
        expect(await send(refusedRequest, token)).toBe(OUTCOME_CODES['who?']);
    for (const { callerName, caller, isRefused } of callers)
      if (!isRefused)
        codes[callerName] = await send(await sampleRequests[name](fixtures, caller), caller?.token);
    expect(codes).toEqual(
      Object.fromEntries(CALLERS.map((callerName, i) => [callerName, OUTCOME_CODES[outcomes[i]!]])),
    );
  },
);

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
    clients: [buyer.id],
    sellers: [seller.id],
    shares: [seller.id, buyer.id],
    file: 2,
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
