import { timingSafeEqual } from 'node:crypto';
import { HOUR_MS, pickLanguage } from '@wopack/domain';
import { getConsoleAddress } from '../../../config/config.ts';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { composeMail, type MailTemplates } from '../../../platform/mail/mail.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { generateToken, sha256 } from '../../identity/index.ts';
import { getOperatorContact, replaceEnrolmentHash, updateOperator } from './operators.queries.ts';

/** How long a key sets up an authenticator. */
export const ENROLMENT_HOURS = 72;

type EnrolmentCause = 'invitation' | 'reset';

/** A stolen session alone must not set up the authenticator: the page takes the key from the fragment. */
const buildEnrolmentAddress = (config: Context['config'], key: string): string =>
  `${getConsoleAddress(config)}sign-in#${key}`;

const startEnrolment = async ({ clock }: Pick<Context, 'clock'>, trx: Trx, userId: number) => {
  const expiresAt = new Date(clock.now().getTime() + ENROLMENT_HOURS * HOUR_MS);
  await updateOperator(trx, userId, { enrolment_hash: null, enrolment_expires_at: expiresAt });
};

/** Mails the operator a key; earlier ones end. */
export async function mailEnrolmentKey(
  context: Pick<Context, 'clock' | 'jobs'>,
  trx: Trx,
  userId: number,
  cause: EnrolmentCause,
): Promise<void> {
  await startEnrolment(context, trx, userId);
  await context.jobs.enqueue(trx, 'notifications.send-mail', {
    template: 'operatorEnrolment',
    userId,
    cause,
  });
}

/** Whoever runs the server hands the address to the operator, who sets up their authenticator with it. */
export async function createEnrolmentAddress(
  context: Pick<Context, 'clock' | 'config'>,
  trx: Trx,
  userId: number,
): Promise<string> {
  const key = generateToken();
  await startEnrolment(context, trx, userId);
  await replaceEnrolmentHash(trx, userId, sha256(key), context.clock.now());
  return buildEnrolmentAddress(context.config, key);
}

export const isEnrolmentKey = (
  operator: { enrolment_hash: Buffer | null; enrolment_expires_at: Date | null },
  key: string,
  now: Date,
): boolean =>
  operator.enrolment_hash !== null &&
  operator.enrolment_expires_at !== null &&
  now < operator.enrolment_expires_at &&
  timingSafeEqual(operator.enrolment_hash, sha256(key));

const MAIL_NAMES = { invitation: 'operatorInvitation', reset: 'secondFactorReset' } as const;

/** The key is generated here so that it exists only in the mail; a retry generates another one. */
export const operatorMails = ({ db, clock, config }: Context): MailTemplates => ({
  operatorEnrolment: async ({ userId, cause }: { userId: number; cause: EnrolmentCause }) => {
    const key = generateToken();
    const enrolment = await replaceEnrolmentHash(db, userId, sha256(key), clock.now());
    if (!enrolment) return null;
    const { email, role, ...operator } = await getOperatorContact(db, userId);
    const language = pickLanguage(operator.language);
    const values = {
      role: translate(`admin.role.${role}`, language),
      hours: ENROLMENT_HOURS,
      url: buildEnrolmentAddress(config, key),
    };
    return {
      to: email,
      ...composeMail(MAIL_NAMES[cause], language, values),
      until: enrolment.enrolment_expires_at!.toISOString(),
    };
  },
});
