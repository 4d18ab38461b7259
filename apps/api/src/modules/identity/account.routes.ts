import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import type { Keeper } from '../../platform/keeper.ts';
import { saveBusiness, showBusiness, validateBusiness } from './business.ts';
import { deleteAccount } from './delete-account.ts';
import { endDevice, endOtherDevices, listDevices } from './devices.ts';
import { exportAccount } from './export-account.ts';
import { updateUser } from './identity.queries.ts';
import { savePassword, validatePassword } from './save-password.ts';
import { verifyEmail } from './verify-email.ts';

export function accountRoutes(context: Context, { route }: Http, keepers: readonly Keeper[]): void {
  const guessing = { limit: { max: 5, window: '1 minute', by: 'person' } } as const;
  route(endpoints.savePassword, (call) => savePassword(context, call), {
    ...guessing,
    validate: (call) => validatePassword(context, call),
  });
  route(endpoints.listDevices, (call) => listDevices(context, call));
  route(endpoints.endDevice, (call) => endDevice(context, call));
  route(endpoints.endOtherDevices, (call) => endOtherDevices(context, call));
  route(endpoints.saveLanguage, async ({ actor, body }) => {
    await updateUser(context.db, actor.id, { language: body.language });
    return { success: true, code: 0 as const };
  });
  route(endpoints.showBusiness, (call) => showBusiness(context, call));
  route(endpoints.saveBusiness, (call) => saveBusiness(context, call), { validate: validateBusiness });
  route(endpoints.verifyEmail, (call) => verifyEmail(context, call), guessing);
  route(endpoints.exportAccount, (call) => exportAccount(context, call, keepers), {
    limit: { max: 10, window: '1 hour', by: 'person' },
    download: 'wopack-export.json',
  });
  route(endpoints.deleteAccount, (call) => deleteAccount(context, call, keepers), guessing);
}
