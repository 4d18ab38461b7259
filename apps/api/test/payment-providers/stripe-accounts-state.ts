import type { Stripe } from 'stripe';
import { StripeApiError } from './stripe-api-error.ts';

/** What WoPack may send, in the names of the SDK's types, so that the compiler knows them. */
const CREATE_PARAMS: readonly (keyof Stripe.AccountCreateParams)[] = [
  'business_profile',
  'business_type',
  'capabilities',
  'controller',
  'country',
  'email',
  'metadata',
];
const LINK_PARAMS: readonly (keyof Stripe.AccountLinkCreateParams)[] = [
  'account',
  'type',
  'return_url',
  'refresh_url',
];

const LINK_VALID_SECONDS = 300;

/** What a new account lacks. Source: https://docs.stripe.com/connect/required-verification-information */
const UNSENT_REQUIREMENTS = ['business_profile.url', 'external_account', 'tos_acceptance.date'];

function assertParams(params: URLSearchParams, allowed: readonly string[]): void {
  for (const name of params.keys()) {
    const parameter = /^\w+/.exec(name)![0];
    if (!allowed.includes(parameter))
      throw new StripeApiError(400, {
        type: 'invalid_request_error',
        code: 'parameter_unknown',
        param: name,
      });
  }
}

const toRequirements = (
  due: string[],
  { late, deadline, reason }: { late: boolean; deadline: number | null; reason: string | null },
): Stripe.Account.Requirements => ({
  alternatives: [],
  current_deadline: deadline,
  currently_due: due,
  disabled_reason: reason as Stripe.Account.Requirements.DisabledReason | null,
  errors: [],
  eventually_due: due,
  past_due: late ? due : [],
  pending_verification: [],
});

/** Connected accounts of the server that stands for Stripe, and what payees do on Stripe's page. */
export class StripeAccountsState {
  readonly accounts = new Map<string, Stripe.Account>();
  /** Refuses new accounts, as of a platform that has not set Connect up. */
  isRefusing = false;
  private readonly now: () => Date;
  private readonly recordEvent: (account: Stripe.Account) => void;

  constructor(now: () => Date, recordEvent: (account: Stripe.Account) => void) {
    this.now = now;
    this.recordEvent = recordEvent;
  }

  create(params: URLSearchParams): Stripe.Account {
    assertParams(params, CREATE_PARAMS);
    const controller = [
      'fees][payer',
      'losses][payments',
      'requirement_collection',
      'stripe_dashboard][type',
    ].map((name) => params.get(`controller[${name}]`));
    const isSound =
      /^[A-Z]{2}$/.test(params.get('country') ?? '') &&
      ['company', 'individual'].includes(params.get('business_type') ?? '') &&
      params.get('capabilities[transfers][requested]') === 'true' &&
      JSON.stringify(controller) === JSON.stringify(['application', 'application', 'stripe', 'express']);
    if (!isSound || this.isRefusing)
      throw new StripeApiError(400, { type: 'invalid_request_error', code: 'parameter_invalid_empty' });
    const id = `acct_test${String(this.accounts.size + 1).padStart(8, '0')}`;
    const account: Stripe.Account = {
      id,
      object: 'account',
      business_profile: { name: params.get('business_profile[name]') } as Stripe.Account.BusinessProfile,
      business_type: params.get('business_type') as Stripe.Account.BusinessType,
      capabilities: { transfers: 'inactive' },
      charges_enabled: false,
      country: params.get('country')!,
      created: this.getUnixTime(),
      default_currency: 'eur',
      details_submitted: false,
      email: params.get('email'),
      external_accounts: {
        object: 'list',
        data: [],
        has_more: false,
        url: `/v1/accounts/${id}/external_accounts`,
      },
      metadata: { wopack_user: params.get('metadata[wopack_user]')! },
      payouts_enabled: false,
      requirements: toRequirements(UNSENT_REQUIREMENTS, {
        late: true,
        deadline: null,
        reason: 'requirements.past_due',
      }),
      settings: {
        payouts: { schedule: { interval: 'weekly', weekly_anchor: 'monday', delay_days: 7 } },
      } as Stripe.Account.Settings,
      type: 'express',
    };
    this.accounts.set(id, account);
    return account;
  }

  /** Newest first. */
  list(params: URLSearchParams): Stripe.ApiList<Stripe.Account> {
    const all = [...this.accounts.values()].reverse();
    const after = params.get('starting_after');
    const start = after ? all.findIndex(({ id }) => id === after) + 1 : 0;
    const limit = Number(params.get('limit') ?? 10);
    return {
      object: 'list',
      data: all.slice(start, start + limit),
      has_more: start + limit < all.length,
      url: '/v1/accounts',
    };
  }

  get(id: string): Stripe.Account {
    const account = this.accounts.get(id);
    // Stripe does not say whether there is one: https://docs.stripe.com/error-codes#account-invalid
    if (!account) throw new StripeApiError(403, { type: 'invalid_request_error', code: 'account_invalid' });
    return account;
  }

  createLink(params: URLSearchParams): Stripe.AccountLink {
    assertParams(params, LINK_PARAMS);
    const { id } = this.get(params.get('account') ?? '');
    const urls = [params.get('return_url'), params.get('refresh_url')];
    if (params.get('type') !== 'account_onboarding' || !urls.every((url) => URL.canParse(url ?? '')))
      throw new StripeApiError(400, { type: 'invalid_request_error', code: 'url_invalid' });
    const created = this.getUnixTime();
    return {
      object: 'account_link',
      created,
      expires_at: created + LINK_VALID_SECONDS,
      url: `https://connect.stripe.com/setup/e/${id}/${created}`,
    };
  }

  createLoginLink(id: string): Stripe.LoginLink {
    const account = this.get(id);
    if (!account.details_submitted)
      throw new StripeApiError(400, { type: 'invalid_request_error', code: 'account_not_onboarded' });
    return {
      object: 'login_link',
      created: this.getUnixTime(),
      url: `https://connect.stripe.com/express/${id}`,
    };
  }

  /** What comes of the form, or of what Stripe finds out later. */
  decide(
    id: string,
    { due = [], late = false, deadline = null, reason = null }: Partial<Decision> = {},
  ): Stripe.Account {
    const account = this.get(id);
    const isEnabled = !late && reason === null;
    Object.assign(account, {
      details_submitted: true,
      payouts_enabled: isEnabled,
      capabilities: { transfers: isEnabled ? 'active' : 'inactive' },
      requirements: toRequirements(due, {
        late,
        deadline: deadline && Math.floor(deadline.getTime() / 1000),
        reason: reason ?? (late ? 'requirements.past_due' : null),
      }),
    });
    account.external_accounts!.data = [
      {
        object: 'bank_account',
        id: 'ba_1',
        country: 'PT',
        currency: 'eur',
        last4: '4321',
        account_holder_name: 'Padaria Aurora, Lda.',
      } as Stripe.BankAccount,
    ];
    this.recordEvent(account);
    return account;
  }

  private getUnixTime = (): number => Math.floor(this.now().getTime() / 1000);
}

interface Decision {
  due: string[];
  late: boolean;
  deadline: Date | null;
  reason: string | null;
}
