import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccountFacts } from '../providers/account-provider.ts';
import { chooseNotice, decideState, listDue, maySell, toRequirementKind } from './payout-accounts.rules.ts';

const NOW = new Date('2026-12-01T12:00:00Z');
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

const VERIFIED: AccountFacts = {
  detailsSubmitted: true,
  payoutsEnabled: true,
  transfersEnabled: true,
  currentlyDue: [],
  pastDue: [],
  deadline: null,
  disabledReason: null,
  bank: null,
  schedule: null,
};
const UNSENT: AccountFacts = {
  ...VERIFIED,
  detailsSubmitted: false,
  payoutsEnabled: false,
  transfersEnabled: false,
  currentlyDue: ['external_account'],
  pastDue: ['external_account'],
  disabledReason: 'requirements.past_due',
};
const DUE = { ...VERIFIED, currentlyDue: ['individual.verification.document'] };
const REVIEWED = { ...VERIFIED, payoutsEnabled: false, disabledReason: 'requirements.pending_verification' };

test.each([
  ['an account whose form was not sent', UNSENT, false, 'in_progress'],
  ['one that the provider looks at', REVIEWED, false, 'in_progress'],
  [
    'one that is reviewed before it was ever verified',
    { ...REVIEWED, disabledReason: 'under_review' },
    false,
    'in_progress',
  ],
  ['one that is reviewed later', { ...REVIEWED, disabledReason: 'under_review' }, true, 'restricted'],
  ['one that lacks nothing', VERIFIED, false, 'verified'],
  ['one that lacks something until a day', { ...DUE, deadline: at(1) }, true, 'needs_details'],
  ['one that lacks something until no day', DUE, true, 'needs_details'],
  ['one whose day has come', { ...DUE, deadline: at(0) }, true, 'restricted'],
  ['one that was never verified and is late', { ...DUE, pastDue: DUE.currentlyDue }, false, 'needs_details'],
  ['one that is late', { ...DUE, pastDue: DUE.currentlyDue }, true, 'restricted'],
  ['one that the provider refuses', { ...UNSENT, disabledReason: 'rejected.fraud' }, false, 'restricted'],
  ['one that the provider does not have any more', null, true, 'restricted'],
] as const)('%s', (_name, facts, wasVerified, expected) => {
  expect(decideState(facts as AccountFacts | null, { wasVerified, now: NOW })).toBe(expected);
});

const keys = fc.subarray(['external_account', 'company.tax_id', 'individual.verification.document']);
const facts: fc.Arbitrary<AccountFacts> = fc.record({
  detailsSubmitted: fc.boolean(),
  payoutsEnabled: fc.boolean(),
  transfersEnabled: fc.boolean(),
  currentlyDue: keys,
  pastDue: keys,
  deadline: fc.option(fc.integer({ min: -100, max: 100 }).map(at)),
  disabledReason: fc.constantFrom(
    null,
    'requirements.past_due',
    'requirements.pending_verification',
    'listed',
  ),
  bank: fc.constant(null),
  schedule: fc.constant(null),
});

test('whatever the provider says, in whatever order, nothing is sold that must not be', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(facts, fc.integer({ min: -100, max: 100 })), { maxLength: 20 }),
      (answers) => {
        let firstVerifiedAt: Date | null = null;
        for (const [answer, hours] of answers) {
          const now = at(hours);
          const state = decideState(answer, { wasVerified: firstVerifiedAt !== null, now });
          if (state === 'verified') firstVerifiedAt ??= now;
          const deadline = listDue(answer).length > 0 ? answer.deadline : null;
          const account = {
            state,
            first_verified_at: firstVerifiedAt,
            transfers_enabled: answer.transfersEnabled,
            deadline,
          };
          const sells = maySell(account, now);
          if (!sells) continue;
          expect(firstVerifiedAt).not.toBeNull();
          expect(answer.transfersEnabled).toBe(true);
          expect(answer.pastDue).toEqual([]);
          expect(answer.disabledReason).not.toBe('listed');
          if (deadline) {
            // Not a moment longer, though nobody reports anything.
            expect(deadline.getTime()).toBeGreaterThan(now.getTime());
            expect(maySell(account, deadline)).toBe(false);
          }
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('the same answer twice says nothing new, and each new demand is told', () => {
  fc.assert(
    fc.property(facts, fc.boolean(), (answer, wasVerified) => {
      const stored = {
        state: decideState(answer, { wasVerified, now: NOW }),
        requirements: listDue(answer),
        deadline: answer.deadline,
      };
      expect(chooseNotice(stored, stored)).toBeNull();
      const next = {
        state: 'needs_details' as const,
        requirements: [...stored.requirements, 'tos_acceptance.date'],
        deadline: at(200),
      };
      expect(chooseNotice(stored, next)).toBe('needs');
      expect(chooseNotice(next, { ...next, state: 'verified', requirements: [] })).toBe('verified');
    }),
  );
});

// Source of the keys: https://docs.stripe.com/connect/required-verification-information
test.each([
  ['individual.verification.document', 'identity_document'],
  ['person_1Mabc.verification.document', 'identity_document'],
  ['individual.verification.proof_of_liveness', 'identity_document'],
  ['individual.verification.additional_document', 'address_document'],
  ['company.verification.document', 'company_document'],
  ['documents.company_registration_verification.files', 'company_document'],
  ['documents.bank_account_ownership_verification.files', 'bank_account'],
  ['external_account', 'bank_account'],
  ['company.tax_id', 'company_number'],
  ['company.vat_id', 'company_number'],
  ['company.address.postal_code', 'company_address'],
  ['company.name', 'company_details'],
  ['company.directors_provided', 'people'],
  ['owners.email', 'people'],
  ['representative.address.line1', 'personal_address'],
  ['individual.dob.day', 'personal_details'],
  ['individual.id_number', 'personal_details'],
  ['person_1Mabc.relationship.title', 'personal_details'],
  ['business_profile.mcc', 'business_details'],
  ['tos_acceptance.ip', 'terms'],
  ['interv_1Nabc.rejection_appeal.support', 'other'],
])('%s asks for %s', (key, kind) => {
  expect(toRequirementKind(key)).toBe(kind);
});
