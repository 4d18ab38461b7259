import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import type { Call } from '../../platform/http/route.ts';
import type { Mail } from '../../platform/mail.ts';
import { translate } from '../../platform/messages/translate.ts';
import { storeLoginCode } from './identity.queries.ts';
import { randomCode, sha256 } from './secrets.ts';

const TEN_MINUTES = 600_000;

/** Does the same for known and unknown addresses, so that the answer tells nothing. */
export async function sendCode(
  { db, clock, jobs }: Context,
  { body, language }: Call<typeof endpoints.sendCode>,
) {
  const code = randomCode();
  const expiresAt = new Date(clock.now().getTime() + TEN_MINUTES);
  await db.transaction().execute(async (trx) => {
    await storeLoginCode(trx, body.email, sha256(code), expiresAt);
    const mail: Mail = {
      to: body.email,
      subject: translate('mail.code.subject', language, { code }),
      text: translate('mail.code.text', language, { code }),
      language,
      until: expiresAt.toISOString(),
    };
    await jobs.enqueue(trx, 'mail', mail, { urgent: true });
  });
  return { success: true, code: 0 as const };
}
