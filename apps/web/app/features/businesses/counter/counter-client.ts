import { type Client, createClient, isApiError } from '@wopack/contract/client';
import { apiHost, fetchWithPrefetch } from '../../../lib/api/api.ts';
import { getCurrentLanguage } from '../../../lib/i18n/language.ts';
import { readStored, removeStored, writeStored } from '../../../lib/storage/storage.ts';

const client = createClient({
  host: apiHost,
  token: () => readStored('counterToken'),
  language: getCurrentLanguage,
  fetch: fetchWithPrefetch,
});

/** Result for a device that was ended: its callers are unmounted or about to be. */
const neverResolves = new Promise<never>(() => {});

/** Calls of the counter device that this browser is. A refused token ends the pairing it belongs to, and nothing else. */
export const callAsDevice = (async (...input: Parameters<Client>) => {
  const token = readStored('counterToken');
  try {
    return await client(...input);
  } catch (error) {
    if (!isApiError(error, 'notSignedIn')) throw error;
    endPairing(token);
    return neverResolves;
  }
}) as Client;

/** Pairs this browser with a sale place; hand-outs of tickets that wait are of the device before, and stay. */
export async function pairCounter(code: string): Promise<void> {
  const { data } = await client('pairCounter', { body: { code } });
  writeStored('counterToken', data.token);
}

/** Scans stay: they may not have been sent. */
export function endPairing(token: string | null): void {
  if (token === null || token !== readStored('counterToken')) return;
  removeStored('counterToken', 'counterSnapshot');
}
