import type { DecisionOutcome, DecisionSubject } from '@wopack/contract';
import { pickLanguage } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { OperatorActor } from '../../../platform/http/route.ts';
import { findBusiness, getContactOfBusiness, setBusiness } from '../../businesses/index.ts';
import { lockUser } from '../../identity/index.ts';
import { setPayoutHold } from '../../ledger/index.ts';
import { setExampleHidden } from '../../orders/index.ts';
import { type DecisionRow, findLaterOutcome } from '../decisions/decisions.queries.ts';
import { recordDecision } from '../decisions/decisions.ts';
import { refundWithReasons } from '../orders/order-actions.ts';
import { findUser } from '../people/people.queries.ts';
import { setSellerSuspended, setUserBlocked } from '../people/sellers.ts';
import { lockSubject } from './content.queries.ts';
import { findContentReport, setContentReportState } from './content-reports.queries.ts';
import { findReportedExample } from './content-reports.ts';
import { getSubject, setContentHidden, toContentKind } from './moderation.ts';

type Restriction = 'hidden' | 'suspended' | 'ending' | 'blocked' | 'payouts_held';

/** What each restriction is lifted by. */
const LIFTED_BY = {
  hidden: 'shown',
  suspended: 'reinstated',
  ending: 'reinstated',
  blocked: 'unblocked',
  payouts_held: 'payouts_released',
} as const satisfies Record<Restriction, DecisionOutcome>;

const isRestriction = (outcome: DecisionOutcome): outcome is Restriction => outcome in LIFTED_BY;

/**
 * Undoes what an operator decided: lifts a restriction, or imposes the one that a reporter was refused. A newer decision
 * that says otherwise is not touched. What a decision about an order refunded stays refunded: it is on the buyer's card;
 * more can be refunded.
 */
export async function reverseDecision(
  context: Context,
  trx: Trx,
  decision: DecisionRow,
  {
    actor,
    reason,
    refundedTotalCents,
  }: { actor: OperatorActor; reason: string; refundedTotalCents: number | undefined },
): Promise<void> {
  const by = { operatorId: actor.id, reason };
  const { id, subject_kind: kind, subject_id: subjectId, subject_name: name, outcome } = decision;
  if (refundedTotalCents !== undefined)
    await refundWithReasons(context, trx, {
      actor,
      reason,
      orderId: subjectId,
      refund: { refundedTotalCents },
      record: async () => {},
    });
  const isKept = outcome === 'kept';
  if (!isKept && !isRestriction(outcome)) return;
  const restriction = isKept ? (kind === 'seller' ? 'suspended' : 'hidden') : outcome;
  const lifting = LIFTED_BY[restriction];
  const target = isKept ? restriction : lifting;
  await lockSubject(trx, toContentKind(kind), subjectId);
  const later = await findLaterOutcome(
    trx,
    { id, subjectKinds: kind === 'photo' || kind === 'product' ? ['photo', 'product'] : [kind], subjectId },
    [restriction, lifting],
  );
  if (later && later !== target) throw new AppError('conflict', { message: 'admin.decisionSuperseded' });
  const { content_report_id: contentReportId } = decision;
  const subjectUserId = await applyOutcome(context, trx, {
    kind,
    subjectId,
    restriction,
    isImposed: isKept,
    contentReportId,
  });
  if (contentReportId !== null) await setContentReportState(trx, contentReportId, isKept ? 'hidden' : 'kept');
  // The objector reads the answer to the objection.
  if (isKept && subjectUserId !== null)
    await recordDecision(context, trx, {
      ...by,
      userId: subjectUserId,
      subject: { kind, id: subjectId, name },
      outcome: target,
      contentReportId,
    });
  const reporter =
    isKept || contentReportId === null ? undefined : await findContentReport(trx, contentReportId);
  if (reporter && (reporter.reporter_id !== null || reporter.reporter_email))
    await recordDecision(context, trx, {
      ...by,
      userId: reporter.reporter_id,
      email: reporter.reporter_email,
      language: pickLanguage(reporter.language),
      role: 'reporter',
      subject: { kind, id: subjectId, name },
      outcome: target,
      contentReportId,
    });
}

/** Imposes or lifts a restriction. Returns whom it concerns; null when it is so already. */
async function applyOutcome(
  context: Context,
  trx: Trx,
  {
    kind,
    subjectId: id,
    restriction,
    isImposed,
    contentReportId,
  }: {
    kind: DecisionSubject;
    subjectId: number;
    restriction: Restriction;
    isImposed: boolean;
    contentReportId: number | null;
  },
): Promise<number | null> {
  if (restriction === 'hidden') {
    const report = contentReportId === null ? undefined : await findContentReport(trx, contentReportId);
    const example = report && (await findReportedExample(trx, report));
    if (example) {
      if ((example.hidden_at !== null) === isImposed) return null;
      await setExampleHidden(trx, example.order_id, isImposed ? context.clock.now() : null);
      return getContactOfBusiness(trx, report.seller_id);
    }
    const subject = await getSubject(trx, toContentKind(kind), id);
    if (subject.isHidden === isImposed) return null;
    await setContentHidden(context, trx, { kind: toContentKind(kind), id, isHidden: isImposed });
    return subject.userId;
  }
  await lockUser(trx, id);
  const user = await findUser(trx, id);
  if (!user) throw new AppError('notFound');
  if (restriction === 'suspended') {
    const business = await findBusiness(trx, id);
    if (!business || (business.suspended_at !== null) === isImposed) return null;
    if (business.suspended_by_block) throw new AppError('conflict', { message: 'admin.isBlocked' });
    await setSellerSuspended(context, trx, id, isImposed);
  }
  if (restriction === 'ending') {
    const business = await findBusiness(trx, id);
    if (business?.suspended_at && !business.suspended_by_block)
      await setSellerSuspended(context, trx, id, false);
    else await setBusiness(trx, id, { ends_at: null });
  }
  if (restriction === 'suspended' || restriction === 'ending') return getContactOfBusiness(trx, id);
  if (restriction === 'blocked' && user.blocked_at) await setUserBlocked(context, trx, id, false);
  if (restriction === 'payouts_held') await setPayoutHold(trx, id, null);
  return restriction === 'payouts_held' ? getContactOfBusiness(trx, id) : id;
}
