import { createHash } from 'node:crypto';
import { endpoints } from '@wopack/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@wopack/domain';
import type { Clock, Context, Http } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { generateToken } from '../../identity/index.ts';
import type { AccountFacts, AccountProvider } from './account-provider.ts';
import {
  deleteOldSandboxAccountLinks,
  findSandboxAccount,
  findSandboxAccountLink,
  findSandboxAccountOfUser,
  insertSandboxAccount,
  insertSandboxAccountLink,
  openSandboxAccountLink,
  updateSandboxAccount,
} from './sandbox-accounts.queries.ts';

/** As long as one of Stripe. */
const LINK_VALID_MS = 5 * MINUTE_MS;
/** Path of the sandbox's page; its links have their key in the fragment. */
const SANDBOX_PAGE = '/payout-sandbox';

/** The same request makes the same account. */
const buildRef = (idempotencyKey: string): string =>
  `acct_sandbox_${createHash('sha256').update(idempotencyKey).digest('base64url').slice(0, 16)}`;

/** Accounts of the built-in provider, whose page is one of the web app. */
export function sandboxAccounts(db: Db, clock: Clock): AccountProvider {
  const createLink: AccountProvider['createOnboardingLink'] = async (ref, { returnUrl, refreshUrl }) => {
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + LINK_VALID_MS);
    const token = generateToken();
    await deleteOldSandboxAccountLinks(db, new Date(now.getTime() - HOUR_MS));
    await insertSandboxAccountLink(db, {
      token,
      account_ref: ref,
      return_url: returnUrl,
      refresh_url: refreshUrl,
      expires_at: expiresAt,
    });
    return { url: new URL(`${SANDBOX_PAGE}#${token}`, returnUrl).href, expiresAt };
  };
  return {
    createAccount: (account) =>
      insertSandboxAccount(db, buildRef(account.idempotencyKey), account, clock.now()),
    findAccount: (userId, since) => findSandboxAccountOfUser(db, userId, since),
    async retrieveAccount(ref) {
      const account = await findSandboxAccount(db, ref);
      return account ? buildFacts(account, clock.now()) : null;
    },
    createOnboardingLink: createLink,
    // One page for everything.
    checkAccess: async () => {},
    createLoginLink: async (ref, returnUrl) =>
      (await createLink(ref, { returnUrl, refreshUrl: returnUrl })).url,
  };
}

/** How long the sandbox waits for a document. */
const DOCUMENT_MS = 7 * DAY_MS;

/** The page of the provider, which is one of the web app here. */
export function sandboxAccountRoutes({ db, clock, jobs }: Context, { route }: Http): void {
  route(endpoints.openSandboxAccount, async ({ body: { key } }) => {
    const link = await findSandboxAccountLink(db, key);
    if (!link) throw new AppError('notFound');
    const isOpen = await openSandboxAccountLink(db, key, clock.now());
    return {
      data: {
        is_open: isOpen,
        kind: link.kind,
        country: link.country,
        back_url: isOpen ? link.return_url : link.refresh_url,
      },
    };
  });

  route(endpoints.submitSandboxAccount, async ({ body: { key, outcome } }) => {
    const link = await findSandboxAccountLink(db, key);
    // Only who opened the page can send it.
    if (!link?.opened_at) throw new AppError('notFound');
    const deadline = outcome === 'needs_document' ? new Date(clock.now().getTime() + DOCUMENT_MS) : null;
    await updateSandboxAccount(db, link.account_ref, { outcome, deadline });
    // Stands for a webhook; what is lost of it is asked for each hour.
    await jobs.enqueue(db, 'payments.sync-payout-account', { ref: link.account_ref });
    return { data: { back_url: link.return_url } };
  });
}

type Account = NonNullable<Awaited<ReturnType<typeof findSandboxAccount>>>;

/** What a form that was not sent lacks, as of an account of Stripe that may only receive transfers. */
const UNSENT = {
  company: [
    'business_profile.url',
    'company.name',
    'company.tax_id',
    'external_account',
    'representative.dob.day',
  ],
  individual: ['business_profile.url', 'external_account', 'individual.dob.day', 'individual.first_name'],
} as const;

function buildFacts({ country, kind, holder, outcome, deadline }: Account, now: Date): AccountFacts {
  const document =
    kind === 'company'
      ? ['company.verification.document', 'person_sandbox.verification.document']
      : ['individual.verification.document'];
  const isLate = outcome === 'restricted' || (deadline !== null && deadline <= now);
  const currentlyDue = outcome === 'verified' ? [] : outcome === null ? [...UNSENT[kind]] : document;
  const isEnabled = outcome !== null && !isLate;
  return {
    detailsSubmitted: outcome !== null,
    payoutsEnabled: isEnabled,
    transfersEnabled: isEnabled,
    currentlyDue,
    pastDue: isEnabled ? [] : currentlyDue,
    deadline,
    disabledReason: isEnabled ? null : 'requirements.past_due',
    bank: outcome === null ? null : { country, last4: '4321', holder },
    schedule: { interval: 'weekly', anchor: 'monday' },
  };
}
