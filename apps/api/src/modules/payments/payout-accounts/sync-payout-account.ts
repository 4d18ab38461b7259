import type { PayoutAccountState } from '@wopack/contract';
import { getLocale, type Language } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { translate } from '../../../platform/messages/translate.ts';
import type { AccountFacts } from '../providers/account-provider.ts';
import type { PaymentProvider } from '../providers/payment-provider.ts';
import { applyToBusiness } from './awaiting-businesses.ts';
import { notifyPayee } from './notify-payee.ts';
import {
  findPayoutAccountByRef,
  lockPayoutAccount,
  type PayoutAccount,
  type PayoutAccountValues,
  updatePayoutAccount,
} from './payout-accounts.queries.ts';
import { chooseNotice, decideState, listDue, listRequirementKinds } from './payout-accounts.rules.ts';

/**
 * Asks the provider what became of an account, and stores it with all that follows. Whoever reports a change only causes
 * the question. False: the account is none of WoPack's.
 */
export async function syncPayoutAccount(
  context: Context,
  { accounts }: Pick<PaymentProvider, 'accounts'>,
  ref: string,
): Promise<boolean> {
  const { db, clock } = context;
  const stored = await findPayoutAccountByRef(db, ref);
  if (!stored || !accounts) return false;
  const requestedAt = clock.now();
  const facts = await accounts.retrieveAccount(ref);
  await db
    .transaction()
    .execute((trx) => saveFacts(context, trx, { userId: stored.user_id, ref, facts, requestedAt }));
  return true;
}

interface Answer {
  userId: number;
  ref: string;
  facts: AccountFacts | null;
  requestedAt: Date;
}

async function saveFacts(
  context: Context,
  trx: Trx,
  { userId, ref, facts, requestedAt }: Answer,
): Promise<void> {
  const now = context.clock.now();
  const before = await lockPayoutAccount(trx, userId);
  // The answer to a later question is stored already, or another account is.
  if (before?.ref !== ref || (before.asked_at && before.asked_at > requestedAt)) return;
  const state = decideState(facts, { wasVerified: before.first_verified_at !== null, now });
  const after = buildValues(before, { state, facts, requestedAt, now });
  await updatePayoutAccount(trx, userId, after, now);
  await applyToBusiness(context, trx, userId);
  const notice = chooseNotice(before, after);
  if (!notice) return;
  // Who has sold never yet is told what it takes; later, until when it must come.
  const isUntil = notice === 'needs' && after.deadline !== null && after.first_verified_at !== null;
  const { business, partner } = TEMPLATES[notice];
  const isSelling = context.config.payoutWay === 'stripe_connect';
  // Where the operator pays, packs are on sale whatever the account lacks, and who never finished one owes it nothing.
  if (!isSelling && after.first_verified_at === null) return;
  const suffix = isUntil ? 'Until' : '';
  await notifyPayee(context, trx, userId, {
    template: { business: `${isSelling ? business : partner}${suffix}`, partner: `${partner}${suffix}` },
    values: (language) => buildValuesOfMail(context, after, language),
    tag: 'payout-account',
  });
}

function buildValues(
  before: PayoutAccount,
  {
    state,
    facts,
    requestedAt,
    now,
  }: { state: PayoutAccountState; facts: AccountFacts | null; requestedAt: Date; now: Date },
): PayoutAccountValues {
  const requirements = facts ? listDue(facts) : [];
  return {
    state,
    state_since: state === before.state ? before.state_since : now,
    requirements,
    deadline: requirements.length > 0 ? (facts?.deadline ?? null) : null,
    disabled_reason: facts?.disabledReason ?? null,
    submitted_at: before.submitted_at ?? (facts?.detailsSubmitted ? now : null),
    first_verified_at: before.first_verified_at ?? (state === 'verified' ? now : null),
    payouts_enabled: facts?.payoutsEnabled ?? false,
    transfers_enabled: facts?.transfersEnabled ?? false,
    bank_country: facts?.bank?.country ?? null,
    bank_last4: facts?.bank?.last4 ?? null,
    bank_holder: facts?.bank?.holder ?? null,
    payout_interval: facts?.schedule?.interval ?? null,
    payout_anchor: facts?.schedule?.anchor ?? null,
    asked_at: requestedAt,
  };
}

type Notice = NonNullable<ReturnType<typeof chooseNotice>>;

const TEMPLATES: Record<Notice, { business: string; partner: string }> = {
  verified: { business: 'payoutVerified', partner: 'payoutVerifiedPartner' },
  needs: { business: 'payoutNeeds', partner: 'payoutNeedsPartner' },
  restricted: { business: 'payoutRestricted', partner: 'payoutRestrictedPartner' },
};

function buildValuesOfMail(
  { config }: Pick<Context, 'config'>,
  { requirements, deadline }: PayoutAccountValues,
  language: Language,
) {
  const kinds = listRequirementKinds(requirements);
  const items = (kinds.length > 0 ? kinds : (['other'] as const)).map((kind) =>
    translate(`payments.requirements.${kind}`, language),
  );
  const until = deadline
    ? new Intl.DateTimeFormat(getLocale(language), {
        day: 'numeric',
        month: 'long',
        hour: '2-digit',
        minute: '2-digit',
        timeZone: config.operatorTimeZone,
      }).format(deadline)
    : '';
  return {
    items: new Intl.ListFormat(getLocale(language), { type: 'conjunction' }).format(items),
    until,
  };
}
