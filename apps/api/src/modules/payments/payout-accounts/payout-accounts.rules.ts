import type { PayoutAccountState, PayoutRequirement } from '@wopack/contract';
import type { AccountFacts } from '../providers/account-provider.ts';

/**
 * Why an account is disabled that its payee can put right, or that waits for the provider. Others, such as
 * 'rejected.fraud' or 'listed', are the provider's decision.
 * Source: https://docs.stripe.com/api/accounts/object#account_object-requirements-disabled_reason
 */
const OPEN_REASONS = [
  'requirements.past_due',
  'requirements.pending_verification',
  'action_required.requested_capabilities',
];
const REVIEW = 'under_review';

const isBarred = (reason: string | null, wasVerified: boolean): boolean =>
  reason !== null && !OPEN_REASONS.includes(reason) && (reason !== REVIEW || wasVerified);

/** `facts` null: the provider has no account by this reference any more. */
export function decideState(
  facts: AccountFacts | null,
  { wasVerified, now }: { wasVerified: boolean; now: Date },
): PayoutAccountState {
  if (!facts || isBarred(facts.disabledReason, wasVerified)) return 'restricted';
  if (!facts.detailsSubmitted) return wasVerified ? 'restricted' : 'in_progress';
  const due = listDue(facts);
  const isLate =
    facts.pastDue.length > 0 || (due.length > 0 && facts.deadline !== null && facts.deadline <= now);
  if (isLate) return wasVerified ? 'restricted' : 'needs_details';
  if (due.length > 0) return 'needs_details';
  return facts.payoutsEnabled && facts.transfersEnabled ? 'verified' : 'in_progress';
}

/** What is due now or late, once each. */
export const listDue = ({
  currentlyDue,
  pastDue,
}: Pick<AccountFacts, 'currentlyDue' | 'pastDue'>): string[] => [...new Set([...pastDue, ...currentlyDue])];

export interface SellingAccount {
  state: PayoutAccountState;
  first_verified_at: Date | null;
  transfers_enabled: boolean;
  deadline: Date | null;
}

/** Whether a business may sell that is paid by the provider: once it is verified, and until a deadline passes. */
export function maySell(account: SellingAccount | undefined, now: Date): boolean {
  if (!account?.first_verified_at || !account.transfers_enabled) return false;
  if (account.state === 'verified' || account.state === 'in_progress') return true;
  return account.state === 'needs_details' && (account.deadline === null || account.deadline > now);
}

/** By the first that fits. Keys of persons begin with 'individual', 'representative' or 'person_…'. */
const KINDS: readonly [RegExp, PayoutRequirement][] = [
  [/^tos_acceptance\b/, 'terms'],
  [/bank_account|^external_account/, 'bank_account'],
  [/additional_document$|additional_document\.|proof_of_address/, 'address_document'],
  [/^(company\.verification|documents\.)/, 'company_document'],
  [/verification\.(document|proof_of_liveness)/, 'identity_document'],
  [/^company\.(tax_id|vat_id|registration_number)/, 'company_number'],
  [/(id_number|ssn_last_4|political_exposure|nationality)/, 'personal_details'],
  [/^company\.(directors|owners|executives|ownership)|^(directors|owners|executives)\b/, 'people'],
  [/^company\.address\b/, 'company_address'],
  [/\.address\b/, 'personal_address'],
  [/^company\b/, 'company_details'],
  [/^business_(profile|type)\b/, 'business_details'],
  [/^(individual|representative|person_\w+)\b/, 'personal_details'],
];

/** What a key of the provider asks for, in kinds that have words in three languages. */
export const toRequirementKind = (key: string): PayoutRequirement =>
  KINDS.find(([pattern]) => pattern.test(key))?.[1] ?? 'other';

export const listRequirementKinds = (keys: readonly string[]): PayoutRequirement[] => [
  ...new Set(keys.map(toRequirementKind)),
];

interface StoredState {
  state: PayoutAccountState;
  requirements: readonly string[];
  deadline: Date | null;
}

/** What the payee is told by mail after a change; null: nothing. */
export function chooseNotice(
  before: StoredState,
  after: StoredState,
): 'verified' | 'needs' | 'restricted' | null {
  if (after.state === 'verified') return before.state === 'verified' ? null : 'verified';
  if (after.state === 'restricted') return before.state === 'restricted' ? null : 'restricted';
  if (after.state !== 'needs_details') return null;
  const isNew =
    before.state !== 'needs_details' ||
    before.deadline?.getTime() !== after.deadline?.getTime() ||
    after.requirements.some((key) => !before.requirements.includes(key));
  return isNew ? 'needs' : null;
}
