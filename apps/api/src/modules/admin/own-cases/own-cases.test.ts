import { type Endpoint, endpoints } from '@wopack/contract';
import { describe, expect, test } from 'vitest';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { createFixtures, type Fixtures, sampleRequests } from '../../../../test/support/sample-requests.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { sendRequest } from '../../../../test/support/test-request.ts';
import { CASE_SUBJECTS, type ChangeName } from './own-cases.ts';

const api = useTestApp();

type Person = 'buyer' | 'seller' | 'partner';

const ORDER: Person[] = ['buyer', 'seller', 'partner'];

/** Whom each call concerns, by the data of its sample request. Those without a row concern nobody. */
const CONCERNED: Partial<Record<ChangeName, Person[]>> = {
  refundAdminOrder: ORDER,
  cancelAdminOrder: ORDER,
  askSeller: ORDER,
  decideProblem: ORDER,
  decideObjection: ORDER,
  hideReview: ORDER,
  unhideReview: ORDER,
  hideProduct: ['seller'],
  unhideProduct: ['seller'],
  updateProductTypes: ['seller'],
  updateSalePlaceTypes: ['seller'],
  hideSalePlace: ['seller'],
  unhideSalePlace: ['seller'],
  decideContentReport: ['seller'],
  decidePlaceClaim: ['seller'],
  repeatRefund: ORDER,
  settleRefund: ORDER,
};

const changes = (Object.entries(endpoints) as [string, Endpoint][])
  .filter(([, { auth, method }]) => auth === 'operator' && method === 'POST')
  .map(([name]) => name as ChangeName);

test('each changing call of the console says whom it is about', () => {
  expect(Object.keys(CASE_SUBJECTS).toSorted()).toEqual(changes.toSorted());
});

/** Tested with a run, and with pairs of sale places: money.test.ts, place-claims.test.ts. */
const TESTED_ELSEWHERE: ChangeName[] = [
  'createPayoutRun',
  'markPayoutRunSent',
  'confirmPayoutRun',
  'returnAdminPayout',
  'decideLookAlike',
];
/** Their sample requests are about a user of their own. */
const ABOUT_A_USER = changes.filter((name) => {
  const subject = CASE_SUBJECTS[name]?.({ params: { id: 1 }, actor: { id: 2 } });
  return subject?.[0] === 'user' || subject?.[0] === 'seller';
});

test('each call about somebody is tested', () => {
  const withSubject = changes.filter((name) => CASE_SUBJECTS[name] !== null);
  expect([...Object.keys(CONCERNED), ...TESTED_ELSEWHERE, ...ABOUT_A_USER].toSorted()).toEqual(
    withSubject.toSorted(),
  );
});

async function expectOwnCase(fixtures: Fixtures, person: Person, name: ChangeName): Promise<void> {
  const testRequest = await sampleRequests[name](fixtures, null);
  const { token, id } = await createTestOperator(api, 'owner', { user: fixtures[person] });
  const { status, body } = await sendRequest(api, name, { ...testRequest, token });
  expect({ person, status, message: body.message }).toEqual({
    person,
    status: 409,
    message: 'This concerns you: another operator decides it.',
  });
  const entries = await api.db
    .selectFrom('audit_entries')
    .select('after')
    .where('operator_id', '=', id)
    .where('action', '=', name)
    .execute();
  expect(entries).toEqual([{ after: { refused: 'own_case' } }]);
}

describe('nobody decides on a case of their own', () => {
  test.each(Object.entries(CONCERNED) as [ChangeName, Person[]][])('%s', async (name, people) => {
    for (const person of people) await expectOwnCase(await createFixtures(api), person, name);
  });

  test.each(ABOUT_A_USER)('%s', async (name) => {
    const fixtures = await createFixtures(api);
    const testRequest = await sampleRequests[name](fixtures, null);
    const { token, id } = await createTestOperator(api, 'owner');
    const { status } = await sendRequest(api, name, { ...testRequest, params: { id }, token });
    expect(status).toBe(409);
  });
});
