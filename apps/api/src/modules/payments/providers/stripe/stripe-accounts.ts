import type { Stripe } from 'stripe';
import { type AccountFacts, type AccountProvider, AccountRefusedError } from '../account-provider.ts';
import { type CallGuard, isRefusal, USER_MARK } from './stripe.rules.ts';

/**
 * Connected accounts. WoPack bears fees and losses, Stripe collects what it has to know on its own pages and has a small
 * dashboard for payees (formerly type 'express'). Charges are WoPack's, so an account only receives transfers.
 * Source: https://docs.stripe.com/connect/migrate-to-controller-properties,
 * https://docs.stripe.com/connect/separate-charges-and-transfers
 */
export function stripeAccounts(stripe: Stripe, guard: CallGuard): AccountProvider {
  return {
    async createAccount({ userId, email, country, kind, businessName, idempotencyKey }) {
      const params: Stripe.AccountCreateParams = {
        country,
        email,
        business_type: kind,
        business_profile: { name: businessName },
        controller: {
          fees: { payer: 'application' },
          losses: { payments: 'application' },
          requirement_collection: 'stripe',
          stripe_dashboard: { type: 'express' },
        },
        capabilities: { transfers: { requested: true } },
        metadata: { [USER_MARK]: String(userId) },
      };
      try {
        return (await guard(() => stripe.accounts.create(params, { idempotencyKey }))).id;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        throw new AccountRefusedError((error as Error).message, { cause: error });
      }
    },
    async findAccount(userId, since) {
      // Stripe's search does not have accounts: all are listed, newest first.
      let after: string | undefined;
      do {
        const page = await guard(() =>
          stripe.accounts.list({ limit: 100, ...(after && { starting_after: after }) }),
        );
        const own = page.data.find(({ metadata }) => metadata?.[USER_MARK] === String(userId));
        if (own) return since && (own.created ?? 0) * 1000 < since.getTime() ? null : own.id;
        after = page.has_more ? page.data.at(-1)?.id : undefined;
      } while (after);
      return null;
    },
    async retrieveAccount(ref) {
      try {
        return toAccountFacts(await guard(() => stripe.accounts.retrieve(ref)));
      } catch (error) {
        // An account that was deleted or left WoPack is answered by 403 'account_invalid'.
        const { code } = error as { code?: string };
        if (code === 'resource_missing' || code === 'account_invalid') return null;
        throw error;
      }
    },
    async checkAccess() {
      await guard(() => stripe.accounts.list({ limit: 1 }));
    },
    async createOnboardingLink(ref, { returnUrl, refreshUrl }) {
      const { url, expires_at: expiresAt } = await guard(() =>
        stripe.accountLinks.create({
          account: ref,
          type: 'account_onboarding',
          return_url: returnUrl,
          refresh_url: refreshUrl,
        }),
      );
      return { url, expiresAt: new Date(expiresAt * 1000) };
    },
    createLoginLink: async (ref) => (await guard(() => stripe.accounts.createLoginLink(ref))).url,
  };
}

/** Source: https://docs.stripe.com/connect/handling-api-verification */
export function toAccountFacts(account: Stripe.Account): AccountFacts {
  const { requirements, settings, external_accounts: banks } = account;
  const bank = banks?.data.find((item) => item.object === 'bank_account');
  const schedule = settings?.payouts?.schedule;
  return {
    detailsSubmitted: account.details_submitted,
    payoutsEnabled: account.payouts_enabled,
    transfersEnabled: account.capabilities?.transfers === 'active',
    currentlyDue: requirements?.currently_due ?? [],
    pastDue: requirements?.past_due ?? [],
    deadline: requirements?.current_deadline ? new Date(requirements.current_deadline * 1000) : null,
    disabledReason: requirements?.disabled_reason ?? null,
    bank: bank
      ? { country: bank.country, last4: bank.last4, holder: bank.account_holder_name || null }
      : null,
    schedule: schedule
      ? {
          interval: schedule.interval,
          anchor:
            schedule.weekly_anchor ?? (schedule.monthly_anchor ? String(schedule.monthly_anchor) : null),
        }
      : null,
  };
}
