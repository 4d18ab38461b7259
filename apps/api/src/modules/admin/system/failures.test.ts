import { expect, test } from 'vitest';
import { expectApiError } from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();

test('an undelivered mail is sent again, or given up', async () => {
  const support = await createTestOperator(api, 'support');
  const insertFailure = async (mail: object | null) =>
    (
      await api.db
        .insertInto('mail_failures')
        .values({
          recipient: 'full@example.com',
          subject: 'WoPack',
          mail: mail && JSON.stringify(mail),
          reason: '552 Mailbox full',
          failures: 5,
          failed_at: api.clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const mail = { to: 'full@example.com', subject: 'WoPack', text: 'Once more.', language: 'en' };
  const [resendable, expired] = [await insertFailure(mail), await insertFailure(null)];
  const { items } = await support.call('listFailedMails', { query: { q: 'full@example.com' } });
  expect(items.map(({ can_retry }) => can_retry)).toEqual([false, true]);
  await support.call('retryMail', { params: { id: resendable } });
  await expectApiError(support.call('retryMail', { params: { id: expired } }), 5);
  await support.call('giveUpMail', { params: { id: expired }, body: { reason: 'No such mailbox.' } });
  await api.jobs.runDue();
  expect(api.mails.at(-1)).toMatchObject({
    to: 'full@example.com',
    text: expect.stringContaining('Once more.'),
  });
  expect((await support.call('listFailedMails')).items).toEqual([]);
});
