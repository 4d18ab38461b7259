import type { Context } from '../../../../platform/context.ts';
import { createInvoiceXpress } from './invoicexpress.ts';
import type { InvoicingService } from './invoicing-service.ts';
import { createMoloni } from './moloni.ts';
import { createTocOnline } from './toconline.ts';

/** Null: none is configured. */
export function createInvoicingService(
  context: Pick<Context, 'config' | 'db' | 'clock' | 'secrets'>,
): InvoicingService | null {
  const { invoicing } = context.config;
  switch (invoicing?.service) {
    case 'invoicexpress':
      return createInvoiceXpress(invoicing);
    case 'moloni':
      return createMoloni(context, invoicing);
    case 'toconline':
      return createTocOnline(context, invoicing);
    case undefined:
      return null;
  }
}
