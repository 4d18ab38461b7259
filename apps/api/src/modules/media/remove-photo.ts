import type { StoredPhoto } from '../../platform/db/schema.ts';
import type { Storage } from '../../platform/storage.ts';

/** All sizes of a photo; those of the demo are nobody's own and stay. */
export async function removePhoto(storage: Storage, { srcset }: StoredPhoto): Promise<void> {
  for (const size of srcset.split(',')) {
    const [path = ''] = size.trim().split(' ');
    if (path.startsWith('/media/photos/')) await storage.remove(path.slice('/media/'.length));
  }
}
