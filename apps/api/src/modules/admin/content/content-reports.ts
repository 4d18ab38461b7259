import { type endpoints, hasRight } from '@wopack/contract';
import { pickLanguage } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { AppError, type FieldErrors, getBlankError } from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { composeMail } from '../../../platform/mail/mail.ts';
import { getContactOfBusiness } from '../../businesses/index.ts';
import { lockUser } from '../../identity/index.ts';
import { findExample, setExampleHidden } from '../../orders/index.ts';
import { recordDecision } from '../decisions/decisions.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall } from '../operator-route.ts';
import { findCaseDecision } from '../operators/audit.queries.ts';
import { findSellerDetail, findUser } from '../people/people.queries.ts';
import { setSellerSuspended } from '../people/sellers.ts';
import { findProduct, findReview, listProductTexts, lockSubject } from './content.queries.ts';
import {
  type ContentReportRow,
  closeContentReport,
  countReportsOf,
  filterContentReports,
  findContentReport,
  findReportSubject,
  findReversal,
  insertContentReport,
  selectContentReports,
} from './content-reports.queries.ts';
import { setContentHidden, toContentKind } from './moderation.ts';

export const validateContentReport = ({
  actor,
  body,
}: PartiallyValidCall<typeof endpoints.reportContent>): FieldErrors => ({
  text: getBlankError(body.text),
  // The answer goes to somebody.
  email: !actor && body.email === undefined && 'field.required',
  photo_path: body.subject_kind === 'photo' && body.photo_path === undefined && 'field.required',
});

/** Stores a report and confirms it by mail. Source: Regulation (EU) 2022/2065, article 16 (4). */
export async function reportContent(
  { db, clock, jobs }: Context,
  { actor, body, language }: Call<typeof endpoints.reportContent>,
) {
  const photoPath = body.subject_kind === 'photo' ? body.photo_path! : null;
  const subject = await findReportSubject(db, body.subject_kind, body.subject_id, photoPath);
  if (!subject) throw new AppError('notFound');
  const user = actor ? await findUser(db, actor.id) : undefined;
  const email = user ? user.email : body.email!;
  const mailLanguage = user ? pickLanguage(user.language) : language;
  const id = await db.transaction().execute(async (trx) => {
    const reportId = await insertContentReport(trx, {
      created_at: clock.now(),
      subject_kind: body.subject_kind,
      subject_id: body.subject_id,
      seller_id: subject.seller_id,
      photo_path: photoPath,
      ground: body.ground,
      text: body.text.trim(),
      reporter_id: user?.id ?? null,
      reporter_email: user ? null : email,
      language: mailLanguage,
    });
    await jobs.enqueue(trx, 'notifications.send-mail', {
      to: email,
      // Without the text for an address that nobody has proved: it would be a way to write to strangers.
      ...composeMail(
        'contentReport',
        mailLanguage,
        { id: reportId, text: body.text.trim() },
        { text: user?.email_verified ? 'text' : 'textForGuest' },
      ),
    });
    return reportId;
  });
  return { data: { id } };
}

const buildReportRow = (row: ContentReportRow) => ({
  ...row,
  created_at: row.created_at.toISOString(),
  seller: { id: row.seller_id, name: row.seller_name },
  ground: row.ground as 'illegal',
  reporter: row.reporter_id === null ? null : { id: row.reporter_id, name: row.reporter_name ?? '' },
});

export const createContentReportList = (context: Context) =>
  createList(context, 'ContentReports', {
    file: 'content-reports',
    filter: filterContentReports,
    period: 'report.created_at',
    select: selectContentReports,
    sorts: { created_at: { column: 'report.created_at', type: 'timestamptz' } },
    key: { column: 'report.id', type: 'integer' },
    build: buildReportRow,
    csv: [
      'id',
      'created_at',
      'state',
      'subject_kind',
      'subject_id',
      { subject: 'subject_name' },
      'seller.id',
      'ground',
      'text',
      'reporter.id',
    ],
  });

/** A photo by a buyer that the product shows as an example: it is hidden alone. */
export const findReportedExample = async (
  db: DbOrTrx,
  { subject_kind: kind, subject_id: id, photo_path: path }: ContentReportRow,
) => (kind === 'photo' && path ? findExample(db, id, path) : undefined);

async function viewReport(db: DbOrTrx, id: number) {
  const row = await findContentReport(db, id);
  if (!row) throw new AppError('notFound');
  const { subject_kind: kind } = row;
  const product = kind === 'product' || kind === 'photo' ? await findProduct(db, row.subject_id) : undefined;
  const review =
    kind === 'review' || kind === 'review_reply' ? await findReview(db, row.subject_id) : undefined;
  const published =
    kind === 'review_reply'
      ? { text: review?.reply_text, hidden_at: review?.reply_hidden_at }
      : { text: product?.description ?? review?.text, hidden_at: product?.hidden_at ?? review?.hidden_at };
  const example = await findReportedExample(db, row);
  const seller = kind === 'seller' ? await findSellerDetail(db, row.subject_id) : undefined;
  const reversal = await findReversal(db, id);
  return {
    data: {
      ...buildReportRow(row),
      subject_text: published.text ?? '',
      subject_texts: product ? await listProductTexts(db, product.id) : [],
      photos: example ? [example.photo] : (product?.photos ?? []),
      is_hidden: example ? example.hidden_at !== null : Boolean(published.hidden_at ?? seller?.suspended_at),
      earlier_reports: await countReportsOf(db, row),
      decided: await findCaseDecision(db, {
        action: 'decideContentReport',
        subject: [row.subject_kind, row.subject_id],
        contentReportId: id,
      }),
      reversed: reversal
        ? {
            at: reversal.at!.toISOString(),
            operator_name: reversal.operator_name ?? '',
            reason: reversal.reason ?? '',
          }
        : null,
    },
  };
}

export async function getContentReport(
  { db }: Context,
  { params, record }: OperatorCall<'getContentReport'>,
) {
  const view = await viewReport(db, params.id);
  await record(db, { subject: ['content_report', params.id] });
  return view;
}

/**
 * A reported photo hides its product, until the seller has changed it and an operator shows it again; one by a buyer that
 * is shown as an example is hidden alone.
 */
export async function decideContentReport(
  context: Context,
  { actor, params: { id }, body, record }: OperatorCall<'decideContentReport'>,
) {
  const { db, clock } = context;
  const reason = body.reason.trim();
  const isHidden = body.decision === 'hide';
  await db.transaction().execute(async (trx) => {
    const report = await findContentReport(trx, id);
    if (!report) throw new AppError('notFound');
    const { subject_kind: kind, subject_id: subjectId, subject_name: name } = report;
    if (kind === 'seller' && isHidden && !hasRight(actor.operator.role, 'sellers.suspend'))
      throw new AppError('notAllowed');
    const authorId =
      kind === 'review'
        ? (await findReview(trx, subjectId))?.user_id
        : await getContactOfBusiness(trx, report.seller_id);
    const state = isHidden ? 'hidden' : 'kept';
    const decision = { state, decided_by: actor.id, decided_at: clock.now() } as const;
    if (!(await closeContentReport(trx, id, decision)))
      throw new AppError('conflict', { message: 'admin.reportDecided' });
    if (kind === 'seller') await lockUser(trx, subjectId);
    else await lockSubject(trx, toContentKind(kind), subjectId);
    // Another report of the same may have hidden it: its author is told once.
    const isHiddenAlready = (await viewReport(trx, id)).data.is_hidden;
    const example = await findReportedExample(trx, report);
    if (isHidden && !isHiddenAlready && example) await setExampleHidden(trx, example.order_id, clock.now());
    else if (isHidden && !isHiddenAlready && kind === 'seller')
      await setSellerSuspended(context, trx, subjectId, true);
    else if (isHidden && !isHiddenAlready)
      await setContentHidden(context, trx, {
        kind: toContentKind(kind),
        id: subjectId,
        isHidden,
      });
    await record(trx, {
      subject: [kind, subjectId],
      before: { content_report: id, is_hidden: isHiddenAlready },
      after: { decision: body.decision },
      reason,
    });
    const outcome = !isHidden ? 'kept' : kind === 'seller' ? 'suspended' : 'hidden';
    const common = {
      operatorId: actor.id,
      subject: { kind, id: subjectId, name },
      outcome,
      reason,
      contentReportId: id,
    } as const;
    if (authorId && !(isHidden && isHiddenAlready))
      await recordDecision(context, trx, { ...common, userId: authorId });
    await recordDecision(context, trx, {
      ...common,
      userId: report.reporter_id,
      email: report.reporter_email,
      language: pickLanguage(report.language),
      role: 'reporter',
    });
  });
  return viewReport(db, id);
}
