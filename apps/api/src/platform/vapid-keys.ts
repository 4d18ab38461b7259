import { join } from 'node:path';
import { readOrCreateFile } from './data-file.ts';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** Configured VAPID keys, or those created on the first start. Changing them would end every subscription. */
export async function loadVapidKeys(dataDir: string, configuredKeys: VapidKeys | null): Promise<VapidKeys> {
  if (configuredKeys) return configuredKeys;
  const text = await readOrCreateFile(join(dataDir, 'vapid-keys.json'), async () => {
    const { default: webpush } = await import('web-push');
    return JSON.stringify(webpush.generateVAPIDKeys());
  });
  return JSON.parse(text) as VapidKeys;
}
