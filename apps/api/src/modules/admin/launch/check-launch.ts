import { Resolver } from 'node:dns/promises';
import type { BusinessCountry } from '@wopack/contract';
import { legalTextVersions, policyPaths } from '@wopack/domain';
import { findOperatorCountry } from '../../../config/operator.ts';
import type { Context } from '../../../platform/context.ts';
import { listTextStates, parseVatNumber } from '../../identity/index.ts';
import { checkInvoicing, listDuePayouts } from '../../ledger/index.ts';
import { listOfferedMethods, type PaymentProvider } from '../../payments/index.ts';
import type { RecordAudit } from '../operator-route.ts';
import { getDatabaseFacts, replaceLaunchChecks, type StoredCheck } from './launch.queries.ts';
import { judgeLaunch, type LaunchFacts, type ProviderAnswer } from './launch.rules.ts';
import { lookUpMailDomain, type TxtResolver } from './mail-domain.ts';
import { describeProcessing } from './processing-record.ts';
import { readWebBuild } from './web-build.ts';

/** What the checks ask besides settings and database. */
export interface LaunchSources {
  /** Null: none is configured. */
  provider: PaymentProvider | null;
  /** Folder of the built web app; null: none is served. */
  webDir: string | null;
  /** By default the name servers of this machine, with a time-out. */
  resolver?: TxtResolver;
}

type LaunchContext = Pick<Context, 'config' | 'db' | 'clock' | 'log' | 'secrets'>;

const DNS_TIMEOUT_MS = 2000;
const createResolver = (): TxtResolver => new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });

async function askProvider(
  { log, config }: LaunchContext,
  provider: PaymentProvider | null,
): Promise<ProviderAnswer | null> {
  if (!config.stripe || !provider) return null;
  try {
    return await provider.describeAccount(new URL(config.publicUrl).hostname);
  } catch (error) {
    const { statusCode = 0 } = error as { statusCode?: number };
    log.warn({ err: error }, 'the payment provider did not describe its account');
    return statusCode === 401 || statusCode === 403 ? 'refused' : 'silent';
  }
}

/** Whether the provider may pay others than the account of the keys. */
async function askConnect(
  { log, config }: LaunchContext,
  provider: PaymentProvider | null,
): Promise<LaunchFacts['connect']> {
  if (!config.stripe || config.payoutWay !== 'stripe_connect' || !provider?.accounts) return null;
  try {
    await provider.accounts.checkAccess();
    return 'active';
  } catch (error) {
    const { statusCode = 0, message } = error as { statusCode?: number; message: string };
    log.warn({ reason: message }, 'the payment provider did not list connected accounts');
    return statusCode >= 400 && statusCode < 500 && statusCode !== 429 ? 'inactive' : 'silent';
  }
}

/** Only asked for where no bank file can be made, as it reads all balances. */
async function sumDueByBankFile({ config, db, clock }: LaunchContext): Promise<number> {
  if (config.payoutWay !== 'stripe_connect' || config.operator.iban) return 0;
  const due = await listDuePayouts(db, clock.now());
  return due.reduce((sum, { cents }) => sum + Math.max(cents, 0), 0);
}

/** DNS is asked only where mail is sent. */
async function collectFacts(
  context: LaunchContext,
  { provider, webDir, resolver = createResolver() }: LaunchSources,
): Promise<LaunchFacts> {
  const { config, db, clock } = context;
  const [web, account, connect, dueCents, invoicing, mailDomain, stored, states] = await Promise.all([
    readWebBuild(webDir),
    askProvider(context, provider),
    askConnect(context, provider),
    sumDueByBankFile(context),
    checkInvoicing(context),
    config.smtpUrl ? lookUpMailDomain(resolver, config.mailFrom, config.dkimSelector) : null,
    getDatabaseFacts(db),
    listTextStates(db, clock.now()),
  ]);
  const country = findOperatorCountry(config.operator);
  return {
    now: clock.now(),
    config,
    hasValidVatNumber:
      country !== null && parseVatNumber(country as BusinessCountry, config.operator.vatNumber) !== null,
    web,
    provider: account,
    connect,
    dueByBankFileCents: dueCents,
    invoicing,
    methods: provider ? listOfferedMethods(config, provider) : (config.paymentMethods ?? []),
    mailDomain,
    backup: stored.backup_made_at && { madeAt: stored.backup_made_at, bytes: stored.backup_bytes },
    restoredAt: stored.restored_at,
    operators: { all: stored.operators, withTotp: stored.operators_with_totp },
    demoAccounts: stored.demo_accounts,
    legalTexts: states.map(({ text, inForce, planned }) => {
      const newest = legalTextVersions[text][0]!.version;
      return {
        path: policyPaths[text],
        version: inForce.version,
        waits: newest > (planned ?? inForce).version ? newest : null,
      };
    }),
    record: describeProcessing(),
  };
}

/** What is found now, as it would be kept. */
export async function findLaunchChecks(
  context: LaunchContext,
  sources: LaunchSources,
): Promise<StoredCheck[]> {
  const facts = await collectFacts(context, sources);
  return judgeLaunch(facts).map(({ id, ...finding }) => ({
    id,
    state: finding.state,
    finding,
    checked_at: facts.now,
  }));
}

/** Asks all and keeps what was found; `record` writes who asked, in the same transaction. */
export async function runLaunchChecks(
  context: LaunchContext,
  sources: LaunchSources,
  record?: RecordAudit,
): Promise<void> {
  const findings = await findLaunchChecks(context, sources);
  await context.db.transaction().execute(async (trx) => {
    await replaceLaunchChecks(trx, findings);
    const idsOf = (state: string) =>
      findings.filter((finding) => finding.state === state).map(({ id }) => id);
    await record?.(trx, { after: { later: idsOf('later'), missing: idsOf('missing') } });
  });
}
