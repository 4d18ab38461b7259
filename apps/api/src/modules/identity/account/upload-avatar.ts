import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { Call } from '../../../platform/http/route.ts';
import { receiveFile, scheduleRemoveFiles, storeAvatar } from '../../media/index.ts';
import { getUser, updateUser } from '../identity.queries.ts';

export async function uploadAvatar(
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
