import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import type { Call } from '../../platform/http/route.ts';
import { receiveFile, scheduleRemoveFiles, storeAvatar } from '../media/index.ts';
import {
  getMe,
  type OnSellingChanged,
  updateCity,
  updatePartnerRole,
  updateProfile,
  updateSellerRole,
  validateCity,
  validateProfile,
} from './account/profile.ts';
import { getUser, updateUser } from './identity.queries.ts';
import { login, validateLogin } from './sessions/login.ts';
import { register, validateRegistration } from './sessions/register.ts';
import { deleteToken, upsertLoginCode } from './sessions/sessions.queries.ts';
import { socialRoutes } from './social/social.routes.ts';

const CODE_LIFETIME_MS = 600_000;

/**
 * Does the same work for known and unknown addresses, so that neither answer nor timing reveals which
 * exist.
 */
async function sendCode({ db, clock, jobs }: Context, { body, language }: Call<typeof endpoints.sendCode>) {
  const expiresAt = new Date(clock.now().getTime() + CODE_LIFETIME_MS);
  await db.transaction().execute(async (trx) => {
    const { request_id: requestId } = await upsertLoginCode(trx, body.email, null, expiresAt);
    await jobs.enqueue(
      trx,
      'notifications.send-mail',
      { template: 'code', requestId, language },
      { urgent: true },
    );
  });
  return { success: true, code: 0 as const };
}

export function identityRoutes(context: Context, http: Http, onSellingChanged: OnSellingChanged): void {
  const { route } = http;
  route(endpoints.register, (call) => register(context, call), {
    validate: (call) => validateRegistration(context, call),
  });
  route(endpoints.login, (call) => login(context, call), {
    validate: validateLogin,
  });
  route(endpoints.sendCode, (call) => sendCode(context, call));
  socialRoutes(context, http);
  route(endpoints.logout, async ({ actor }) => {
    await deleteToken(context.db, actor.tokenId);
    return { success: true, code: 0 as const };
  });
  route(endpoints.checkAuth, async ({ actor }) => ({ success: actor !== null }));
  route(endpoints.getMe, (call) => getMe(context, call));
  route(endpoints.updateProfile, (call) => updateProfile(context, call), { validate: validateProfile });
  route(endpoints.updateCity, (call) => updateCity(context, call), { validate: validateCity });
  route(endpoints.updateSellerRole, (call) => updateSellerRole(context, call, onSellingChanged));
  route(endpoints.updatePartnerRole, (call) => updatePartnerRole(context, call));
  route(endpoints.uploadAvatar, (call) => uploadAvatar(context, call));
}

async function uploadAvatar(
  { db, jobs, storage }: Context,
  { actor, request }: Call<typeof endpoints.uploadAvatar>,
) {
  const avatarPath = await receiveFile(request, 'avatar', (content) => storeAvatar(storage, content));
  await db.transaction().execute(async (trx) => {
    const previous = await getUser(trx, actor.id);
    await updateUser(trx, actor.id, { avatar_path: avatarPath });
    await scheduleRemoveFiles(jobs, trx, [previous.avatar_path]);
  });
  return { data: { avatar_path: avatarPath } };
}
