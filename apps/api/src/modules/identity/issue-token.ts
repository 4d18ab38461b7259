import type { Trx } from '../../platform/db/database.ts';
import { insertToken } from './identity.queries.ts';
import { randomToken, sha256 } from './secrets.ts';

const DAY = 86_400;

/** A new token for a device: 90 days unused, or 24 hours when the person is not to be remembered. */
export async function issueToken(
  trx: Trx,
  { userId, deviceName, remember, now }: { userId: number; deviceName: string; remember: boolean; now: Date },
): Promise<string> {
  const token = randomToken();
  const lifetime = remember ? 90 * DAY : DAY;
  await insertToken(trx, {
    user_id: userId,
    hash: sha256(token),
    device_name: deviceName,
    lifetime_seconds: lifetime,
    created_at: now,
    expires_at: new Date(now.getTime() + lifetime * 1000),
  });
  return token;
}
