import type { Context } from '../../../../platform/context.ts';
import { createInvoicingService } from './create-invoicing-service.ts';
import { CredentialsRefusedError, WrongSettingError } from './invoicing-service.ts';

/** Whether the configured service takes its credentials, or which setting it does not know; null: none is configured. */
export async function checkInvoicing(
  context: Pick<Context, 'config' | 'db' | 'clock' | 'secrets' | 'log'>,
): Promise<'accepted' | 'refused' | 'silent' | { setting: string } | null> {
  const service = createInvoicingService(context);
  if (!service) return null;
  try {
    await service.check();
    return 'accepted';
  } catch (error) {
    context.log.warn(
      { reason: (error as Error).message },
      'the invoicing service was checked without success',
    );
    if (error instanceof WrongSettingError) return { setting: error.setting };
    return error instanceof CredentialsRefusedError ? 'refused' : 'silent';
  }
}
