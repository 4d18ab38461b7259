import type { CommissionInvoiceState } from '@wopack/contract';
import { type SqlBool, sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { isLateInvoice } from '../../ledger/index.ts';
import type { ListQuery } from '../lists/list.ts';
import type { RowOf } from '../lists/lists.queries.ts';

export const filterCommissionInvoices = (
  db: DbOrTrx,
  { state, needs_attention: attention, user_id: userId }: ListQuery<'CommissionInvoices'>,
  now: Date,
) =>
  db
    .selectFrom('commission_invoices as invoice')
    .$if(state !== undefined, (query) =>
      query.where('invoice.state', 'in', state!.split(',') as CommissionInvoiceState[]),
    )
    .$if(attention !== undefined, (query) =>
      query.where(sql<SqlBool>`${isLateInvoice(now)} = ${attention === 'yes'}`),
    )
    .$if(userId !== undefined, (query) =>
      query.where('invoice.statement_id', 'in', (eb) =>
        eb.selectFrom('statements').select('statements.id').where('statements.user_id', '=', userId!),
      ),
    );

export const selectCommissionInvoices = (rows: ReturnType<typeof filterCommissionInvoices>, now: Date) =>
  rows
    .innerJoin('statements', 'statements.id', 'invoice.statement_id')
    .leftJoin('commission_invoices as credited', 'credited.id', 'invoice.credits')
    .select(['invoice.id', 'invoice.created_at', 'invoice.kind', 'invoice.amount_cents', 'invoice.state'])
    .select(['invoice.failure', 'invoice.error', 'invoice.tries', 'invoice.next_try_at', 'invoice.number'])
    .select(['invoice.atcud', 'invoice.issued_at', 'invoice.service', 'invoice.reference'])
    .select(['invoice.vat_percent', 'invoice.customer', 'invoice.credits'])
    .select(isLateInvoice(now).as('needs_attention'))
    .select('credited.number as credited_number')
    .select(['statements.year', 'statements.number as statement_number', 'statements.user_id'])
    // The account by this id is the founder's, whoever has the business.
    .select(sql<string>`invoice.customer ->> 'name'`.as('business_name'))
    .select(
      sql<boolean>`exists (select from commission_invoice_files file where file.invoice_id = invoice.id)`.as(
        'has_pdf',
      ),
    );

export type CommissionInvoiceRow = RowOf<typeof selectCommissionInvoices>;

export const findCommissionInvoiceRow = (db: DbOrTrx, id: number, now: Date) =>
  selectCommissionInvoices(filterCommissionInvoices(db, {}, now), now)
    .where(sql<SqlBool>`invoice.id = ${id}`)
    .executeTakeFirst();

const MAX_TRIES_SHOWN = 50;

export const listTries = (db: DbOrTrx, invoiceId: number) =>
  db
    .selectFrom('commission_invoice_tries')
    .select(['tried_at', 'outcome', 'words'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id', 'desc')
    .limit(MAX_TRIES_SHOWN)
    .execute();
