import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import type { PaymentProvider } from '../payments/index.ts';
import { getTierErrors, getTypeErrors } from '../products/index.ts';
import {
  createProductList,
  createReviewList,
  createSalePlaceList,
  getAdminProduct,
  getAdminSalePlace,
} from './content/content.ts';
import {
  createContentReportList,
  decideContentReport,
  getContentReport,
  reportContent,
  validateContentReport,
} from './content/content-reports.ts';
import {
  moderateProduct,
  moderateReview,
  moderateReviewReply,
  moderateSalePlace,
  updateProductTypes,
  updateSalePlaceTypes,
} from './content/moderation.ts';
import {
  createPriceTier,
  createPriceTierList,
  createProductType,
  createProductTypeList,
  retirePriceTier,
  retireProductType,
  updatePriceTier,
  updateProductType,
} from './content/offered-values.ts';
import {
  createLookAlikeList,
  createPlaceClaimList,
  decideLookAlike,
  decidePlaceClaim,
  getLookAlike,
  getPlaceClaim,
} from './content/place-claims.ts';
import { reverseDecision } from './content/reverse-decision.ts';
import { createValueProposalList } from './content/value-proposals.ts';
import {
  createAdminCode,
  createCodeList,
  createGrantList,
  endCredit,
  findSalePlacesForCode,
  grantCredit,
  stopAdminCode,
  validateAdminCode,
  validateGrant,
} from './credit/credit.ts';
import { exportDashboard, getDashboard, searchAdmin } from './dashboard/dashboard.ts';
import { getDecision } from './decisions/decisions.ts';
import {
  createObjectionList,
  decideObjection,
  objectToDecision,
  validateObjection,
} from './decisions/objections.ts';
import { checkLaunch, createLaunchPdfs, getLaunchList } from './launch/launch-list.ts';
import { getProcessingRecord } from './launch/processing-record.ts';
import { announceByConsole, getConsoleLegalTexts } from './legal-texts/announcements.ts';
import {
  closeCommissionInvoice,
  createCommissionInvoiceList,
  exportConsoleInvoicePdf,
  getCommissionInvoice,
  lookUpCommissionInvoice,
  retryCommissionInvoice,
} from './money/commission-invoices.ts';
import {
  createDisputeList,
  createLedgerList,
  createReconciliationList,
  createStatementList,
} from './money/money.ts';
import {
  confirmPayoutRun,
  createPayoutRunByHand,
  createPayoutRunList,
  exportPayoutFile,
  getPayoutRun,
  markPayoutRunSent,
  returnAdminPayout,
} from './money/payout-runs.ts';
import {
  createRefundList,
  decideRefundTransfer,
  repeatRefund,
  restoreSale,
  settleRefund,
  validateSettlement,
} from './money/refunds.ts';
import {
  createProviderPayoutList,
  createTransferList,
  getAdminTransfer,
  tryAdminTransfer,
} from './money/transfers.ts';
import { createOperatorRoutes } from './operator-route.ts';
import {
  confirmTotp,
  endOperatorSession,
  getOperator,
  getOperatorAccount,
  renewRecoveryCodes,
  setUpTotp,
  startOperatorSession,
  stepUpOperator,
} from './operators/operator-sessions.ts';
import {
  createAuditList,
  createOperatorList,
  endOperatorSessions,
  inviteOperator,
  removeOperator,
  resetOperatorTotp,
  updateOperatorRole,
} from './operators/operators.ts';
import { createOrderList, getAdminOrder } from './orders/admin-orders.ts';
import {
  cancelAdminOrder,
  getProviderState,
  refundAdminOrder,
  resendTicket,
  validateRefund,
} from './orders/order-actions.ts';
import {
  askSeller,
  createProblemList,
  decideProblem,
  getProblem,
  validateProblemDecision,
  validateQuestion,
} from './orders/problems.ts';
import { getCase } from './own-cases/own-cases.ts';
import {
  createCreditList,
  createPartnerList,
  createReferralList,
  createShareList,
  getPartner,
} from './partners/partners.ts';
import {
  createSellerList,
  endSeller,
  getAdminSeller,
  holdPayouts,
  reinstateSeller,
  releasePayouts,
  suspendSeller,
  verifySeller,
} from './people/sellers.ts';
import {
  blockUser,
  createUserList,
  deleteAdminUser,
  endUserSessions,
  getAdminUser,
  requestUserExport,
  unblockUser,
  updateUserChannel,
  updateUserRoles,
} from './people/users.ts';
import { changeFailedJob, createJobList, createMailList, giveUpMail, retryMail } from './system/failures.ts';
import { computeTaxYear, createTaxSellerList, exportTaxCsv, exportTaxXml, getTaxYear } from './tax/tax.ts';

interface AdminDependencies {
  provider: PaymentProvider;
  /** Folder of the built web app; null: none is served. */
  webDir: string | null;
  personalDataHandlers: readonly PersonalDataHandler[];
}

export function adminRoutes(
  context: Context,
  http: Http,
  { provider, webDir, personalDataHandlers }: AdminDependencies,
): void {
  const { route, listRoutes, fileRoute } = createOperatorRoutes(context, http);

  http.route(endpoints.getOperatorAccount, (call) => getOperatorAccount(context, call));
  http.route(endpoints.setUpTotp, (call) => setUpTotp(context, call));
  http.route(endpoints.confirmTotp, (call) => confirmTotp(context, call));
  http.route(endpoints.startOperatorSession, (call) => startOperatorSession(context, call));
  route('getOperator', (call) => getOperator(context, call));
  route('endOperatorSession', (call) => endOperatorSession(context, call));
  route('stepUpOperator', (call) => stepUpOperator(context, call));
  route('renewRecoveryCodes', (call) => renewRecoveryCodes(context, call));

  listRoutes(createOperatorList(context));
  route('inviteOperator', (call) => inviteOperator(context, call));
  route('updateOperatorRole', (call) => updateOperatorRole(context, call));
  route('removeOperator', (call) => removeOperator(context, call));
  route('resetOperatorTotp', (call) => resetOperatorTotp(context, call));
  route('endOperatorSessions', (call) => endOperatorSessions(context, call));
  listRoutes(createAuditList(context));

  route('getCase', (call) => getCase(context, call));
  route('getDashboard', (call) => getDashboard(context, call));
  fileRoute('exportDashboard', (call) => exportDashboard(context, call));
  route('searchAdmin', (call) => searchAdmin(context, call));

  listRoutes(createOrderList(context));
  route('getAdminOrder', (call) => getAdminOrder(context, call));
  route('getProviderState', (call) => getProviderState(context, provider, call));
  route('refundAdminOrder', (call) => refundAdminOrder(context, call), validateRefund);
  route('cancelAdminOrder', (call) => cancelAdminOrder(context, call));
  route('resendTicket', (call) => resendTicket(context, call));
  listRoutes(createProblemList(context));
  route('getProblem', (call) => getProblem(context, call));
  route('askSeller', (call) => askSeller(context, call), validateQuestion);
  route('decideProblem', (call) => decideProblem(context, call), validateProblemDecision);

  http.route(endpoints.getDecision, (call) => getDecision(context, call));
  http.route(endpoints.objectToDecision, (call) => objectToDecision(context, call), {
    validate: validateObjection,
  });
  listRoutes(createObjectionList(context));
  route('decideObjection', (call) => decideObjection(context, call, reverseDecision));

  listRoutes(createUserList(context));
  route('getAdminUser', (call) => getAdminUser(context, call));
  route('endUserSessions', (call) => endUserSessions(context, call));
  route('updateUserChannel', (call) => updateUserChannel(context, call));
  route('blockUser', (call) => blockUser(context, call));
  route('unblockUser', (call) => unblockUser(context, call));
  route('updateUserRoles', (call) => updateUserRoles(context, call));
  route('requestUserExport', (call) => requestUserExport(context, call));
  route('deleteAdminUser', (call) => deleteAdminUser(context, call, personalDataHandlers));

  listRoutes(createSellerList(context));
  route('getAdminSeller', (call) => getAdminSeller(context, call));
  route('verifySeller', (call) => verifySeller(context, call));
  route('endSeller', (call) => endSeller(context, call));
  route('suspendSeller', (call) => suspendSeller(context, call));
  route('reinstateSeller', (call) => reinstateSeller(context, call));
  route('holdPayouts', (call) => holdPayouts(context, call));
  route('releasePayouts', (call) => releasePayouts(context, call));

  listRoutes(createProductList(context));
  route('getAdminProduct', (call) => getAdminProduct(context, call));
  route('hideProduct', (call) => moderateProduct(context, call, true));
  route('unhideProduct', (call) => moderateProduct(context, call, false));
  route('updateProductTypes', (call) => updateProductTypes(context, call));
  listRoutes(createSalePlaceList(context));
  route('getAdminSalePlace', (call) => getAdminSalePlace(context, call));
  route('updateSalePlaceTypes', (call) => updateSalePlaceTypes(context, call));
  route('hideSalePlace', (call) => moderateSalePlace(context, call, true));
  route('unhideSalePlace', (call) => moderateSalePlace(context, call, false));
  listRoutes(createReviewList(context));
  route('hideReview', (call) => moderateReview(context, call, true));
  route('unhideReview', (call) => moderateReview(context, call, false));
  route('hideReviewReply', (call) => moderateReviewReply(context, call, true));
  route('unhideReviewReply', (call) => moderateReviewReply(context, call, false));

  listRoutes(createPriceTierList(context));
  route(
    'createPriceTier',
    (call) => createPriceTier(context, call),
    ({ body }) => getTierErrors(body),
  );
  route('updatePriceTier', (call) => updatePriceTier(context, call));
  route('retirePriceTier', (call) => retirePriceTier(context, call, true));
  route('restorePriceTier', (call) => retirePriceTier(context, call, false));
  listRoutes(createProductTypeList(context));
  route(
    'createProductType',
    (call) => createProductType(context, call),
    ({ body }) => getTypeErrors(body),
  );
  route(
    'updateProductType',
    (call) => updateProductType(context, call),
    ({ body }) => getTypeErrors(body),
  );
  route('retireProductType', (call) => retireProductType(context, call, true));
  route('restoreProductType', (call) => retireProductType(context, call, false));

  http.route(endpoints.reportContent, (call) => reportContent(context, call), {
    validate: validateContentReport,
  });
  listRoutes(createContentReportList(context));
  route('getContentReport', (call) => getContentReport(context, call));
  route('decideContentReport', (call) => decideContentReport(context, call));

  listRoutes(createLookAlikeList(context));
  route('getLookAlike', (call) => getLookAlike(context, call));
  route('decideLookAlike', (call) => decideLookAlike(context, call));
  listRoutes(createPlaceClaimList(context));
  listRoutes(createValueProposalList(context));
  route('getPlaceClaim', (call) => getPlaceClaim(context, call));
  route('decidePlaceClaim', (call) => decidePlaceClaim(context, call));

  listRoutes(createLedgerList(context));
  listRoutes(createReconciliationList(context));
  listRoutes(createStatementList(context));
  listRoutes(createPayoutRunList(context));
  route('getPayoutRun', (call) => getPayoutRun(context, call));
  route('createPayoutRun', (call) => createPayoutRunByHand(context, call));
  fileRoute('exportPayoutFile', (call) => exportPayoutFile(context, call));
  route('markPayoutRunSent', (call) => markPayoutRunSent(context, call));
  route('confirmPayoutRun', (call) => confirmPayoutRun(context, call));
  route('returnAdminPayout', (call) => returnAdminPayout(context, call));
  listRoutes(createRefundList(context));
  route('repeatRefund', (call) => repeatRefund(context, provider, call));
  route('settleRefund', (call) => settleRefund(context, provider, call), validateSettlement);
  route('decideRefundTransfer', (call) => decideRefundTransfer(context, provider, call));
  route('restoreSale', (call) => restoreSale(context, provider, call));
  listRoutes(createDisputeList(context));
  listRoutes(createCodeList(context));
  route(
    'createAdminCode',
    (call) => createAdminCode(context, call),
    (call) => validateAdminCode(context, call),
  );
  route('findSalePlacesForCode', (call) => findSalePlacesForCode(context, call));
  route('stopAdminCode', (call) => stopAdminCode(context, call));
  listRoutes(createGrantList(context));
  route(
    'grantCredit',
    (call) => grantCredit(context, call),
    (call) => validateGrant(context, call),
  );
  route('endCredit', (call) => endCredit(context, call));
  listRoutes(createTransferList(context));
  route('getAdminTransfer', (call) => getAdminTransfer(context, call));
  route('tryAdminTransfer', (call) => tryAdminTransfer(context, call));
  listRoutes(createProviderPayoutList(context));
  listRoutes(createCommissionInvoiceList(context));
  route('getCommissionInvoice', (call) => getCommissionInvoice(context, call));
  fileRoute('exportConsoleInvoicePdf', (call) => exportConsoleInvoicePdf(context, call));
  route('retryCommissionInvoice', (call) => retryCommissionInvoice(context, call));
  route('lookUpCommissionInvoice', (call) => lookUpCommissionInvoice(context, call));
  route('closeCommissionInvoice', (call) => closeCommissionInvoice(context, call));
  listRoutes(createPartnerList(context));
  route('getPartner', (call) => getPartner(context, call));
  listRoutes(createReferralList(context));
  listRoutes(createShareList(context));
  listRoutes(createCreditList(context));
  listRoutes(createTaxSellerList(context));
  route('getTaxYear', (call) => getTaxYear(context, call));
  route('computeTaxYear', (call) => computeTaxYear(context, call));
  fileRoute('exportTaxCsv', (call) => exportTaxCsv(context, call));
  fileRoute('exportTaxXml', (call) => exportTaxXml(context, call));
  route('getLaunchList', (call) => getLaunchList(context, call));
  route('checkLaunch', (call) => checkLaunch(context, { provider, webDir }, call));
  const getLaunchPdf = createLaunchPdfs(context);
  fileRoute('exportLaunchPdf', getLaunchPdf);
  route('getConsoleLegalTexts', (call) => getConsoleLegalTexts(context, call));
  route('announceLegalText', (call) => announceByConsole(context, call));
  route('getProcessingRecord', (call) => getProcessingRecord(context, call));
  listRoutes(createJobList(context));
  route('retryJob', (call) => changeFailedJob(context, call));
  route('giveUpJob', (call) => changeFailedJob(context, call));
  listRoutes(createMailList(context));
  route('retryMail', (call) => retryMail(context, call));
  route('giveUpMail', (call) => giveUpMail(context, call));
}
