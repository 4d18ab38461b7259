import { type Language, pickLanguage } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { MailTemplates } from '../../platform/mail/mail.ts';
import { translate } from '../../platform/messages/translate.ts';
import { generateLoginCode, hashLoginCode } from './account/credentials.ts';
import { getContact } from './identity.queries.ts';
import { setLoginCodeHash } from './sessions/sessions.queries.ts';

/** Templates are rendered when the mail is sent, not when it is enqueued. */
export const createIdentityMailTemplates = ({ db, clock, secrets }: Context): MailTemplates => ({
  /** The code is generated here so that it exists only in the mail; a retry generates another one. */
  code: async ({ requestId, language }: { requestId: string; language: Language }) => {
    const code = generateLoginCode();
    const request = await setLoginCodeHash(db, requestId, hashLoginCode(secrets, code), clock.now());
    if (!request) return null;
    return {
      to: request.email,
      subject: translate('mail.code.subject', language, { code }),
      text: translate('mail.code.text', language, { code }),
      language,
      until: request.expires_at.toISOString(),
    };
  },
  deletion: async ({ userId }: { userId: number }) => {
    const { email: to, ...user } = await getContact(db, userId);
    const language = pickLanguage(user.language);
    return {
      to,
      subject: translate('mail.deletion.subject', language),
      text: translate('mail.deletion.text', language),
      language,
    };
  },
});
