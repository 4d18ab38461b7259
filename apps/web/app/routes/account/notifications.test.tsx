import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MemberRole } from '@wopack/contract/vocabulary';
import { beforeEach, expect, test } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { me } from '../../../test/me.ts';
import { renderInLanguage } from '../../../test/render.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { writeStored } from '../../lib/storage/storage.ts';
import { Component as NotificationsPage } from './notifications.tsx';

const call = mockCalls();

const aurora = { id: 31, name: 'Padaria Aurora', sale_places: null, is_current: true };
const salePlace = { id: 8, name: 'Aurora Café' };
const channels = { sold: 'mail', last_sold: 'mail', cancelled: 'mail', report: 'mail', draw: 'none' };
const settings = { ...channels, low_stock_units: 0, sale_place_ids: null };
const listSaved = () =>
  call.mock.calls.flatMap(([name, input]) =>
    name === 'updateSellerNotificationSettings' ? [(input as { body: object }).body] : [],
  );

function renderPage(role: MemberRole, salePlaces: object[] = [salePlace, { id: 9, name: 'Forno' }]) {
  const user = { ...me, is_owner: role === 'owner', business: { id: 31, role } };
  queryClient.setQueryData(['me'], user);
  call.mockImplementation(async (name) => {
    if (name === 'getMe') return { data: user };
    if (name === 'listMyBusinesses') return { data: [{ ...aurora, role }] };
    if (name === 'listMySalePlaces') return { data: salePlaces };
    if (name === 'getSellerNotificationSettings') return { data: settings };
    if (name === 'getNotificationSettings')
      return {
        data: { channel: 'mail', reminder_minutes: 60, quiet_from: '22:00', quiet_to: '08:00', push_key: '' },
      };
    return { success: true, code: 0, data: [] };
  });
  renderInLanguage('en', <NotificationsPage />);
}

beforeEach(() => {
  queryClient.clear();
  writeStored('token', 'token');
});

test('the counter chooses among what it may see; problems are not offered', async () => {
  renderPage('counter');
  const section = await screen.findByRole('region', { name: 'What you sell' });
  expect(await within(section).findByText('Padaria Aurora')).toBeVisible();
  await userEvent.selectOptions(
    await within(section).findByLabelText('A pack was sold'),
    'Push notification',
  );
  expect(within(section).queryByLabelText('A customer reports a problem')).toBeNull();
  expect(within(section).getByText(/you get nothing until you choose it here/)).toBeVisible();
  await waitFor(() => expect(listSaved()).toEqual([{ ...settings, sold: 'push' }]));
  // By which the device can be switched on.
  expect(await screen.findByRole('heading', { name: 'This device' })).toBeVisible();
});

test('how few are to be left is chosen; whoever is not told of it does not choose', async () => {
  renderPage('owner');
  const field = await screen.findByLabelText('When to tell');
  expect(field).toHaveDisplayValue('The last one is sold');
  await userEvent.selectOptions(field, '2 are left');
  await waitFor(() => expect(listSaved()).toEqual([{ ...settings, low_stock_units: 2 }]));
  await userEvent.selectOptions(screen.getByLabelText('Few are left, or the last one was sold'), 'Nothing');
  await waitFor(() => expect(screen.queryByLabelText('When to tell')).toBeNull());
});

test('sale places are chosen; without any, all are', async () => {
  renderPage('owner');
  const places = await screen.findByRole('group', { name: 'For which shops' });
  expect(within(places).getByRole('button', { name: 'All of mine' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(within(places).getByRole('button', { name: 'Aurora Café' }));
  await waitFor(() => expect(listSaved().at(-1)).toMatchObject({ sale_place_ids: [8] }));
  await userEvent.click(within(places).getByRole('button', { name: 'Aurora Café' }));
  await waitFor(() => expect(listSaved().at(-1)).toMatchObject({ sale_place_ids: null }));
});

test('with a single sale place there is nothing to choose', async () => {
  renderPage('owner', [salePlace]);
  expect(await screen.findByLabelText('A draw is over')).toHaveValue('none');
  expect(screen.queryByRole('group', { name: 'For which shops' })).toBeNull();
});

test('an accountant has no such section', async () => {
  renderPage('accountant');
  expect(await screen.findByLabelText('Reminder before pickup')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'What you sell' })).toBeNull();
  expect(call).not.toHaveBeenCalledWith('getSellerNotificationSettings', expect.anything());
});
