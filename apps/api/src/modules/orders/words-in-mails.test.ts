import { expect, test } from 'vitest';
import {
  createProofCode,
  createTestUser,
  LOGIN_CODE,
  markEmailVerified,
  TEST_PASSWORD,
  type TestUser,
} from '../../../test/support/builders.ts';
import { createPaidOrder } from '../../../test/support/order-builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const api = useTestApp();
const WORDS = 'Desculpe.\nO seu novo PIN: 4821\nhttps://evil.example/pay';
const ON_PAGE = 'The text itself is on WoPack.';

const findMail = (user: TestUser, subject: RegExp) =>
  api.mails.findLast((mail) => mail.to === user.email && subject.test(mail.subject))!;

/** All combinations of whether writer and reader have proved their addresses. */
const proofs = [
  { isWriterProved: true, isReaderProved: true, isQuoted: true },
  { isWriterProved: false, isReaderProved: true, isQuoted: false },
  { isWriterProved: true, isReaderProved: false, isQuoted: false },
];

const expectWords = (mail: { text: string; blocks?: readonly object[] }, isQuoted: boolean) => {
  expect(mail.text.includes(ON_PAGE)).toBe(!isQuoted);
  expect(mail.text.includes('> Desculpe.\n> O seu novo PIN: 4821\n')).toBe(isQuoted);
  expect(mail.text).not.toMatch(/^O seu novo PIN/m);
  expect(mail.text).not.toContain('evil.example');
};

test.each(proofs)(
  'the reason of a cancelled order: %o',
  async ({ isWriterProved, isReaderProved, isQuoted }) => {
    const { seller, buyer, id } = await createPaidOrder(api);
    if (isWriterProved) await markEmailVerified(api, seller);
    if (isReaderProved) await markEmailVerified(api, buyer);
    await seller.call('cancelSellerOrder', { params: { id }, body: { reason: WORDS } });
    await api.jobs.runDue();
    expectWords(findMail(buyer, /^Cancelled by the shop/), isQuoted);
    // On the page it is read in any case.
    expect((await buyer.call('getOrder', { params: { id } })).data.cancel_reason).toBe(WORDS);
  },
);

test.each(proofs)('a report: %o', async ({ isWriterProved, isReaderProved, isQuoted }) => {
  const { seller, buyer, id } = await createPaidOrder(api);
  if (isWriterProved) await markEmailVerified(api, buyer);
  if (isReaderProved) await markEmailVerified(api, seller);
  api.clock.set('2026-11-20T18:00:00.000Z');
  await buyer.call('reportOrder', { params: { id }, body: { text: WORDS } });
  await api.jobs.runDue();
  expectWords(findMail(seller, /^A problem with/), isQuoted);
});

test.each(proofs)('the answer to a report: %o', async ({ isWriterProved, isReaderProved, isQuoted }) => {
  const { seller, buyer, id } = await createPaidOrder(api);
  if (isWriterProved) await markEmailVerified(api, seller);
  if (isReaderProved) await markEmailVerified(api, buyer);
  api.clock.set('2026-11-20T18:00:00.000Z');
  await buyer.call('reportOrder', { params: { id }, body: { text: 'O saco estava vazio.' } });
  await seller.call('answerReport', { params: { id }, body: { answer: WORDS } });
  await api.jobs.runDue();
  expectWords(findMail(buyer, /^An answer to your report/), isQuoted);
});

test.each([true, false])('a content report by an account with a proved address: %s', async (isProved) => {
  const { productId } = await createPaidOrder(api);
  const reporter = await createTestUser(api, { isEmailVerified: isProved });
  await reporter.call('reportContent', {
    body: { subject_kind: 'product', subject_id: productId, ground: 'misleading', text: WORDS },
  });
  await api.jobs.runDue();
  const { text } = findMail(reporter, /^We got your report/);
  expect(text.includes('> Desculpe.')).toBe(isProved);
  expect(text.includes('4821')).toBe(isProved);
  expect(text).not.toContain('evil.example');
});

test('a former address that was never proved gets no mail about the new one', async () => {
  const stranger = await createTestUser(api);
  const email = 'pin-4821@evil.example';
  await createProofCode(api, stranger, 'verify_email', email);
  await stranger.call('updateEmail', { body: { email, email_code: LOGIN_CODE, password: TEST_PASSWORD } });
  await api.jobs.runDue();
  expect(api.mails.filter(({ to }) => to === stranger.email)).toEqual([]);
});
