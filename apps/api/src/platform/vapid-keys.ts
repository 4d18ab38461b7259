import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * What push services know this WoPack by: keys given, else those made on the first start. Other keys would end every
 * subscription.
 */
export async function vapidKeys(dataDir: string, given: VapidKeys | null): Promise<VapidKeys> {
  if (given) return given;
  const file = join(dataDir, 'vapid-keys.json');
  const read = async () => JSON.parse(await readFile(file, 'utf8')) as VapidKeys;
  return read().catch(async () => {
    const { default: webpush } = await import('web-push');
    const fresh = `${file}.${randomUUID()}`;
    await writeFile(fresh, JSON.stringify(webpush.generateVAPIDKeys()), { mode: 0o600 });
    // Of two processes that start at once the first one's stay.
    await link(fresh, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(fresh);
    return read();
  });
}
