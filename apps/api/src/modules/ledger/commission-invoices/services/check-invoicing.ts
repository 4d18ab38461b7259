import type { Context } from '../../../../platform/context.ts';
import { createInvoicingService } from './create-invoicing-service.ts';
import { CredentialsRefusedError } from './invoicing-service.ts';

/** Whether the configured service takes its credentials; null: none is configured. */
export async function checkInvoicing(
  context: Pick<Context, 'config' | 'db' | 'clock' | 'secrets' | 'log'>,
): Promise<'accepted' | 'refused' | 'silent' | null> {
  const service = createInvoicingService(context);
  if (!service) return null;
  try {
    await service.check();
    return 'accepted';
  } catch (error) {
    context.log.warn({ err: error }, 'the invoicing service did not answer');
    return error instanceof CredentialsRefusedError ? 'refused' : 'silent';
  }
}
