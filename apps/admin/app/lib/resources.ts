import type { OperatorRight } from '@wopack/contract';
import type { Reply } from '@wopack/contract/client';
import { call } from './api.ts';

/** Lists of the console with their calls and the right to open them. Keys are the path segments. */
export const resources = {
  orders: { list: 'listAdminOrders', csv: 'exportAdminOrders', one: 'getAdminOrder', right: 'orders.view' },
  problems: { list: 'listProblems', csv: 'exportProblems', one: 'getProblem', right: 'problems.view' },
  users: { list: 'listAdminUsers', csv: 'exportAdminUsers', one: 'getAdminUser', right: 'users.view' },
  sellers: {
    list: 'listAdminSellers',
    csv: 'exportAdminSellers',
    one: 'getAdminSeller',
    right: 'sellers.view',
  },
  products: {
    list: 'listAdminProducts',
    csv: 'exportAdminProducts',
    one: 'getAdminProduct',
    right: 'catalogue.view',
  },
  sale_places: {
    list: 'listAdminSalePlaces',
    csv: 'exportAdminSalePlaces',
    one: 'getAdminSalePlace',
    right: 'catalogue.view',
  },
  price_tiers: { list: 'listAdminPriceTiers', csv: 'exportAdminPriceTiers', right: 'prices.view' },
  product_types: { list: 'listAdminProductTypes', csv: 'exportAdminProductTypes', right: 'prices.view' },
  partners: { list: 'listPartners', csv: 'exportPartners', one: 'getPartner', right: 'partners.view' },
  referrals: { list: 'listAdminReferrals', csv: 'exportAdminReferrals', right: 'partners.view' },
  shares: { list: 'listAdminShares', csv: 'exportAdminShares', right: 'partners.view' },
  credits: { list: 'listAdminCredits', csv: 'exportAdminCredits', right: 'partners.view' },
  tax_sellers: { list: 'listTaxSellers', csv: 'exportTaxSellers', right: 'tax.view' },
  reviews: { list: 'listReviews', csv: 'exportReviews', right: 'catalogue.view' },
  content_reports: {
    list: 'listContentReports',
    csv: 'exportContentReports',
    one: 'getContentReport',
    right: 'content_reports.view',
  },
  look_alikes: {
    list: 'listLookAlikes',
    csv: 'exportLookAlikes',
    one: 'getLookAlike',
    right: 'catalogue.view',
  },
  place_claims: {
    list: 'listPlaceClaims',
    csv: 'exportPlaceClaims',
    one: 'getPlaceClaim',
    right: 'catalogue.view',
  },
  value_proposals: {
    list: 'listValueProposals',
    csv: 'exportValueProposals',
    right: 'catalogue.view',
  },
  objections: { list: 'listObjections', csv: 'exportObjections', right: 'content_reports.view' },
  operators: { list: 'listOperators', csv: 'exportOperators', right: 'operators.manage' },
  audit: { list: 'listAuditEntries', csv: 'exportAuditEntries', right: 'audit.view' },
  ledger: { list: 'listLedgerEntries', csv: 'exportLedgerEntries', right: 'ledger.view' },
  reconciliations: { list: 'listReconciliations', csv: 'exportReconciliations', right: 'ledger.view' },
  statements: { list: 'listAdminStatements', csv: 'exportAdminStatements', right: 'ledger.view' },
  payout_runs: {
    list: 'listPayoutRuns',
    csv: 'exportPayoutRuns',
    one: 'getPayoutRun',
    right: 'ledger.view',
  },
  transfers: {
    list: 'listAdminTransfers',
    csv: 'exportAdminTransfers',
    one: 'getAdminTransfer',
    right: 'ledger.view',
  },
  provider_payouts: {
    list: 'listAdminProviderPayouts',
    csv: 'exportAdminProviderPayouts',
    right: 'ledger.view',
  },
  commission_invoices: {
    list: 'listCommissionInvoices',
    csv: 'exportCommissionInvoices',
    one: 'getCommissionInvoice',
    right: 'ledger.view',
  },
  refunds: { list: 'listRefunds', csv: 'exportRefunds', right: 'disputes.view' },
  disputes: { list: 'listDisputes', csv: 'exportDisputes', right: 'disputes.view' },
  codes: { list: 'listAdminCodes', csv: 'exportAdminCodes', right: 'codes.view' },
  grants: { list: 'listAdminGrants', csv: 'exportAdminGrants', right: 'credit.view' },
  jobs: { list: 'listFailedJobs', csv: 'exportFailedJobs', right: 'system.view' },
  mails: { list: 'listFailedMails', csv: 'exportFailedMails', right: 'system.view' },
} as const satisfies Record<string, ResourceCalls>;

interface ResourceCalls {
  list: `list${string}`;
  csv: `export${string}`;
  one?: `get${string}`;
  right: OperatorRight;
}

type Resources = typeof resources;
export type ResourceName = keyof Resources;
/** Those whose records have a page. */
export type RecordName = {
  [R in ResourceName]: Resources[R] extends { one: string } ? R : never;
}[ResourceName];

type Pages = { [R in ResourceName]: Reply<Resources[R]['list']> };
type Records = { [R in RecordName]: Reply<Resources[R]['one']> extends { data: infer T } ? T : never };
type ListedRows = { [R in ResourceName]: Pages[R] extends { items: (infer T)[] } ? T : never };
/** An interface: indexed with an `R` that is not known yet, a mapped type loses what all rows have. */
interface Rows extends ListedRows {}

export type Row<R extends ResourceName> = Rows[R];

/** Sums over all rows of a list's filter. */
export type Sums<R extends ResourceName> = Pages[R] extends { sums: infer S } ? NonNullable<S> : never;

export interface Page<R extends ResourceName> {
  items: Row<R>[];
  next_cursor: string | null;
  /** On the first page only. */
  total: number | null;
  total_is_exact: boolean;
  sums?: Sums<R> | null;
}

/** Leads to the list under a path, filtered. */
export const getListPath = (path: string, filter: Record<string, string | number>) =>
  `/${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`;

type Query = NonNullable<Parameters<typeof call<Resources[ResourceName]['list']>>[1]>['query'];

/** The query is what the address says, which the server validates; what it answers follows from the call. */
export const readPage = async <R extends ResourceName>(
  resource: R,
  query: Record<string, unknown>,
  signal: AbortSignal,
) => (await call(resources[resource].list, { query: query as Query, signal })) as Page<R>;

/** All rows of a filter as the server streams them. */
export const exportRows = (resource: ResourceName, query: Record<string, unknown>): Promise<Blob> =>
  call(resources[resource].csv, { query: query as Query });

export const readRecord = async <R extends RecordName>(resource: R, id: number, signal: AbortSignal) =>
  (await call(resources[resource].one, { params: { id }, signal })).data as Records[R];
