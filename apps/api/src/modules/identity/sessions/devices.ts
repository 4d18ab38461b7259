import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { deleteOtherTokens, deleteUserToken, listTokens } from '../account/account.queries.ts';

const SUCCESS_REPLY = { success: true, code: 0 as const };

export async function listDevices({ db, clock }: Context, { actor }: Call<typeof endpoints.listDevices>) {
  const devices = (await listTokens(db, actor.id, clock.now()))
    .map((token) => ({
      id: token.id,
      device_name: token.device_name,
      created_at: token.created_at.toISOString(),
      last_used: getLastUsedAt(token).toISOString(),
      is_current: token.id === actor.tokenId,
    }))
    .sort((a, b) => Number(b.is_current) - Number(a.is_current) || (a.last_used < b.last_used ? 1 : -1));
  return { data: devices };
}

/**
 * Use extends a token to its full lifetime, at most once an hour, so its expiry tells when it was last
 * used.
 */
export const getLastUsedAt = (token: { expires_at: Date; lifetime_seconds: number }): Date =>
  new Date(token.expires_at.getTime() - token.lifetime_seconds * 1000);

export async function endDevice({ db }: Context, { actor, params }: Call<typeof endpoints.endDevice>) {
  if (!(await deleteUserToken(db, actor.id, params.id))) throw new AppError('notFound');
  return SUCCESS_REPLY;
}

export async function endOtherDevices({ db }: Context, { actor }: Call<typeof endpoints.endOtherDevices>) {
  await deleteOtherTokens(db, actor.id, actor.tokenId);
  return SUCCESS_REPLY;
}
