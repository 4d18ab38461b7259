import type { Storage } from '../../platform/storage.ts';

/** Pictures of the demo are nobody's own and stay. */
export async function removeAvatar(storage: Storage, path: string | null): Promise<void> {
  if (path?.startsWith('/media/avatars/')) await storage.remove(path.slice('/media/'.length));
}
