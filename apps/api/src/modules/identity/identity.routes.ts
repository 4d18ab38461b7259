import { endpoints } from '@wopack/contract';
import { pickLanguage } from '@wopack/domain';
import type { Context, Http } from '../../platform/context.ts';
import { createValidationError } from '../../platform/http/app-error.ts';
import { type Call, SUCCESS } from '../../platform/http/route.ts';
import { composeMail } from '../../platform/mail/mail.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { receiveFile, scheduleRemoveFiles, storeAvatar } from '../media/index.ts';
import { reauthenticate, updatePassword, validatePasswordChange } from './account/credentials.ts';
import {
  getBusiness,
  getMe,
  type OnLegalIdentityChange,
  type SwitchSelling,
  updateBusiness,
  updateCity,
  updateFood,
  updateOwnAccount,
  updatePartnerRole,
  updateProfile,
  updateSellerRole,
  validateBusiness,
  validateCity,
  validateProfile,
} from './account/my-account.ts';
import { deleteAccount, exportAccount } from './account/personal-data.ts';
import { findUserByEmail, getUser, updateUser } from './identity.queries.ts';
import { confirmLegalText, listLegalTextChanges, listLegalTexts } from './legal-texts/legal-texts.ts';
import { listSecurityEvents, recordSecurityEvent } from './security/security-events.ts';
import { endSessions, lockSession } from './sessions/end-sessions.ts';
import { login, validateLogin } from './sessions/login.ts';
import { consumeLoginCode, sendCode } from './sessions/login-codes.ts';
import { forgetOtherDevices } from './sessions/recognised-devices.ts';
import { register, validateRegistration } from './sessions/register.ts';
import { deleteLoginCodes } from './sessions/sessions.queries.ts';
import { endDevice, endOtherDevices, listDevices, logout } from './sessions/sessions.ts';
import { createSignInLimits } from './sessions/sign-in-limits.ts';
import { socialRoutes } from './social/social.routes.ts';

export function identityRoutes(context: Context, http: Http, switchSelling: SwitchSelling): void {
  const { route } = http;
  const limits = createSignInLimits(context);
  route(endpoints.register, (call) => register(context, call), {
    validate: (call) => validateRegistration(context, call),
  });
  route(endpoints.login, (call) => login(context, call), {
    validate: validateLogin,
    limits: [limits.login],
  });
  route(endpoints.sendCode, (call) => sendCode(context, call), { limits: [limits.sendCode] });
  socialRoutes(context, http);
  route(endpoints.logout, (call) => logout(context, call));
  route(endpoints.checkAuth, async ({ actor }) => ({ success: actor !== null }));
  route(endpoints.getMe, (call) => getMe(context, call));
  route(endpoints.updateProfile, (call) => updateProfile(context, call), { validate: validateProfile });
  route(endpoints.updateFood, (call) => updateFood(context, call));
  route(endpoints.updateCity, (call) => updateCity(context, call), { validate: validateCity });
  route(endpoints.updateSellerRole, (call) => updateSellerRole(context, call, switchSelling));
  route(endpoints.updatePartnerRole, (call) => updatePartnerRole(context, call));
  route(endpoints.listLegalTexts, (call) => listLegalTexts(context, call));
  route(endpoints.listLegalTextChanges, (call) => listLegalTextChanges(context, call));
  route(endpoints.confirmLegalText, (call) => confirmLegalText(context, call));
  route(endpoints.uploadAvatar, (call) => uploadAvatar(context, call));
}

async function uploadAvatar(context: Context, { actor, request }: Call<typeof endpoints.uploadAvatar>) {
  const { db, jobs, storage } = context;
  const avatarPath = await receiveFile(context, request, 'avatar', (file) => storeAvatar(storage, file));
  await db.transaction().execute(async (trx) => {
    await lockSession(trx, actor);
    const previous = await getUser(trx, actor.id);
    await updateUser(trx, actor.id, { avatar_path: avatarPath });
    await scheduleRemoveFiles(jobs, trx, [previous.avatar_path]);
  });
  return { data: { avatar_path: avatarPath } };
}

export function accountRoutes(
  context: Context,
  { route, jsonDownloadRoute }: Http,
  {
    personalDataHandlers,
    onLegalIdentityChange,
  }: {
    personalDataHandlers: readonly PersonalDataHandler[];
    onLegalIdentityChange: OnLegalIdentityChange;
  },
): void {
  route(endpoints.updatePassword, (call) => updatePassword(context, call), {
    validate: (call) => validatePasswordChange(context, call),
  });
  route(endpoints.listDevices, (call) => listDevices(context, call));
  route(endpoints.endDevice, (call) => endDevice(context, call));
  route(endpoints.endOtherDevices, (call) => endOtherDevices(context, call));
  route(endpoints.listSecurityEvents, (call) => listSecurityEvents(context, call));
  route(endpoints.updateLanguage, async ({ actor, body }) => {
    await updateOwnAccount(context, actor, { language: body.language });
    return SUCCESS;
  });
  route(endpoints.getBusiness, (call) => getBusiness(context, call));
  route(endpoints.updateBusiness, (call) => updateBusiness(context, call, onLegalIdentityChange), {
    validate: (call) => validateBusiness(call, context.clock.now()),
  });
  route(endpoints.verifyEmail, (call) => verifyEmail(context, call));
  route(endpoints.updateEmail, (call) => updateEmail(context, call));
  jsonDownloadRoute(endpoints.exportAccount, 'wopack-export.json', (call) =>
    exportAccount(context, call, personalDataHandlers),
  );
  route(endpoints.deleteAccount, (call) => deleteAccount(context, call, personalDataHandlers));
}

/**
 * While signed in, the code proves that address and account belong to the same user: unlike at a sign-in,
 * the password and the current token stay. Other tokens of an account not verified so far may be somebody
 * else's.
 */
async function verifyEmail(context: Context, { actor, body, request }: Call<typeof endpoints.verifyEmail>) {
  const { db, clock } = context;
  const now = clock.now();
  const isCorrect = await db.transaction().execute(async (trx) => {
    const user = await lockSession(trx, actor);
    const key = { email: user.email, purpose: 'verify_email', userId: user.id } as const;
    if (!(await consumeLoginCode(context, trx, { ...key, code: body.code }))) return false;
    if (!user.email_verified_at) {
      await updateUser(trx, user.id, { email_verified_at: now });
      await endSessions(trx, user.id, actor.tokenId);
      await forgetOtherDevices(context, trx, user.id, request);
    }
    return true;
  });
  // Thrown outside the transaction, which has to commit the counted try.
  if (!isCorrect) throw createValidationError('code', 'identity.wrongCode');
  return SUCCESS;
}

/**
 * A code sent to the new address proves it, the password or a code sent to the present one proves the user.
 * The former address is told, because whoever holds a stolen password could take the account over.
 */
async function updateEmail(context: Context, { actor, body, request }: Call<typeof endpoints.updateEmail>) {
  const { db, clock, jobs } = context;
  const { email, email_code: emailCode } = body;
  const user = await getUser(db, actor.id);
  await reauthenticate(context, user, body, 'change_email');
  const now = clock.now();
  const fieldError = await db.transaction().execute(async (trx) => {
    const { email: formerEmail } = await lockSession(trx, actor);
    const key = { email, purpose: 'verify_email', userId: actor.id } as const;
    if (!(await consumeLoginCode(context, trx, { ...key, code: emailCode })))
      return createValidationError('email_code', 'identity.wrongCode');
    // Said only to whoever has proved the address.
    const holder = await findUserByEmail(trx, email);
    if (holder && holder.id !== actor.id) return createValidationError('email', 'identity.emailTaken');
    await updateUser(trx, actor.id, { email, email_verified_at: now });
    await endSessions(trx, actor.id, actor.tokenId);
    await forgetOtherDevices(context, trx, actor.id, request);
    await recordSecurityEvent(context, trx, { kind: 'email_changed', userId: actor.id, request });
    await deleteLoginCodes(trx, formerEmail, actor.id);
    if (formerEmail === email) return null;
    // Somebody may have entered a stranger's address, who then knows nothing of this account.
    if (!user.email_verified_at) return null;
    const language = pickLanguage(user.language);
    await jobs.enqueue(trx, 'notifications.send-mail', {
      to: formerEmail,
      ...composeMail('emailChanged', language, { email }),
    });
    return null;
  });
  // Thrown outside the transaction, which has to commit the counted try.
  if (fieldError) throw fieldError;
  return SUCCESS;
}
