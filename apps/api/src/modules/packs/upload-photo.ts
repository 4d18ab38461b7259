import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import type { Call } from '../../platform/http/route.ts';
import { receiveFile, takePhoto } from '../media/index.ts';
import { insertUpload } from './packs.queries.ts';

export async function uploadPhoto(
  { db, clock, storage }: Context,
  { actor, request }: Call<typeof endpoints.uploadPhoto>,
) {
  const photo = await receiveFile(request, 'photo', (content) => takePhoto(storage, content));
  await insertUpload(db, { ...photo, user_id: actor.id, created_at: clock.now() });
  return { data: photo };
}
