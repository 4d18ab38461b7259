import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { AppError, createValidationError } from '../../../platform/http/app-error.ts';
import { assertNotQuiet } from '../../../platform/quiet.ts';
import {
  confirmPayout,
  createPayoutRun,
  findPayoutRun,
  listPayoutsOfRun,
  lockPayout,
  lockPayoutsOfRun,
  markRunSent,
  returnPayout,
} from '../../ledger/index.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall } from '../operator-route.ts';
import { assertSecondOperator } from '../own-cases/second-operator.ts';
import {
  filterPayoutRuns,
  findPayoutRunRow,
  findRunOfPayout,
  type PayoutRunRow,
  selectPayoutRuns,
} from './money.queries.ts';

const buildRunRow = ({ has_file: _, ...row }: PayoutRunRow) => ({
  ...row,
  month: row.month?.slice(0, 7) ?? null,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
});

export const createPayoutRunList = (context: Context) =>
  createList(context, 'PayoutRuns', {
    file: 'payout-runs',
    showsPeople: false,
    filter: filterPayoutRuns,
    period: 'run.created_at',
    select: selectPayoutRuns,
    sorts: { id: { column: 'run.id', type: 'integer' } },
    key: { column: 'run.id', type: 'integer' },
    build: buildRunRow,
    csv: ['id', 'month', 'created_at', 'sent_at', 'payouts', 'amount_cents', 'confirmed', 'returned'],
  });

async function viewRun(db: DbOrTrx, id: number) {
  const row = await findPayoutRunRow(db, id);
  if (!row) throw new AppError('notFound');
  const payouts = await listPayoutsOfRun(db, id);
  return {
    data: {
      ...buildRunRow(row),
      has_file: row.has_file,
      items: payouts.map((payout) => ({
        id: payout.id,
        user_id: payout.user_id,
        role: payout.role,
        amount_cents: payout.amount_cents,
        iban_last4: payout.iban.replaceAll(' ', '').slice(-4),
        holder: payout.holder,
        state: payout.state,
        return_reason: payout.return_reason,
        return_reference: payout.return_reference,
        changed_at: payout.changed_at.toISOString(),
      })),
    },
  };
}

export async function getPayoutRun({ db }: Context, { params, record }: OperatorCall<'getPayoutRun'>) {
  const view = await viewRun(db, params.id);
  await record(db, { subject: ['payout_run', params.id] });
  return view;
}

export const createPayoutRunByHand = (
  context: Context,
  { actor, body, record }: OperatorCall<'createPayoutRun'>,
) =>
  context.db.transaction().execute(async (trx) => {
    const { runId, payouts, cents } = await createPayoutRun(context, trx, null, actor.id);
    const after = { payouts, amount_cents: cents };
    await record(trx, { subject: ['payout_run', runId ?? ''], after, reason: body.reason.trim() });
    return { data: { id: runId, ...after } };
  });

/** The content of the file; the route sends it. */
export async function exportPayoutFile(
  { db }: Context,
  { params: { id }, record }: OperatorCall<'exportPayoutFile'>,
) {
  await assertNotQuiet(db);
  const run = await findPayoutRun(db, id);
  if (!run?.file) throw new AppError('notFound');
  await record(db, { subject: ['payout_run', id] });
  return { name: `wopack-payouts-${id}.xml`, content: Buffer.from(run.file) };
}

type RunCall = OperatorCall<'markPayoutRunSent' | 'confirmPayoutRun'>;
type Payout = Awaited<ReturnType<typeof listPayoutsOfRun>>[number];

/** Takes a step of those payouts of a run that are not beyond it, by another operator than the step before. */
async function changeRun(
  context: Context,
  { actor, params: { id }, body, record }: RunCall,
  state: Payout['state'],
  change: (trx: Trx, payouts: Payout[]) => Promise<void>,
) {
  await context.db.transaction().execute(async (trx) => {
    if (!(await findPayoutRunRow(trx, id))) throw new AppError('notFound');
    // Before it is asked who took the step before: it may be taken at this moment.
    const payouts = await lockPayoutsOfRun(trx, id);
    const alone = await assertSecondOperator(trx, {
      operatorId: actor.id,
      subject: ['payout_run', id],
      steps: payouts.filter((payout) => payout.state === state),
    });
    await change(trx, payouts);
    await record(trx, { subject: ['payout_run', id], after: alone, reason: body.reason.trim() });
  });
  return viewRun(context.db, id);
}

export const markPayoutRunSent = (context: Context, call: OperatorCall<'markPayoutRunSent'>) =>
  changeRun(context, call, 'made', (trx) => markRunSent(context, trx, call.params.id, call.actor.id));

/** All payouts of the run that did not come back. */
export const confirmPayoutRun = (context: Context, call: OperatorCall<'confirmPayoutRun'>) =>
  changeRun(context, call, 'sent', async (trx, payouts) => {
    for (const { id, state } of payouts)
      if (state !== 'returned') await confirmPayout(context, trx, id, call.actor.id);
  });

export async function returnAdminPayout(
  context: Context,
  { actor, params: { id }, body, record }: OperatorCall<'returnAdminPayout'>,
) {
  const reason = body.reason.trim();
  const reference = body.bank_reference?.trim() || null;
  const runId = await findRunOfPayout(context.db, id);
  if (runId === undefined) throw new AppError('notFound');
  await context.db.transaction().execute(async (trx) => {
    const payout = (await lockPayout(trx, id))!;
    // What has arrived comes back by a transfer of its own.
    if (payout.state === 'confirmed' && reference === null)
      throw createValidationError('bank_reference', 'field.required');
    const alone = await assertSecondOperator(trx, {
      operatorId: actor.id,
      subject: ['payout', id],
      steps: payout.state === 'returned' ? [] : [payout],
    });
    await returnPayout(context, trx, id, reason, { by: actor.id, reference });
    await record(trx, {
      subject: ['payout', id],
      before: { state: payout.state },
      after: { state: 'returned', ...(reference && { bank_reference: reference }), ...alone },
      reason,
    });
  });
  return viewRun(context.db, runId);
}
