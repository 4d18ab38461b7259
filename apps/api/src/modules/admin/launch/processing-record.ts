import { createHash } from 'node:crypto';
import type { PersonalDataFate } from '@wopack/contract';
import packageJson from '../../../../package.json' with { type: 'json' };
import type { Context } from '../../../platform/context.ts';
import { translate } from '../../../platform/messages/translate.ts';
import type { OperatorCall } from '../operator-route.ts';
import { personalColumns } from './personal-columns.gen.ts';

/** Why personal data are processed (GDPR article 30), with the tables that have them; texts are in the messages. */
export const processingActivities: Record<string, readonly string[]> = {
  accounts: [
    ...['users', 'tokens', 'login_codes', 'social_identities', 'recognised_devices', 'security_events'],
  ],
  orders: [
    ...[
      'orders',
      'order_refunds',
      'payments',
      'receipts',
      'invoice_details',
      'credit_grants',
      'discount_codes',
    ],
  ],
  help: [
    ...['reports', 'report_messages', 'content_reports', 'decisions', 'ratings', 'review_replies'],
    ...['review_translations', 'place_claims'],
  ],
  selling: [
    ...['sale_places', 'holidays', 'products', 'product_texts', 'product_imports', 'product_import_rows'],
    ...['product_import_photos', 'member_invitations', 'counter_names', 'devices', 'activity'],
  ],
  settlement: [
    ...[
      'legal_identities',
      'former_legal_identities',
      'payout_details',
      'payout_accounts',
      'payouts',
      'payout_runs',
      'statements',
    ],
    ...['ledger_transactions', 'commission_invoices', 'commission_invoice_tries'],
  ],
  notices: ['mail_failures', 'push_subscriptions', 'saved_searches'],
  operation: ['audit_entries'],
};

interface Column {
  table: string;
  column: string;
  fate: PersonalDataFate;
}

const listColumns = (tables: readonly string[]): Column[] =>
  personalColumns
    .filter(([table]) => tables.includes(table))
    .map(([table, column, fate]) => ({ table, column, fate }));

/** Version of the software, and a mark that changes with what is processed. */
const buildVersion = (): string => {
  const content = JSON.stringify([processingActivities, personalColumns]);
  return `${packageJson.version}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}`;
};

export const describeProcessing = () => ({
  activities: Object.keys(processingActivities).length,
  columns: personalColumns.length,
  version: buildVersion(),
});

export async function getProcessingRecord(
  { config }: Pick<Context, 'config'>,
  { language }: OperatorCall<'getProcessingRecord'>,
) {
  const { operator } = config;
  const t = (key: string) => translate(`admin.processing.${key}`, language);
  return {
    data: {
      version: buildVersion(),
      controller: { name: operator.name, address: operator.address, email: operator.email },
      security: t('security'),
      activities: Object.entries(processingActivities).map(([id, tables]) => ({
        id,
        title: t(`activities.${id}.title`),
        purpose: t(`activities.${id}.purpose`),
        basis: t(`activities.${id}.basis`),
        people: t(`activities.${id}.people`),
        data: t(`activities.${id}.data`),
        recipients: t(`activities.${id}.recipients`),
        columns: listColumns(tables),
      })),
    },
  };
}
