import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import type { Call } from '../../platform/http/route.ts';
import { receiveFile, storePhoto } from '../media/index.ts';
import { insertUpload } from './products.queries.ts';

export async function uploadProductPhoto(
  { db, clock, storage }: Context,
  { actor, request }: Call<typeof endpoints.uploadProductPhoto>,
) {
  const photo = await receiveFile(request, 'photo', (content) => storePhoto(storage, content));
  await insertUpload(db, { ...photo, user_id: actor.id, created_at: clock.now() });
  return { data: photo };
}
