import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseMetadata, generate, PostgresDialect, RawExpressionNode } from 'kysely-codegen';
import { type Db, openDatabase } from '../../src/platform/db/database.ts';
import { startEmbedded } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { readSchemaSql } from './schema-sql.queries.ts';

const channel = "'push' | 'mail' | 'none'";
const decider = "'seller' | 'operator'";
const refundStatus = "'pending' | 'succeeded' | 'failed'";
/**
 * Column types that are narrower than the SQL type. `| null` is added by the generator where the column has no NOT
 * NULL.
 */
const COLUMN_TYPES: Record<string, string> = {
  // Text with the values of a CHECK constraint.
  'products.state': "Generated<'draft' | 'active' | 'paused' | 'closed' | 'removed'>",
  'products.allocation': 'Generated<AllocationChoice>',
  'pickup_slots.allocation': "Generated<'public' | 'planned' | 'draw' | 'line'>",
  'draws.state': 'DrawState',
  'allocation_entries.state': 'EntryState',
  'products.language': 'Generated<Language>',
  'sale_places.language': 'Generated<Language>',
  'product_texts.language': 'Language',
  'payment_customers.provider': "'sandbox' | 'stripe'",
  'payments.method': 'Generated<PaymentMethod>',
  'payments.state': "'pending' | 'paid' | 'failed' | 'expired' | 'refund_due' | 'refunded'",
  'orders.state':
    "'paid' | 'collected' | 'not_collected' | 'cancelled_by_buyer' | 'cancelled_by_store' | 'refunded'",
  'orders.payout_way': "Generated<'bank_file' | 'stripe_connect'>",
  'orders.discount_payer': 'DiscountPayer | null',
  'credit_grants.source': 'CreditSource',
  'discount_codes.effect': 'DiscountEffect',
  'orders.cancel_reason_code': 'ReadyReason | null',
  'orders.cancel_reason_language': 'Language | null',
  'order_refunds.ground': 'RefundGround | null',
  'order_refunds.decided_by': `${decider} | 'provider' | 'bank' | 'buyer'`,
  'commission_invoices.kind': 'CommissionInvoiceKind',
  'commission_invoices.service': 'InvoicingServiceName',
  'commission_invoices.state': 'CommissionInvoiceState',
  'commission_invoices.failure': 'CommissionInvoiceFailure | null',
  'commission_invoices.customer': 'JSONColumnType<InvoicedCustomer>',
  'commission_invoice_tries.outcome': 'CommissionInvoiceOutcome',
  'refunds.state': 'Generated<RefundState>',
  'refund_transfers.way': "'provider' | 'dispute' | 'bank'",
  'refund_transfers.status': refundStatus,
  'sandbox_refunds.status': `Generated<${refundStatus}>`,
  'ratings.language': 'Language | null',
  'review_replies.language': 'Language',
  'review_translations.language': 'Language',
  'review_translations.author': "'buyer' | 'seller'",
  'reports.answered_by': decider,
  'reports.language': 'Language | null',
  'reports.wish': 'ReportWish | null',
  'value_answers.answer': 'ValueAnswer',
  'value_proposals.outcome': "'accepted' | 'changed' | 'recovered' | null",
  'sandbox_intents.method': 'Generated<PaymentMethod>',
  'sandbox_intents.answer': "'accepted' | 'refused' | 'none' | 'late' | null",
  'sandbox_intents.status':
    "'requires_payment_method' | 'requires_action' | 'requires_capture' | 'succeeded' | 'canceled'",
  'notification_settings.channel': channel,
  'member_notification_settings.sold': channel,
  'member_notification_settings.last_sold': channel,
  'member_notification_settings.cancelled': channel,
  'member_notification_settings.report': channel,
  'member_notification_settings.draw': channel,
  'member_notification_settings.stock_question': `${channel} | null`,
  'affiliate_shares.side': 'ShareSide',
  'affiliate_shares.state': "'pending' | 'approved' | 'reversed'",
  'affiliate_shares.reason': 'ShareReason',
  'ledger_accounts.account_kind':
    "Immutable<'provider' | 'commission' | 'disputes' | 'vat' | 'payouts' | 'bank' | 'promotions' | 'buyer' | 'seller' | 'partner' | 'credit' | 'seller_at_provider' | 'partner_at_provider'>",
  'ledger_transactions.kind': `Immutable<
    | 'payment' | 'sale' | 'cancellation' | 'order_refund' | 'sale_restored' | 'partial_refund' | 'refund' | 'refund_failed' | 'dispute'
    | 'payout' | 'payout_confirmed' | 'payout_returned' | 'commission_vat' | 'affiliate_credit' | 'transfer'
    | 'transfer_reversal' | 'provider_payout' | 'credit_grant' | 'credit_end' | 'adjustment'>`,
  'operators.role': 'OperatorRole',
  'operators.credit_day': 'string | null',
  'login_codes.purpose': 'CodePurpose',
  'security_events.kind': 'SecurityEventKind',
  'audit_entries.before': 'JSONColumnType<object>',
  'audit_entries.after': 'JSONColumnType<object>',
  'decisions.role': "'affected' | 'reporter'",
  'decisions.subject_kind': 'DecisionSubject',
  'decisions.outcome': 'DecisionOutcome',
  'decisions.objection_outcome': "'upheld' | 'reversed'",
  'reconciliations.kind': "'ledger' | 'provider'",
  'look_alikes.state': "Generated<'open' | 'kept' | 'hidden' | 'transferred'>",
  'place_claims.photos': 'JSONColumnType<StoredPhoto[], string | undefined>',
  'place_claims.state': "Generated<'open' | 'approved' | 'refused'>",
  'content_reports.state': "Generated<'open' | 'kept' | 'hidden'>",
  'content_reports.subject_kind': 'ReportedContent',
  'members.role': 'MemberRole',
  'member_invitations.role': 'MemberRole',
  'former_legal_identities.country': 'BusinessCountry',
  'former_legal_identities.kind': "'person' | 'company'",
  'former_legal_identities.tax_country': 'BusinessCountry',
  'legal_identities.country': 'BusinessCountry',
  'legal_identities.kind': "'person' | 'company'",
  'legal_identities.tax_country': 'BusinessCountry',
  'sandbox_disputes.status': 'Generated<DisputeStatus>',
  'referral_signs.kind': "'iban' | 'tax_number' | 'phone' | 'card' | 'address' | 'device'",
  'statements.role': 'StatementRole',
  'payouts.role': 'StatementRole',
  'payouts.state': 'PayoutState',
  'provider_transfers.role': 'StatementRole',
  'provider_transfers.state': 'Generated<TransferState>',
  'trust_nights.verdict': 'TrustVerdict',
  'provider_payouts.status': 'ProviderPayoutStatus',
  'sandbox_payouts.status': 'Generated<ProviderPayoutStatus>',
  'payout_accounts.state': 'Generated<PayoutAccountState>',
  'payout_accounts.provider': "'sandbox' | 'stripe'",
  'sandbox_accounts.kind': "'company' | 'individual'",
  'sandbox_accounts.outcome': "'verified' | 'needs_document' | 'restricted' | null",
  // Written by PostgreSQL functions only.
  'products.seller_id': 'ColumnType<number, never, never>',
  'products.earth': 'unknown',
  'saved_searches.earth': 'unknown',
  // JSON.
  'sale_place_types.name': 'JSONColumnType<LocalizedNames>',
  'product_types.name': 'JSONColumnType<LocalizedNames>',
  'towns.name': 'JSONColumnType<LocalizedNames>',
  'reports.translations': 'JSONColumnType<Partial<Record<Language, string>>, string | undefined>',
  'sale_places.descriptions': 'JSONColumnType<Partial<Record<Language, string>>, string | undefined>',
  'products.photos': 'JSONColumnType<StoredPhoto[]>',
  'products.schedule': 'JSONColumnType<Schedule>',
  'reports.photo': 'JSONColumnType<StoredPhoto>',
  'value_answers.photo': 'JSONColumnType<StoredPhoto>',
  'mail_failures.mail': 'JSONColumnType<QueuedMail>',
  'statements.issued_by': 'JSONColumnType<StatementParty>',
  'statements.party': 'JSONColumnType<StatementParty>',
  // Set once.
  'date_overrides.date': 'Immutable<string>',
  'holidays.date_from': 'Immutable<string>',
  'holidays.date_to': 'Immutable<string>',
  'affiliate_credits.hundredths': 'Immutable<number>',
  'affiliate_credits.amount_cents': 'Immutable<number>',
  'affiliate_credits.credited_at': 'Immutable<Date>',
  'affiliate_shares.hundredths': 'Immutable<number>',
  'affiliate_shares.price_cents': 'Immutable<number>',
  'ledger_entries.transaction_id': 'Immutable<number>',
  'ledger_entries.account_id': 'Immutable<number>',
  'ledger_entries.amount_cents': 'Immutable<number>',
  'statements.vat_percent': 'ColumnType<string, number, never>',
};

/** Sources of the names in `COLUMN_TYPES`; the generator resolves them itself only with TypeScript 6 or older. */
const HEADER = `// The tables, as the migrations leave them. Written by \`npm run generate\`.
import type {
  AllocationChoice, BusinessCountry, CodePurpose, CommissionInvoiceFailure, CommissionInvoiceKind, CommissionInvoiceOutcome, CommissionInvoiceState, CreditSource, DecisionOutcome, DecisionSubject, DiscountEffect, DiscountPayer, DisputeStatus, DrawState, EntryState, InvoicedCustomer, InvoicingServiceName, MemberRole, OperatorRole,
  PaymentMethod, PayoutAccountState, PayoutState, ProviderPayoutStatus, RefundGround, RefundState, ReportedContent, ReportWish, SecurityEventKind, ShareReason, ShareSide, StatementParty, StatementRole,
  TransferState,
  TrustVerdict, ValueAnswer,
} from '@wopack/contract';
import type { Language, LocalizedNames, ReadyReason, Schedule } from '@wopack/domain';
import type { JSONColumnType } from 'kysely';
import type { StoredPhoto } from '../files/storage.ts';
import type { QueuedMail } from '../mail/mail.ts';
`;

const FOOTER = `
/** Set at insert and never updated. */
export type Immutable<T> = ColumnType<T, T, never>;
`;

export async function generateSchemaTypes(db: Db): Promise<string> {
  const types = await generate({
    db,
    dialect: new PostgresDialect({ dateParser: 'string' }),
    excludePattern: '(kysely_migration*|rate_limits)',
    overrides: {
      columns: Object.fromEntries(
        Object.entries(COLUMN_TYPES).map(([column, type]) => [column, new RawExpressionNode(type)]),
      ),
    },
    typeMapping: { timestamptz: 'Date', int8: 'number', tsvector: 'unknown', tsquery: 'string' },
    outFile: null,
    postprocess: async ({ metadata }) => {
      assertColumnsExist(metadata);
      return metadata;
    },
    skipAutogeneratedFileComment: true,
    typeOnlyImports: true,
  });
  return `${HEADER}${types}${FOOTER}`;
}

/** Fails for a column that was renamed or dropped, which the generator would ignore. */
function assertColumnsExist({ tables }: DatabaseMetadata): void {
  const columns = new Set(
    tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)),
  );
  const missing = Object.keys(COLUMN_TYPES).filter((column) => !columns.has(column));
  if (missing.length > 0) throw new Error(`COLUMN_TYPES names no columns: ${missing.join(', ')}`);
}

/** Runs the migrations on an empty database and returns the generated files by path from the project's root. */
export async function buildSchemaFiles(): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-schema-'));
  const embedded = await startEmbedded(dataDir);
  const db = openDatabase(embedded.ownerUrl, 2);
  try {
    await migrate(db);
    return {
      'apps/api/db/schema.sql': await readSchemaSql(db),
      'apps/api/src/platform/db/schema.gen.ts': await generateSchemaTypes(db),
    };
  } finally {
    await db.destroy();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(await buildSchemaFiles()))
    await writeFile(join(import.meta.dirname, '../../../..', path), text);
  process.exit(0);
}
