import { type CodePurpose, codePurposes } from '@wopack/contract';
import { expect, test } from 'vitest';
import {
  createProofCode,
  createTestUser,
  expectApiError,
  IBAN,
  LOGIN_CODE,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { ENROLMENT_KEY, grantOperatorRole } from '../../../../test/support/operators.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();

/** The call that each code is for. */
const uses: Record<CodePurpose, (user: TestUser, code: string) => Promise<unknown>> = {
  sign_in: ({ email }, code) => api.client()('login', { body: { email, code, device_name: 'a telephone' } }),
  password: ({ call }, code) =>
    call('updatePassword', { body: { code, password: 'padaria27', password_confirmation: 'padaria27' } }),
  verify_email: ({ call }, code) => call('verifyEmail', { body: { code } }),
  change_email: async (user, code) => {
    const email = `new-${user.email}`;
    await createProofCode(api, user, 'verify_email', email);
    return user.call('updateEmail', { body: { email, email_code: LOGIN_CODE, code } });
  },
  payout: ({ call }, code) => call('updatePayoutDetails', { body: { iban: IBAN, holder: 'Marta', code } }),
  members: ({ call }, code) =>
    call('inviteMember', {
      body: { email: 'ana@example.com', role: 'counter', sale_place_ids: null, code },
    }),
  second_factor: ({ call }, code) => call('setUpTotp', { body: { key: ENROLMENT_KEY, code } }),
  deletion: ({ call }, code) => call('deleteAccount', { body: { code } }),
};

async function sendCode({ call, email }: TestUser, purpose: CodePurpose): Promise<string> {
  await call('sendCode', { body: { email, purpose, device_name: 'a telephone' } });
  await api.jobs.runDue();
  const mail = api.mails.findLast(({ to, subject }) => to === email && /\b\d{6}\b/.test(subject))!;
  return /\b\d{6}\b/.exec(mail.subject)![0];
}

test.each(codePurposes)('a code for %s works for that alone', async (purpose) => {
  const user = await createTestUser(api, { isEmailVerified: true, isSeller: true });
  await grantOperatorRole(api, user, 'support', { isConfirmed: false });
  const code = await sendCode(user, purpose);
  for (const other of codePurposes)
    if (other !== purpose) await expectApiError(uses[other](user, code), 1, 'code');
  if (purpose === 'deletion') await api.db.deleteFrom('operators').where('user_id', '=', user.id).execute();
  expect(await uses[purpose](user, code)).toBeTruthy();
});
