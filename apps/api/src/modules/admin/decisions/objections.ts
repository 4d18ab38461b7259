import { type endpoints, hasRight } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError, createValidationError, getBlankError } from '../../../platform/http/app-error.ts';
import {
  type Call,
  type OperatorActor,
  type PartiallyValidCall,
  SUCCESS,
} from '../../../platform/http/route.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall } from '../operator-route.ts';
import { REFUSED_FOR_STEP_UP } from '../operators/audit.queries.ts';
import { listConcernedUsers } from '../own-cases/own-cases.queries.ts';
import {
  type DecisionRow,
  filterObjections,
  lockDecision,
  saveObjection,
  saveObjectionOutcome,
  selectObjections,
  waitsForOtherDecider,
} from './decisions.queries.ts';
import { buildDecisionView, canObject, getDecisionByKey } from './decisions.ts';
import { listReversingRoles } from './objections.rules.ts';

export const validateObjection = ({ body }: PartiallyValidCall<typeof endpoints.objectToDecision>) => ({
  text: getBlankError(body.text),
});

export async function objectToDecision(context: Context, { body }: Call<typeof endpoints.objectToDecision>) {
  const { id } = await getDecisionByKey(context, body.key);
  const now = context.clock.now();
  await context.db.transaction().execute(async (trx) => {
    const decision = (await lockDecision(trx, id))!;
    if (decision.objection === body.text.trim()) return;
    if (!canObject(decision, now)) throw new AppError('conflict', { message: 'admin.objectionClosed' });
    await saveObjection(trx, id, body.text.trim(), now);
  });
  return SUCCESS;
}

export const createObjectionList = (context: Context) =>
  createList(context, 'Objections', {
    file: 'objections',
    filter: filterObjections,
    period: 'decisions.objected_at',
    select: selectObjections,
    sorts: { objected_at: { column: 'decisions.objected_at', type: 'timestamptz' } },
    key: { column: 'decisions.id', type: 'integer' },
    build: (row) => ({
      id: row.id,
      ...buildDecisionView(row),
      objected_at: row.objected_at!.toISOString(),
      subject_id: row.subject_id,
      user_id: row.user_id,
      user_name: row.user_name ?? '',
      operator_id: row.operator_id,
      operator_name: row.operator_name ?? '',
      can_decide: row.objection_decided_at === null,
    }),
    csv: [
      'id',
      { decided_at: 'at' },
      'outcome',
      'subject_kind',
      'subject_id',
      { subject: 'subject_name' },
      'reason',
      'objected_at',
      { objection: ({ objection }) => objection?.text ?? '' },
      { objection_outcome: ({ objection }) => objection?.outcome ?? '' },
    ],
  });

/** Undoes a decision. Passed in, because the modules of content record decisions themselves. */
type ReverseDecision = (
  context: Context,
  trx: Trx,
  decision: DecisionRow,
  by: { actor: OperatorActor; reason: string; refundedTotalCents: number | undefined },
) => Promise<void>;

export async function decideObjection(
  context: Context,
  { actor, params, body, record }: OperatorCall<'decideObjection'>,
  reverse: ReverseDecision,
) {
  const { db, clock, jobs } = context;
  const reason = body.reason.trim();
  const { refunded_total_cents: refundedTotalCents } = body;
  const change = db.transaction().execute(async (trx) => {
    const decision = await lockDecision(trx, params.id);
    if (!decision?.objected_at) throw new AppError('notFound');
    if (decision.objection_decided_at) throw new AppError('conflict', { message: 'admin.objectionDecided' });
    const roles = listReversingRoles(decision);
    if (refundedTotalCents !== undefined && (decision.subject_kind !== 'order' || body.outcome === 'upheld'))
      throw createValidationError('refunded_total_cents', 'field.unknown');
    if (body.outcome === 'reversed') {
      const { role, isSteppedUp } = actor.operator;
      const isRefund = refundedTotalCents !== undefined;
      if (!roles.includes(role) || (isRefund && !hasRight(role, 'orders.refund')))
        throw new AppError('notAllowed');
      if ((isRefund || decision.outcome === 'payouts_held') && !isSteppedUp)
        throw new AppError('notAllowed', { message: 'admin.stepUp', fields: { step_up: 'admin.stepUp' } });
    }
    const concernedIds = await listConcernedUsers(trx, 'decision', decision.id);
    if (await waitsForOtherDecider(trx, decision, { operatorId: actor.id, roles, concernedIds }))
      throw new AppError('conflict', { message: 'admin.otherOperatorDecides' });
    const isAlone = concernedIds.includes(actor.id) || decision.operator_id === actor.id;
    await saveObjectionOutcome(trx, decision.id, {
      objection_operator_id: actor.id,
      objection_outcome: body.outcome,
      objection_reason: reason,
      objection_decided_at: clock.now(),
      objection_decided_alone: isAlone,
    });
    if (body.outcome === 'reversed')
      await reverse(context, trx, decision, { actor, reason, refundedTotalCents });
    await record(trx, {
      subject: [decision.subject_kind, decision.subject_id],
      before: { decision: decision.id, outcome: decision.outcome },
      after: {
        objection: body.outcome,
        refunded_cents: refundedTotalCents,
        ...(isAlone && { alone: true }),
      },
      reason,
    });
    await jobs.enqueue(trx, 'notifications.send-mail', {
      template: 'objectionDecided',
      decisionId: decision.id,
    });
  });
  try {
    await change;
  } catch (error) {
    // Its own transaction is rolled back.
    if (error instanceof AppError && error.details.fields?.step_up)
      await record(db, { subject: ['decision', params.id], after: REFUSED_FOR_STEP_UP });
    throw error;
  }
  return SUCCESS;
}
