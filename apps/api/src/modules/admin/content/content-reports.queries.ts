import type { ContentReportState, ReportedContent } from '@wopack/contract';
import { type SqlBool, sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { ListQuery } from '../lists/list.ts';
import { fullName, legalOrFullName, type RowOf } from '../lists/lists.queries.ts';

export const insertContentReport = async (
  trx: Trx,
  report: {
    created_at: Date;
    subject_kind: ReportedContent;
    subject_id: number;
    seller_id: number;
    photo_path: string | null;
    ground: string;
    text: string;
    reporter_id: number | null;
    reporter_email: string | null;
    language: string;
  },
): Promise<number> =>
  (await trx.insertInto('content_reports').values(report).returning('id').executeTakeFirstOrThrow()).id;

export const filterContentReports = (
  db: DbOrTrx,
  { state, subject_kind: kind }: ListQuery<'ContentReports'>,
) =>
  db
    .selectFrom('content_reports as report')
    .$if(state !== undefined, (query) => query.where('report.state', '=', state!))
    .$if(kind !== undefined, (query) => query.where('report.subject_kind', '=', kind!));

export const selectContentReports = (rows: ReturnType<typeof filterContentReports>) =>
  rows
    .innerJoin('users as seller', 'seller.id', 'report.seller_id')
    .leftJoin('users as reporter', 'reporter.id', 'report.reporter_id')
    .select(['report.id', 'report.created_at', 'report.state', 'report.subject_kind', 'report.subject_id'])
    .select(['report.seller_id', 'report.ground', 'report.text', 'report.reporter_id', 'report.language'])
    .select('report.photo_path')
    .select(sql<string | null>`coalesce(report.reporter_email, reporter.email)`.as('reporter_email'))
    .select(fullName<string | null>('reporter').as('reporter_name'))
    .select(legalOrFullName('seller').as('seller_name'))
    .select(
      sql<string>`case
        when report.subject_kind = 'seller' then ${legalOrFullName('seller')}
        when report.subject_kind in ('review', 'review_reply')
          then (select product_name || ', ' || id from orders where id = report.subject_id)
        else (select name from products where id = report.subject_id) end`.as('subject_name'),
    );

export type ContentReportRow = RowOf<typeof selectContentReports>;

export const findContentReport = (db: DbOrTrx, id: number) =>
  selectContentReports(filterContentReports(db, {}))
    .where(sql<SqlBool>`report.id = ${id}`)
    .executeTakeFirst();

export const countReportsOf = async (
  db: DbOrTrx,
  { subject_kind, subject_id, id }: Pick<ContentReportRow, 'subject_kind' | 'subject_id' | 'id'>,
): Promise<number> =>
  (
    await db
      .selectFrom('content_reports')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('subject_kind', '=', subject_kind)
      .where('subject_id', '=', subject_id)
      .where('id', '<', id)
      .executeTakeFirstOrThrow()
  ).count;

/** Returns false when it was decided already. */
export const closeContentReport = async (
  trx: Trx,
  id: number,
  decision: { state: Exclude<ContentReportState, 'open'>; decided_by: number; decided_at: Date },
): Promise<boolean> =>
  (
    await trx
      .updateTable('content_reports')
      .set(decision)
      .where('id', '=', id)
      .where('state', '=', 'open')
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

/** After an objection was right. */
export const setContentReportState = (trx: Trx, id: number, state: Exclude<ContentReportState, 'open'>) =>
  trx.updateTable('content_reports').set({ state }).where('id', '=', id).execute();

/** Whose objection was right, and what they were answered. */
export const findReversal = (db: DbOrTrx, reportId: number) =>
  db
    .selectFrom('decisions')
    .leftJoin('users as operator', 'operator.id', 'decisions.objection_operator_id')
    .select(['decisions.objection_decided_at as at', 'decisions.objection_reason as reason'])
    .select(fullName<string | null>('operator').as('operator_name'))
    .where('decisions.content_report_id', '=', reportId)
    .where('decisions.objection_outcome', '=', 'reversed')
    .orderBy('decisions.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** What a report is about and whose it is; undefined when it cannot be seen by the public. */
export async function findReportSubject(
  db: DbOrTrx,
  kind: ReportedContent,
  id: number,
  photoPath: string | null,
): Promise<{ seller_id: number } | undefined> {
  if (kind === 'seller')
    return db
      .selectFrom('businesses')
      .select('id as seller_id')
      .where('id', '=', id)
      .where('is_selling', '=', true)
      .where('suspended_at', 'is', null)
      .executeTakeFirst();
  if (kind === 'review')
    return db
      .selectFrom('ratings')
      .select('seller_id')
      .where('order_id', '=', id)
      .where('hidden_at', 'is', null)
      .executeTakeFirst();
  if (kind === 'review_reply')
    return db
      .selectFrom('review_replies as reply')
      .innerJoin('ratings', 'ratings.order_id', 'reply.order_id')
      .select('ratings.seller_id')
      .where('reply.order_id', '=', id)
      .where('reply.hidden_at', 'is', null)
      .where('ratings.hidden_at', 'is', null)
      .executeTakeFirst();
  return db
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select('sale_places.seller_id')
    .where('products.id', '=', id)
    .where('products.state', 'not in', ['draft', 'removed'])
    .where('products.hidden_at', 'is', null)
    .$if(kind === 'photo', (query) =>
      query.where(
        // Also one by a buyer that the seller shows as an example.
        sql<boolean>`(products.photos @> ${JSON.stringify([{ path: photoPath }])}::jsonb or exists (
          select from value_answers answer where answer.product_id = products.id and answer.pinned_at is not null
            and answer.hidden_at is null and answer.photo ->> 'path' = ${photoPath}))`,
      ),
    )
    .executeTakeFirst();
}
