import { expect, test } from 'vitest';
import { createPushBrowser } from '../../../test/servers/notification-receivers.ts';
import { createTestUser } from '../../../test/support/builders.ts';
import { MINUTE, useTestApp } from '../../../test/support/test-app.ts';
import { enqueueNotifications } from './notify.ts';

const api = useTestApp();

test.each([
  ['a short one', 'я'.repeat(200), { pushes: 1, mails: 0 }],
  ['one of more than 4,096 bytes', 'я'.repeat(2000), { pushes: 0, mails: 1 }],
])('with push on, %s is told once', async (_message, body, { pushes, mails }) => {
  const user = await createTestUser(api);
  await user.call('savePushSubscription', { body: createPushBrowser().subscription });
  api.pushes.length = 0;
  await api.db.transaction().execute((trx) =>
    enqueueNotifications(api.context, trx, [
      {
        userId: user.id,
        channel: 'push',
        mail: { to: user.email, subject: 'Words of the shop', text: body },
        push: { title: 'Words of the shop', body, url: '/', tag: 'words' },
        until: new Date(api.clock.now().getTime() + 60 * MINUTE),
      },
    ]),
  );
  await api.jobs.runDue();
  expect(api.pushes).toHaveLength(pushes);
  expect(
    api.mails.filter(({ to, subject }) => to === user.email && subject === 'Words of the shop'),
  ).toHaveLength(mails);
});
