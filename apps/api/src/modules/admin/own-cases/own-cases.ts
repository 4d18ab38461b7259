import {
  type CaseKind,
  type EndpointName,
  endpoints,
  hasRight,
  type OperatorRight,
  type OperatorRole,
  operatorRoles,
} from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { listDuePayouts } from '../../ledger/index.ts';
import type { RefundTotal } from '../../orders/index.ts';
import { findDecision, hasOtherDecider, waitsForOtherDecider } from '../decisions/decisions.queries.ts';
import { listReversingRoles } from '../decisions/objections.rules.ts';
import { getRefundTotal, isWithinRefundLimit } from '../operators/refund-limit.ts';
import {
  addSharersOfAccounts,
  findRefundedOrder,
  listConcernedUsers,
  listReaderLanguages,
  listSteps,
} from './own-cases.queries.ts';
import { needsSecondOperator } from './second-operator.ts';

type CaseSubject = readonly [kind: CaseKind, id: number];

type Endpoints = typeof endpoints;
export type ChangeName = {
  [N in EndpointName]: Endpoints[N] extends { auth: 'operator'; method: 'POST' } ? N : never;
}[EndpointName];

interface CaseCall {
  params?: { id?: number };
  actor: { id: number };
  /** What calls that refund an order say of it. */
  body?: { refunded_total_cents?: number; packs?: number; decision?: string };
}

/** Concerns nobody in particular, or only the operator's own access. */
const NOBODY = null;

/** What each changing call of the console is about, named by the `id` of its path. A call without a row does not compile. */
export const CASE_KINDS: Record<ChangeName, CaseKind | null> = {
  endOperatorSession: NOBODY,
  stepUpOperator: NOBODY,
  renewRecoveryCodes: NOBODY,
  checkLaunch: NOBODY,
  announceLegalText: NOBODY,
  // Roles are guarded by the right, the second factor and the last owner; an owner may give up the own role.
  inviteOperator: NOBODY,
  updateOperatorRole: NOBODY,
  removeOperator: NOBODY,
  resetOperatorTotp: NOBODY,
  endOperatorSessions: NOBODY,
  refundAdminOrder: 'order',
  cancelAdminOrder: 'order',
  // Sends the buyer what they have already.
  resendTicket: NOBODY,
  askSeller: 'order',
  decideProblem: 'order',
  decideObjection: 'decision',
  endUserSessions: 'user',
  updateUserChannel: 'user',
  blockUser: 'user',
  unblockUser: 'user',
  updateUserRoles: 'user',
  requestUserExport: 'user',
  deleteAdminUser: 'user',
  verifySeller: 'seller',
  suspendSeller: 'seller',
  endSeller: 'seller',
  reinstateSeller: 'seller',
  holdPayouts: 'seller',
  releasePayouts: 'seller',
  hideProduct: 'product',
  unhideProduct: 'product',
  updateProductTypes: 'product',
  updateSalePlaceTypes: 'sale_place',
  hideSalePlace: 'sale_place',
  unhideSalePlace: 'sale_place',
  hideReview: 'review',
  unhideReview: 'review',
  hideReviewReply: 'review_reply',
  unhideReviewReply: 'review_reply',
  decideContentReport: 'content_report',
  decideLookAlike: 'look_alike',
  decidePlaceClaim: 'place_claim',
  // Offered to all sellers alike.
  createPriceTier: NOBODY,
  updatePriceTier: NOBODY,
  retirePriceTier: NOBODY,
  restorePriceTier: NOBODY,
  createProductType: NOBODY,
  updateProductType: NOBODY,
  retireProductType: NOBODY,
  restoreProductType: NOBODY,
  // Anybody may use a code of the operator; a discount is no gain of who makes it.
  createAdminCode: NOBODY,
  stopAdminCode: NOBODY,
  grantCredit: 'user',
  // Takes away.
  endCredit: NOBODY,
  repeatRefund: 'refund',
  settleRefund: 'refund',
  decideRefundTransfer: 'refund',
  restoreSale: 'refund',
  createPayoutRun: 'due_payouts',
  markPayoutRunSent: 'payout_run',
  confirmPayoutRun: 'payout_run',
  returnAdminPayout: 'payout',
  // Repeats what the server does anyway.
  retryCommissionInvoice: NOBODY,
  lookUpCommissionInvoice: NOBODY,
  // Notes what was done elsewhere; the amount is that of the statement.
  closeCommissionInvoice: NOBODY,
  tryAdminTransfer: NOBODY,
  retryJob: NOBODY,
  giveUpJob: NOBODY,
  retryMail: NOBODY,
  giveUpMail: NOBODY,
  // Sums up the ledger.
  computeTaxYear: NOBODY,
};

const isChange = (name: EndpointName): name is ChangeName => name in CASE_KINDS;

/** Everybody whom a subject concerns; of payouts that are due, whom a run made now would pay. */
const listConcerned = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  [kind, id]: CaseSubject,
): Promise<number[]> =>
  kind === 'due_payouts'
    ? addSharersOfAccounts(
        db,
        (await listDuePayouts(db, clock.now())).map(({ user_id }) => user_id),
      )
    : listConcernedUsers(db, kind, id);

/**
 * Who may decide as this call does. Upholding needs less than reversing, so an objection counts who can do both. Of a
 * refund, only who may give back as much.
 */
async function listDecidingRoles(
  context: Pick<Context, 'db' | 'config'>,
  right: OperatorRight,
  [kind, id]: CaseSubject,
  refund: RefundTotal | null,
): Promise<OperatorRole[]> {
  const { db } = context;
  const decision = kind === 'decision' ? await findDecision(db, id) : undefined;
  const roles = decision
    ? listReversingRoles(decision)
    : operatorRoles.filter((role) => hasRight(role, right));
  const orderId = decision?.subject_kind === 'order' ? decision.subject_id : kind === 'order' ? id : null;
  if (refund === null || orderId === null) return roles;
  const order = await findRefundedOrder(db, orderId);
  const totalCents = order ? getRefundTotal(order, refund) : 0;
  return roles.filter(
    (role) =>
      (!decision || hasRight(role, 'orders.refund')) && isWithinRefundLimit(context, role, totalCents),
  );
}

const getAmount = ({ refunded_total_cents: cents }: NonNullable<CaseCall['body']>): RefundTotal | null =>
  cents === undefined ? null : { refundedTotalCents: cents };

const getAmountOrUnits = (body: NonNullable<CaseCall['body']>): RefundTotal | null =>
  body.packs === undefined ? getAmount(body) : { returnedUnitsTotal: body.packs };

/** What each call that can refund an order gives back of it in all; null: it refunds nothing this time. */
const REFUNDS: Partial<Record<ChangeName, (body: NonNullable<CaseCall['body']>) => RefundTotal | null>> = {
  refundAdminOrder: getAmountOrUnits,
  cancelAdminOrder: () => ({ refundedTotalCents: 'all' }),
  decideProblem: (body) =>
    body.decision === 'nothing'
      ? null
      : body.decision === 'all'
        ? { refundedTotalCents: 'all' }
        : getAmountOrUnits(body),
  decideObjection: getAmount,
};

/**
 * Nobody decides on what is theirs, or moves money that they get, while another operator can whom it does not concern. A
 * refusal is in the audit log. Returns whether the operator may because nobody else can.
 */
export async function assertNotOwnCase(
  context: Context,
  name: EndpointName,
  call: CaseCall,
  recordRefusal: (subject: CaseSubject) => Promise<void>,
): Promise<boolean> {
  const kind = isChange(name) && CASE_KINDS[name];
  if (!kind) return false;
  const subject: CaseSubject = [kind, call.params?.id ?? 0];
  const concernedIds = await listConcerned(context, subject);
  if (!concernedIds.includes(call.actor.id)) return false;
  const refund = REFUNDS[name]?.(call.body ?? {}) ?? null;
  const roles = await listDecidingRoles(context, endpoints[name].right, subject, refund);
  if (!(await hasOtherDecider(context.db, call.actor.id, roles, concernedIds))) return true;
  await recordRefusal(subject);
  throw new AppError('conflict', { message: 'admin.ownCase' });
}

/** What the pages of the console say beside buttons that cannot be used. */
export async function getCase(context: Context, { actor, params }: Call<typeof endpoints.getCase>) {
  const { db } = context;
  const subject: CaseSubject = [params.kind, params.id];
  const concernedIds = await listConcerned(context, subject);
  // Each other subject concerns somebody.
  if (concernedIds.length === 0 && params.kind !== 'due_payouts') throw new AppError('notFound');
  const isOwn = concernedIds.includes(actor.id);
  const steps = await listSteps(db, ...subject);
  const decision = params.kind === 'decision' ? await findDecision(db, params.id) : undefined;
  const [aloneWith, waitsFor]: [OperatorRight[], OperatorRight[]] = [[], []];
  for (const right of listCaseRights(subject, actor.operator.role)) {
    // Of a refund as of the whole price: somebody else may be able to decide on less.
    const roles = await listDecidingRoles(context, right, subject, { refundedTotalCents: 'all' });
    if (isOwn && !(await hasOtherDecider(db, actor.id, roles, concernedIds))) aloneWith.push(right);
    const [kind, id] = subject;
    const isPaid = kind === 'payout' || kind === 'payout_run' || kind === 'refund';
    const step = isPaid && { operatorId: actor.id, subject: [kind, id] as const, steps, right };
    const isWaiting = step
      ? await needsSecondOperator(db, step)
      : decision !== undefined &&
        (await waitsForOtherDecider(db, decision, { operatorId: actor.id, roles, concernedIds }));
    if (isWaiting) waitsFor.push(right);
  }
  const readerLanguages = await listReaderLanguages(
    db,
    ...subject,
    concernedIds.filter((userId) => userId !== actor.id),
  );
  return {
    data: {
      is_own: isOwn,
      alone_with: aloneWith,
      waits_for: waitsFor,
      reader_languages: readerLanguages,
    },
  };
}

/** Rights of the operator that calls about this kind of subject need. */
function listCaseRights([kind]: CaseSubject, role: OperatorRole): OperatorRight[] {
  const names = (Object.keys(CASE_KINDS) as ChangeName[]).filter((name) => CASE_KINDS[name] === kind);
  const rights = new Set<OperatorRight>(names.map((name) => endpoints[name].right));
  return [...rights].filter((right) => hasRight(role, right));
}
