import type { CaseKind, EndpointName, endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { listDuePayouts, listPayoutsOfRun } from '../../ledger/index.ts';
import { listConcernedUsers } from './own-cases.queries.ts';
import { needsSecondOperator } from './second-operator.ts';

/** 'due_payouts': everybody whom a run made now would pay. */
type CaseSubject = readonly [kind: CaseKind | 'due_payouts', id: number];

type Endpoints = typeof endpoints;
export type ChangeName = {
  [N in EndpointName]: Endpoints[N] extends { auth: 'operator'; method: 'POST' } ? N : never;
}[EndpointName];

interface CaseCall {
  params: { id: number };
  actor: { id: number };
}

type FindSubject = (call: CaseCall) => CaseSubject;

const byId =
  (kind: CaseKind): FindSubject =>
  ({ params }) => [kind, params.id];

/** Concerns nobody in particular, or only the operator's own access. */
const NOBODY = null;

/** What each changing call of the console is about. A call without a row does not compile. */
export const CASE_SUBJECTS: Record<ChangeName, FindSubject | null> = {
  endOperatorSession: NOBODY,
  stepUpOperator: NOBODY,
  renewRecoveryCodes: NOBODY,
  // Roles are guarded by the right, the second factor and the last owner; an owner may give up the own role.
  inviteOperator: NOBODY,
  updateOperatorRole: NOBODY,
  removeOperator: NOBODY,
  resetOperatorTotp: NOBODY,
  endOperatorSessions: NOBODY,
  refundAdminOrder: byId('order'),
  cancelAdminOrder: byId('order'),
  // Sends the buyer what they have already.
  resendTicket: NOBODY,
  askSeller: byId('order'),
  decideProblem: byId('order'),
  decideObjection: byId('decision'),
  endUserSessions: byId('user'),
  updateUserChannel: byId('user'),
  blockUser: byId('user'),
  unblockUser: byId('user'),
  updateUserRoles: byId('user'),
  requestUserExport: byId('user'),
  deleteAdminUser: byId('user'),
  verifySeller: byId('seller'),
  suspendSeller: byId('seller'),
  reinstateSeller: byId('seller'),
  holdPayouts: byId('seller'),
  releasePayouts: byId('seller'),
  hideProduct: byId('product'),
  unhideProduct: byId('product'),
  updateProductTypes: byId('product'),
  updateSalePlaceTypes: byId('sale_place'),
  hideSalePlace: byId('sale_place'),
  unhideSalePlace: byId('sale_place'),
  hideReview: byId('review'),
  unhideReview: byId('review'),
  decideContentReport: byId('content_report'),
  decideLookAlike: byId('look_alike'),
  decidePlaceClaim: byId('place_claim'),
  // Offered to all sellers alike.
  createPriceTier: NOBODY,
  updatePriceTier: NOBODY,
  retirePriceTier: NOBODY,
  restorePriceTier: NOBODY,
  createProductType: NOBODY,
  updateProductType: NOBODY,
  retireProductType: NOBODY,
  restoreProductType: NOBODY,
  repeatRefund: byId('refund'),
  settleRefund: byId('refund'),
  createPayoutRun: () => ['due_payouts', 0],
  markPayoutRunSent: byId('payout_run'),
  confirmPayoutRun: byId('payout_run'),
  returnAdminPayout: byId('payout'),
  // Repeats what the server does anyway.
  retryJob: NOBODY,
  giveUpJob: NOBODY,
  retryMail: NOBODY,
  giveUpMail: NOBODY,
  // Sums up the ledger.
  computeTaxYear: NOBODY,
};

async function isConcerned(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: number,
  [kind, id]: CaseSubject,
): Promise<boolean> {
  const userIds =
    kind === 'due_payouts'
      ? (await listDuePayouts(db, clock.now())).map(({ user_id }) => user_id)
      : await listConcernedUsers(db, kind, id);
  return userIds.includes(userId);
}

/** Nobody decides on what is theirs, or moves money that they get. A refusal is in the audit log. */
export async function assertNotOwnCase(
  context: Context,
  name: ChangeName,
  call: CaseCall,
  recordRefusal: (subject: CaseSubject) => Promise<void>,
): Promise<void> {
  const subject = CASE_SUBJECTS[name]?.(call);
  if (!subject || !(await isConcerned(context, call.actor.id, subject))) return;
  await recordRefusal(subject);
  throw new AppError('conflict', { message: 'admin.ownCase' });
}

/** What the pages of the console say beside buttons that cannot be used. */
export async function getCase({ db }: Context, { actor, params }: Call<typeof endpoints.getCase>) {
  const { kind, id } = params;
  const concernedUsers = await listConcernedUsers(db, kind, id);
  // Each subject concerns somebody.
  if (concernedUsers.length === 0) throw new AppError('notFound');
  const payouts = kind === 'payout_run' ? await listPayoutsOfRun(db, id) : [];
  const openPayouts = payouts.filter(({ state }) => state !== 'returned');
  return {
    data: {
      is_own: concernedUsers.includes(actor.id),
      waits_for_other: await needsSecondOperator(db, actor.id, openPayouts),
    },
  };
}
