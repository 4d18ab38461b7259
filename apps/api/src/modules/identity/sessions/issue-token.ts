import type { Trx } from '../../../platform/db/database.ts';
import { insertToken } from '../identity.queries.ts';
import { generateToken, sha256 } from '../secrets.ts';

const DAY_SECONDS = 86_400;

/** The token expires after 90 days without use, or after 24 hours when the user is not to be remembered. */
export async function issueToken(
  trx: Trx,
  { userId, deviceName, remember, now }: { userId: number; deviceName: string; remember: boolean; now: Date },
): Promise<string> {
  const token = generateToken();
  const lifetimeSeconds = remember ? 90 * DAY_SECONDS : DAY_SECONDS;
  await insertToken(trx, {
    user_id: userId,
    hash: sha256(token),
    device_name: deviceName,
    lifetime_seconds: lifetimeSeconds,
    created_at: now,
    expires_at: new Date(now.getTime() + lifetimeSeconds * 1000),
  });
  return token;
}
