import type { endpoints, MovementRole } from '@wopack/contract';
import { getLocale, monthOf, pickLanguage } from '@wopack/domain';
import type { Config } from '../../../config/config.ts';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { chooseChangedPayee, type Payee } from '../../../platform/http/payee.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { composeMail } from '../../../platform/mail/mail.ts';
import { listMembers, lockBusinessAs, recordActivity } from '../../businesses/index.ts';
import {
  findLegalIdentity,
  findProofErrors,
  getUser,
  lockPayee,
  reauthenticate,
  recordSecurityEvent,
} from '../../identity/index.ts';
import { listMovementRoles } from '../ledger.queries.ts';
import { findHolderError, findIbanError, normaliseIban } from './bank-account.rules.ts';
import { getNextPayoutDay, getPayoutBlockEnd } from './payout-days.rules.ts';
import { listHolds } from './payout-holds.rules.ts';
import {
  findHeldUntil,
  findPayoutDetails,
  isHeldByOperator,
  isPayeeVerified,
  isPayoutMonthClaimed,
  listHeldEarnings,
  listLastPayouts,
  listOwedBalances,
  lockPayoutRuns,
  upsertPayoutDetails,
} from './payouts.queries.ts';

type Dependencies = Pick<Context, 'db' | 'clock' | 'config'>;

export const getNextPayoutDayOfUser = async (
  { db, clock, config }: Dependencies,
  userId: number,
): Promise<string> => getNextPayoutDay(clock.now(), config.operatorTimeZone, await findHeldUntil(db, userId));

type LastPayout = Awaited<ReturnType<typeof listLastPayouts>>[number];

const buildLastPayout = (payout: LastPayout | undefined) =>
  payout
    ? {
        amount_cents: payout.amount_cents,
        state: payout.state,
        made_at: payout.created_at.toISOString(),
      }
    : null;

export async function getPayoutDetails({ db, clock, config }: Dependencies, { userId, roles }: Payee) {
  const now = clock.now();
  const isShown = ({ role }: { role: MovementRole }) => roles.includes(role);
  // Without it, what is stored by the id of who handed their business over is the business's.
  const isSeller = roles.includes('seller');
  const [details, isVerified, business, accounts, heldEarnings, isHeld, lastPayouts] = await Promise.all([
    isSeller ? findPayoutDetails(db, userId) : undefined,
    isPayeeVerified(db, userId),
    isSeller ? findLegalIdentity(db, userId) : undefined,
    listOwedBalances(db, userId, now).then((balances) => balances.filter(isShown)),
    listHeldEarnings(db, userId, now),
    isHeldByOperator(db, userId),
    listLastPayouts(db, userId).then((payouts) => payouts.filter(isShown)),
  ]);
  const held = details?.held_until ?? null;
  const nextPayout = getNextPayoutDay(now, config.operatorTimeZone, held);
  const changedUntil = held && held > now ? nextPayout : null;
  const missing = [
    ...(isVerified ? [] : (['email'] as const)),
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
      held_until: changedUntil,
      ...(config.payoutWay === 'stripe_connect' && { way: 'stripe_connect' as const }),
      accounts: accounts.map((account) => ({
        ...account,
        held: listHolds(account, {
          heldEarnings: account.role === 'seller' ? heldEarnings : [],
          isHeldByOperator: isHeld,
          isMissing: missing.length > 0,
          changedUntil,
          minimumCents: config.operator.minPayoutCents,
        }),
        last: buildLastPayout(lastPayouts.find(({ role }) => role === account.role)),
      })),
      last: buildLastPayout(lastPayouts[0]),
    },
  };
}

/**
 * The proof is checked here only beside other errors: a code works once, and hashing a password costs time.
 */
export async function validatePayoutDetails(
  context: Context,
  {
    actor,
    body: { iban, holder, password, code },
    refused,
  }: PartiallyValidCall<typeof endpoints.updatePayoutDetails>,
) {
  const fields = { iban: iban !== undefined && findIbanError(iban), holder: findHolderError(holder) };
  const isRefused = refused.size > 0 || Object.values(fields).some(Boolean);
  const isProofRefused = refused.has('password') || refused.has('code');
  if (!isRefused || code || isProofRefused) return fields;
  return {
    ...fields,
    ...(await findProofErrors(context, await getUser(context.db, actor.id), { password }, 'payout')),
  };
}

/**
 * Requires a verified address and reauthentication, so that a stolen session alone cannot redirect payouts.
 * A mail and the skipped run give the user a month to notice.
 */
export async function updatePayoutDetails(
  context: Context,
  { actor, body, request }: Call<typeof endpoints.updatePayoutDetails>,
) {
  const { db, clock, config } = context;
  const payee = chooseChangedPayee(actor, body.business_id);
  const { userId } = payee;
  const user = await getUser(db, actor.id);
  if (!user.email_verified_at) throw new AppError('conflict', { message: 'identity.verifyFirst' });
  await reauthenticate(context, user, body, 'payout');
  const iban = normaliseIban(body.iban);
  const holder = body.holder.trim();
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await lockPayee(trx, actor, payee);
    if (payee.isBusiness) await lockBusinessAs(trx, actor, userId, 'money.manage');
    // What its founder earns as a partner goes to the same account.
    if (userId !== actor.id && (await listMovementRoles(trx, { userId, roles: ['partner'] })).length > 0)
      throw new AppError('conflict', { message: 'ledger.founderIsPartner' });
    // Waits for a concurrent run: it paid to the previous account, or it is the run to be skipped.
    await lockPayoutRuns(trx);
    const previous = await findPayoutDetails(trx, userId);
    const isChanged = previous && previous.iban !== iban;
    const held = isChanged ? await getPayoutBlock(config, trx, now) : (previous?.held_until ?? null);
    await upsertPayoutDetails(trx, { user_id: userId, iban, holder, held_until: held, updated_at: now });
    if (previous?.iban === iban) return;
    await recordSecurityEvent(context, trx, { kind: 'payout_account_changed', userId: actor.id, request });
    const owners = (await listMembers(trx, userId)).filter(({ role }) => role === 'owner');
    if (owners.length > 0)
      await recordActivity(
        trx,
        { id: actor.id, member: { businessId: userId } },
        { kind: 'payout_account_changed', now },
      );
    const recipients = new Map([user, ...owners].map((recipient) => [recipient.email, recipient]));
    for (const recipient of recipients.values())
      await notifyAccountChange(context, trx, recipient, { previous: previous?.iban, iban, held });
  });
  return getPayoutDetails(context, payee);
}

async function getPayoutBlock(
  { operator, operatorTimeZone: zone }: Config,
  trx: Trx,
  now: Date,
): Promise<Date> {
  // Without an operator IBAN there will be no run this month.
  const isRunMade = !operator.iban || (await isPayoutMonthClaimed(trx, `${monthOf(now, zone)}-01`));
  return getPayoutBlockEnd(now, zone, isRunMade);
}

/** Always by mail to the user's address, whatever their notification channel. */
async function notifyAccountChange(
  { config, clock, jobs }: Context,
  trx: Trx,
  user: { email: string; language: string },
  { previous, iban, held }: { previous: string | undefined; iban: string; held: Date | null },
): Promise<void> {
  const language = pickLanguage(user.language);
  const format = (style: Intl.DateTimeFormatOptions, instant: Date) =>
    new Intl.DateTimeFormat(getLocale(language), { ...style, timeZone: config.operatorTimeZone }).format(
      instant,
    );
  const name = previous ? 'payoutAccountChanged' : 'payoutAccount';
  const values = {
    at: format({ dateStyle: 'long', timeStyle: 'short' }, clock.now()),
    digits: iban.slice(-4),
    former: previous?.slice(-4) ?? '',
    day: held ? format({ dateStyle: 'long' }, held) : '',
    url: `${config.publicUrl}/account/password`,
  };
  await jobs.enqueue(trx, 'notifications.send-mail', {
    to: user.email,
    ...composeMail(name, language, values),
  });
}
