import type { Context } from '../../../platform/context.ts';
import type { Gauge } from '../../../platform/observability/metrics.ts';
import { countStuckInvoices } from './commission-invoices.queries.ts';

export const ledgerGauges = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Gauge[] => [
  {
    name: 'commission_invoices_stuck',
    help: 'invoices for the commission that have been failed or unknown for a day, or unsent for three',
    read: () => countStuckInvoices(db, clock.now()),
  },
];
