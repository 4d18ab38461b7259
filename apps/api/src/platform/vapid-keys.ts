import { join } from 'node:path';
import { readOrCreateFile } from './data-file.ts';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * What push services know this WoPack by: keys given, else those made on the first start. Other keys would end every
 * subscription.
 */
export async function loadVapidKeys(dataDir: string, configuredKeys: VapidKeys | null): Promise<VapidKeys> {
  if (configuredKeys) return configuredKeys;
  const text = await readOrCreateFile(join(dataDir, 'vapid-keys.json'), async () => {
    const { default: webpush } = await import('web-push');
    return JSON.stringify(webpush.generateVAPIDKeys());
  });
  return JSON.parse(text) as VapidKeys;
}
