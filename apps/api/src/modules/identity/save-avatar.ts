import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import type { Call } from '../../platform/http/route.ts';
import { receiveFile, removeFiles, takeSquare } from '../media/index.ts';
import { findUser, updateUser } from './identity.queries.ts';

export async function saveAvatar(
  { db, jobs, storage }: Context,
  { actor, request }: Call<typeof endpoints.saveAvatar>,
) {
  const avatarPath = await receiveFile(request, 'avatar', (content) => takeSquare(storage, content));
  await db.transaction().execute(async (trx) => {
    const before = await findUser(trx, actor.id);
    await updateUser(trx, actor.id, { avatar_path: avatarPath });
    await removeFiles(jobs, trx, [before.avatar_path]);
  });
  return { data: { avatar_path: avatarPath } };
}
