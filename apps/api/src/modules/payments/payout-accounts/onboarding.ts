import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { chooseChangedPayee, choosePayee, type Payee } from '../../../platform/http/payee.ts';
import type { Actor, Call } from '../../../platform/http/route.ts';
import { findBusiness, recordActivity } from '../../businesses/index.ts';
import { findLegalIdentity, getUser, recordSecurityEvent } from '../../identity/index.ts';
import { getBalance } from '../../ledger/index.ts';
import { addBusiness } from '../../notifications/index.ts';
import { type AccountProvider, AccountRefusedError } from '../providers/account-provider.ts';
import type { PaymentProvider } from '../providers/payment-provider.ts';
import {
  beginNextAttempt,
  findHandOver,
  findPayoutAccount,
  insertPayoutAccount,
  type PayoutAccount,
  savePayoutAccountRef,
} from './payout-accounts.queries.ts';
import { listRequirementKinds, maySell } from './payout-accounts.rules.ts';
import { syncPayoutAccount } from './sync-payout-account.ts';

const throwServiceDown = (cause: Error): never => {
  throw new AppError('serviceDown', { message: 'payments.accountUnavailable', retryAfter: 5 }, cause);
};

/** Stands for no account, and for one at a provider that is not used any more. */
const NO_ACCOUNT: ReturnType<typeof buildAccount> = {
  state: 'not_started',
  state_since: null,
  started_at: null,
  submitted_at: null,
  first_verified_at: null,
  requirements: [],
  deadline: null,
  is_refused: false,
  bank: null,
  schedule: null,
};

const toInstant = (date: Date | null) => date?.toISOString() ?? null;

function buildAccount(account: PayoutAccount) {
  const { bank_country: country, bank_last4: last4, bank_holder: holder } = account;
  const { payout_interval: interval } = account;
  return {
    state: account.state,
    state_since: toInstant(account.state_since),
    started_at: toInstant(account.created_at),
    submitted_at: toInstant(account.submitted_at),
    first_verified_at: toInstant(account.first_verified_at),
    requirements: listRequirementKinds(account.requirements),
    deadline: toInstant(account.deadline),
    is_refused: account.state === 'restricted' && account.requirements.length === 0,
    bank: country && last4 ? { country, last4, holder } : null,
    schedule: interval ? { interval, anchor: account.payout_anchor } : null,
  };
}

async function viewPayoutAccount(
  { db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>,
  provider: PaymentProvider,
  { hasHandedOver }: Pick<Actor, 'hasHandedOver'>,
  { userId, isBusiness }: Payee,
) {
  const isByProvider = config.payoutWay === 'stripe_connect';
  // The account by the id of who handed their business over is the business's.
  const isOthers = !isBusiness && hasHandedOver;
  const [stored, business] = await Promise.all([
    // What is owed from when the provider paid is still paid to it.
    isOthers ? undefined : findPayoutAccount(db, userId),
    isOthers ? undefined : findBusiness(db, userId),
  ]);
  const account = stored?.provider === provider.name ? stored : undefined;
  return {
    data: {
      way: config.payoutWay,
      provider: provider.name,
      ...(account ? buildAccount(account) : NO_ACCOUNT),
      may_sell: isByProvider && business?.is_selling ? maySell(account, clock.now()) : null,
    },
  };
}

export const getPayoutAccount = (
  context: Context,
  provider: PaymentProvider,
  { actor, query }: Call<typeof endpoints.getPayoutAccount>,
) => viewPayoutAccount(context, provider, actor, choosePayee(actor, query.business_id, 'money.view'));

/** What the provider says now: on the way back from its page. */
export async function refreshPayoutAccount(
  context: Context,
  provider: PaymentProvider,
  { actor, body }: Call<typeof endpoints.refreshPayoutAccount>,
) {
  const payee = choosePayee(actor, body.business_id, 'money.view');
  const account = await findPayoutAccount(context.db, payee.userId);
  if (account?.ref) await syncPayoutAccount(context, provider, account.ref).catch(throwServiceDown);
  return viewPayoutAccount(context, provider, actor, payee);
}

/** The address of the provider's page; each one works once. */
export async function startOnboarding(
  context: Context,
  provider: PaymentProvider,
  call: Call<typeof endpoints.startOnboarding>,
) {
  const { config } = context;
  const { accounts, payee } = await chooseAccount(context, provider, call);
  const ref = await getAccountRef(context, { name: provider.name, accounts }, payee, call);
  const path = getPayoutPath(payee);
  const addStep = (step: string) => `${config.publicUrl}${path}${path.includes('?') ? '&' : '?'}step=${step}`;
  const { url } = await accounts
    .createOnboardingLink(ref, { returnUrl: addStep('returned'), refreshUrl: addStep('expired') })
    .catch(throwServiceDown);
  return { data: { url } };
}

/** The provider's page for bank account and details, of an account that was onboarded. */
export async function openProviderPage(
  context: Context,
  provider: PaymentProvider,
  call: Call<typeof endpoints.openProviderPage>,
) {
  const { accounts, payee } = await chooseAccount(context, provider, call);
  const account = await findPayoutAccount(context.db, payee.userId);
  if (!account?.ref || !account.submitted_at) throw new AppError('notFound');
  const returnUrl = context.config.publicUrl + getPayoutPath(payee);
  return { data: { url: await accounts.createLoginLink(account.ref, returnUrl).catch(throwServiceDown) } };
}

const getPayoutPath = ({ isBusiness, userId }: Payee): string =>
  isBusiness ? addBusiness('/seller/payout', userId, true) : '/account/payout';

/** Where the operator pays, only accounts from before are reached: what is owed of then is still paid to them. */
async function chooseAccount(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { name, accounts }: PaymentProvider,
  { actor, body }: { actor: Actor; body: { business_id?: number | undefined } },
): Promise<{ accounts: AccountProvider; payee: Payee }> {
  const payee = chooseChangedPayee(actor, body.business_id);
  const account = config.payoutWay === 'stripe_connect' ? null : await findPayoutAccount(db, payee.userId);
  const mayOpen = account === null || (account?.provider === name && account.ref !== null);
  if (!mayOpen || !accounts) throw new AppError('conflict', { message: 'payments.paidByOperator' });
  return { accounts, payee };
}

/**
 * The account of the payee, made if there is none. The row comes before the question, and the provider is asked for an
 * account of the payee before another one is made: an answer may have been lost, or the database restored.
 */
async function getAccountRef(
  context: Context,
  provider: { name: PaymentProvider['name']; accounts: AccountProvider },
  { userId, isBusiness }: Payee,
  { actor, request }: Pick<Call<typeof endpoints.startOnboarding>, 'actor' | 'request'>,
): Promise<string> {
  const { db, clock } = context;
  const { name, accounts } = provider;
  const stored = await findPayoutAccount(db, userId);
  if (stored?.provider === name && stored.ref) return stored.ref;
  const user = await getUser(db, actor.id);
  const isSeller = isBusiness || (await findBusiness(db, userId))?.is_selling === true;
  if (!isSeller && !actor.isPartner && !(await isOwed(db, userId)))
    throw new AppError('conflict', { message: 'payments.nothingToPay' });
  if (!user.email_verified_at) throw new AppError('conflict', { message: 'identity.verifyFirst' });
  const handedOverAt = await findHandOver(db, userId);
  await insertPayoutAccount(db, { userId, provider: name, now: getLater(clock.now(), handedOverAt) });
  const { attempt } = (await findPayoutAccount(db, userId))!;
  const identity = await findLegalIdentity(db, userId);
  const businessName = identity?.legal_name ?? [user.name, user.surname].filter(Boolean).join(' ');
  const create = () =>
    accounts.createAccount({
      userId,
      email: user.email,
      country: identity?.country ?? DEFAULT_COUNTRY,
      kind: identity?.kind === 'company' ? 'company' : 'individual',
      businessName,
      idempotencyKey: `payout_account.${userId}.${attempt}`,
    });
  let ref: string;
  try {
    ref = (await accounts.findAccount(userId, handedOverAt)) ?? (await create());
  } catch (error) {
    if (!(error instanceof AccountRefusedError)) return throwServiceDown(error as Error);
    await beginNextAttempt(db, userId, attempt, clock.now());
    throw new AppError('conflict', { message: 'payments.accountRefused' }, error);
  }
  await db.transaction().execute(async (trx) => {
    await savePayoutAccountRef(trx, userId, ref, clock.now());
    await recordSecurityEvent(context, trx, { kind: 'payout_account_changed', userId: actor.id, request });
    if (isSeller)
      await recordActivity(
        trx,
        { id: actor.id, member: { businessId: userId } },
        { kind: 'payout_account_changed', now: clock.now() },
      );
  });
  return (await findPayoutAccount(db, userId))!.ref ?? ref;
}

/** Whoever stopped selling or bringing others is still paid what they earned. */
const isOwed = async (db: Context['db'], userId: number): Promise<boolean> =>
  (await getBalance(db, { kind: 'seller', userId })) < 0 ||
  (await getBalance(db, { kind: 'partner', userId })) < 0;

/** After a hand-over by a process whose clock is ahead, too. */
const getLater = (now: Date, handedOverAt: Date | null): Date =>
  handedOverAt && handedOverAt >= now ? new Date(handedOverAt.getTime() + 1) : now;

/** Used where it was not said where the business is; the provider's page cannot change it. */
const DEFAULT_COUNTRY = 'PT';
