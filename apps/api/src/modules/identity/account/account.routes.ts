import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../../platform/context.ts';
import type { PersonalDataHandler } from '../../../platform/personal-data.ts';
import { getBusiness, updateBusiness, validateBusiness } from '../business/business.ts';
import { updateUser } from '../identity.queries.ts';
import { deleteAccount } from '../personal-data/delete-account.ts';
import { exportAccount } from '../personal-data/export-account.ts';
import { endDevice, endOtherDevices, listDevices } from '../sessions/devices.ts';
import { updatePassword, validatePasswordChange } from './update-password.ts';
import { verifyEmail } from './verify-email.ts';

export function accountRoutes(
  context: Context,
  { route }: Http,
  personalDataHandlers: readonly PersonalDataHandler[],
): void {
  const guessLimitOptions = { limit: { max: 5, window: '1 minute', by: 'person' } } as const;
  route(endpoints.updatePassword, (call) => updatePassword(context, call), {
    ...guessLimitOptions,
    validate: (call) => validatePasswordChange(context, call),
  });
  route(endpoints.listDevices, (call) => listDevices(context, call));
  route(endpoints.endDevice, (call) => endDevice(context, call));
  route(endpoints.endOtherDevices, (call) => endOtherDevices(context, call));
  route(endpoints.updateLanguage, async ({ actor, body }) => {
    await updateUser(context.db, actor.id, { language: body.language });
    return { success: true, code: 0 as const };
  });
  route(endpoints.getBusiness, (call) => getBusiness(context, call));
  route(endpoints.updateBusiness, (call) => updateBusiness(context, call), { validate: validateBusiness });
  route(endpoints.verifyEmail, (call) => verifyEmail(context, call), guessLimitOptions);
  route(endpoints.exportAccount, (call) => exportAccount(context, call, personalDataHandlers), {
    limit: { max: 10, window: '1 hour', by: 'person' },
    download: 'wopack-export.json',
  });
  route(
    endpoints.deleteAccount,
    (call) => deleteAccount(context, call, personalDataHandlers),
    guessLimitOptions,
  );
}
