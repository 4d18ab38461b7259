import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { stubPush } from '../../../test/stub-browser.tsx';
import { NotificationSettings } from './notification-settings.tsx';

const settings = { channel: 'mail', reminder_minutes: 60, quiet_from: '22:00', quiet_to: '08:00' };

function renderSettings(
  overrides: object = {},
  saveReply: { status?: number; body?: unknown } = { body: { success: true, code: 0 } },
) {
  const api = fakeApi({
    '/user/notifications': [{ body: { data: { ...settings, push_key: 'BKey', ...overrides } } }, saveReply],
    '/push_subscription': [{ body: { success: true, code: 0 } }],
    '/push_subscription/remove': [{ body: { success: true, code: 0 } }],
  });
  renderInLanguage('en', <NotificationSettings />);
  return api;
}

const getSavedBodies = (api: ReturnType<typeof fakeApi>) =>
  api.getBodies('/user/notifications').filter(Boolean);

test('a choice is shown and saved at once, with all other settings unchanged', async () => {
  const api = renderSettings();
  const noneOption = await screen.findByRole('radio', { name: /Nothing/ });
  expect(screen.getByRole('radio', { name: /E-mail/ })).toBeChecked();
  expect(screen.queryByRole('heading', { name: 'This device' })).toBeNull();
  await userEvent.click(noneOption);
  expect(noneOption).toBeChecked();
  await waitFor(() => expect(getSavedBodies(api)).toEqual([{ ...settings, channel: 'none' }]));
  await userEvent.selectOptions(screen.getByLabelText('Reminder before pickup'), 'No reminder');
  await waitFor(() =>
    expect(getSavedBodies(api)[1]).toEqual({ ...settings, channel: 'none', reminder_minutes: 0 }),
  );
});

test('a refused change is rolled back', async () => {
  renderSettings({}, { status: 500, body: { code: 10, message: 'x' } });
  await userEvent.click(await screen.findByRole('radio', { name: /Nothing/ }));
  await waitFor(() => expect(screen.getByRole('radio', { name: /E-mail/ })).toBeChecked());
});

test('quiet hours can be switched off and changed', async () => {
  const api = renderSettings();
  const from = await screen.findByLabelText('From');
  await userEvent.clear(from);
  await userEvent.type(from, '21:30');
  await userEvent.tab();
  await waitFor(() => expect(getSavedBodies(api)).toEqual([{ ...settings, quiet_from: '21:30' }]));
  await userEvent.click(screen.getByRole('switch', { name: 'Quiet hours' }));
  await waitFor(() =>
    expect(getSavedBodies(api)[1]).toMatchObject({ quiet_from: '00:00', quiet_to: '00:00' }),
  );
  await waitFor(() => expect(screen.queryByLabelText('From')).toBeNull());
});

test('permission is requested only by the button; then the subscription is sent to the server', async () => {
  const { subscribe, requestPermission } = stubPush('granted');
  const api = renderSettings();
  await userEvent.click(await screen.findByRole('radio', { name: /Push/ }));
  const button = await screen.findByRole('button', { name: 'Turn on here' });
  expect(requestPermission).not.toHaveBeenCalled();
  await userEvent.click(button);
  expect(await screen.findByText('Notifications arrive here.')).toBeVisible();
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' });
  expect(api.getBodies('/push_subscription')).toEqual([
    { endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: 'p', auth: 'a' } },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Turn off here' }));
  expect(await screen.findByText('Nothing arrives here yet.')).toBeVisible();
  expect(api.getBodies('/push_subscription/remove')).toHaveLength(1);
});

test('a denied permission shows how to grant it', async () => {
  const { subscribe } = stubPush('denied');
  renderSettings({ channel: 'push' });
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on here' }));
  expect(await screen.findByText(/blocks notifications/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /here/ })).toBeNull();
  expect(subscribe).not.toHaveBeenCalled();
});

test('a browser without push shows a message', async () => {
  renderSettings({ channel: 'push' });
  expect(await screen.findByText(/cannot receive notifications/)).toBeVisible();
});
