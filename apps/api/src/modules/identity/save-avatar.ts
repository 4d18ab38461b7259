import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import type { Call } from '../../platform/http/route.ts';
import { takeSquare, uploadedFile } from '../media/index.ts';
import { removeAvatar } from './avatar.ts';
import { findUser, updateUser } from './identity.queries.ts';

export async function saveAvatar(context: Context, { actor, request }: Call<typeof endpoints.saveAvatar>) {
  const avatarPath = await takeSquare(context.storage, await uploadedFile(request, 'avatar'));
  const before = await findUser(context.db, actor.id);
  await updateUser(context.db, actor.id, { avatar_path: avatarPath });
  await removeAvatar(context.storage, before.avatar_path);
  return { data: { avatar_path: avatarPath } };
}
