import type { endpoints } from '@wopack/contract';
import { monthOf, pickLanguage } from '@wopack/rules';
import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools';
import type { Config } from '../../../config/config.ts';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError, blankError } from '../../../platform/http/error.ts';
import type { AcceptedCall, Call } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { findBusiness, findUser, lockUser, prove, wrongProof } from '../../identity/index.ts';
import { heldUntil, nextPayoutDay } from './payout-days.rules.ts';
import { findDetails, findHeldUntil, isVerified, storeDetails } from './payout-details.queries.ts';
import { isMonthBegun, lastPayout, lockRuns, owed } from './payouts.queries.ts';

type Needed = Pick<Context, 'db' | 'clock' | 'config'>;

/** The day on which the person can be paid out next. */
export const nextPayoutOf = async ({ db, clock, config }: Needed, userId: number): Promise<string> =>
  nextPayoutDay(clock.now(), config.operatorZone, await findHeldUntil(db, userId));

export async function showPayout({ db, clock, config }: Needed, actor: { id: number }) {
  const now = clock.now();
  const [details, verified, business, accounts, last] = await Promise.all([
    findDetails(db, actor.id),
    isVerified(db, actor.id),
    findBusiness(db, actor.id),
    owed(db, actor.id, now),
    lastPayout(db, actor.id),
  ]);
  const held = details?.held_until ?? null;
  const nextPayout = nextPayoutDay(now, config.operatorZone, held);
  const missing = [
    ...(verified ? [] : (['email'] as const)),
    ...(business ? [] : (['business'] as const)),
    ...(details ? [] : (['iban'] as const)),
  ];
  return {
    data: {
      iban: details ? `•••• ${details.iban.slice(-4)}` : null,
      holder: details?.holder ?? '',
      missing,
      minimum_cents: config.operator.minPayoutCents,
      next_payout: nextPayout,
      held_until: held && held > now ? nextPayout : null,
      accounts,
      last: last ? { ...last, made_at: last.made_at.toISOString() } : null,
    },
  };
}

/** The proof is looked at here only beside other wrong fields: a code works once, and a password costs time. */
export async function validatePayout(
  context: Context,
  { actor, body: { iban, holder, password, code }, refused }: AcceptedCall<typeof endpoints.savePayout>,
) {
  const fields = { iban: iban !== undefined && ibanError(iban), holder: blankError(holder) };
  const isRefused = refused.size > 0 || Object.values(fields).some(Boolean);
  const isProofRefused = refused.has('password') || refused.has('code');
  if (!isRefused || code || isProofRefused) return fields;
  return { ...fields, ...(await wrongProof(context, await findUser(context.db, actor.id), { password })) };
}

function ibanError(written: string): string | null {
  const iban = electronicFormatIBAN(written);
  if (!iban || !isValidIBAN(iban)) return 'ledger.iban';
  // Transfers go through SEPA alone.
  return isSEPACountry(iban.slice(0, 2)) ? null : 'ledger.ibanNotSepa';
}

/**
 * Only for those whose address is proven and who show that it is they who ask: nobody else's money goes anywhere by a
 * stolen session alone. Whoever finds out later has a month: they are told by mail, and a changed account misses a run.
 */
export async function savePayout(context: Context, { actor, body }: Call<typeof endpoints.savePayout>) {
  const { db, clock, config } = context;
  const user = await findUser(db, actor.id);
  if (!user.email_verified_at) throw new AppError('conflict', { message: 'identity.verifyFirst' });
  await prove(context, user, body);
  const iban = electronicFormatIBAN(body.iban)!;
  const holder = body.holder.trim();
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    if (!(await lockUser(trx, actor.id))) throw new AppError('notSignedIn');
    // A run that is being made is over then: it paid out to the account before, or it is the one that is missed.
    await lockRuns(trx);
    const before = await findDetails(trx, actor.id);
    const changes = before && before.iban !== iban;
    const held = changes ? await holdPayouts(config, trx, now) : (before?.held_until ?? null);
    await storeDetails(trx, { user_id: actor.id, iban, holder, held_until: held, updated_at: now });
    if (before?.iban !== iban) await notifyAccount(context, trx, user, { before: before?.iban, iban, held });
  });
  return showPayout(context, actor);
}

async function holdPayouts({ operator, operatorZone: zone }: Config, trx: Trx, now: Date): Promise<Date> {
  // Without an account of the operator's no run is to come this month.
  const isRunMade = !operator.iban || (await isMonthBegun(trx, `${monthOf(now, zone)}-01`));
  return heldUntil(now, zone, isRunMade);
}

/** To the address itself, however they wish to be told of other things. */
async function notifyAccount(
  { config, clock, jobs }: Context,
  trx: Trx,
  user: { email: string; language: string },
  { before, iban, held }: { before: string | undefined; iban: string; held: Date | null },
): Promise<void> {
  const language = pickLanguage(user.language);
  const locale = language === 'en' ? 'en-GB' : language;
  const format = (style: Intl.DateTimeFormatOptions, instant: Date) =>
    new Intl.DateTimeFormat(locale, { ...style, timeZone: config.operatorZone }).format(instant);
  const name = before ? 'mail.payoutAccountChanged' : 'mail.payoutAccount';
  const values = {
    at: format({ dateStyle: 'long', timeStyle: 'short' }, clock.now()),
    digits: iban.slice(-4),
    former: before?.slice(-4) ?? '',
    day: held ? format({ dateStyle: 'long' }, held) : '',
    url: `${config.publicUrl}/account/password`,
  };
  await jobs.enqueue(trx, 'mail', {
    to: user.email,
    subject: translate(`${name}.subject`, language, values),
    text: translate(`${name}.text`, language, values),
    url: values.url,
    language,
  });
}
