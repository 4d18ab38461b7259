import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { mockCalls } from '../../../../test/fake-api.tsx';
import { me } from '../../../../test/me.ts';
import { renderInLanguage } from '../../../../test/render.tsx';
import { captureDownloads } from '../../../../test/stub-browser.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import type { Me } from '../../../lib/data/shared-queries.ts';
import { writeStored } from '../../../lib/storage/storage.ts';
import { ChoosePassword } from '../password/password-form.tsx';
import { DeleteAccount, ExportAccountButton } from './account-data.tsx';
import { ChangeEmail, VerifyEmail } from './email-address.tsx';
import { SecurityEvents } from './security-events.tsx';
import { DeviceList } from './sign-in-settings.tsx';

const call = mockCalls();

const successReply = { success: true, code: 0 as const };

const renderPart = (part: ReactNode) => renderInLanguage('en', part, '/account');
const pressButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const fillField = async (label: string, text: string) =>
  userEvent.type(await screen.findByLabelText(label), text);
const getCachedMe = () => queryClient.getQueryData<Me>(['me']);

beforeEach(() => {
  queryClient.setQueryData(['me'], me);
});

describe('another e-mail address', () => {
  test('takes a code from the new address and the password', async () => {
    call.mockResolvedValue({ success: true, code: 0 });
    renderPart(<ChangeEmail me={{ ...me, has_password: true }} />);
    await pressButton('Change e-mail');
    await fillField('New e-mail', ' nova@example.com ');
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await pressButton('Send me a code');
    // Focus brings it above the tab bar of a phone.
    await waitFor(() => expect(screen.getByLabelText('Code from the new address')).toHaveFocus());
    await fillField('Code from the new address', '482731');
    await fillField('Current password', 'padaria27');
    await pressButton('Save e-mail');
    await waitFor(() =>
      expect(call).toHaveBeenCalledWith('updateEmail', {
        body: { email: 'nova@example.com', email_code: '482731', password: 'padaria27' },
      }),
    );
    expect(call).toHaveBeenCalledWith('sendCode', {
      body: { email: 'nova@example.com', purpose: 'verify_email', device_name: navigator.userAgent },
    });
    expect(await screen.findByRole('button', { name: 'Change e-mail' })).toBeVisible();
  });

  test('what the server refuses is shown at its field', async () => {
    call.mockImplementation(async (name: string) => {
      if (name === 'updateEmail')
        throw new ApiError(422, {
          code: 1,
          errors: { email_code: ['Wrong code.'], password: ['Not yours.'] },
        });
      return { success: true, code: 0 };
    });
    renderPart(<ChangeEmail me={{ ...me, has_password: true }} />);
    await pressButton('Change e-mail');
    await fillField('New e-mail', 'nova@example.com');
    await pressButton('Send me a code');
    await fillField('Code from the new address', '000000');
    await pressButton('Save e-mail');
    await waitFor(() =>
      expect(screen.getByLabelText('Code from the new address')).toHaveAccessibleDescription('Wrong code.'),
    );
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription('Not yours.');
  });

  test('a mistyped one can be corrected after the code was sent, and gets a code of its own', async () => {
    call.mockResolvedValue(successReply);
    renderPart(<ChangeEmail me={{ ...me, has_password: true }} />);
    await pressButton('Change e-mail');
    await fillField('New e-mail', 'nvoa@example.com');
    await pressButton('Send me a code');
    await fillField('Code from the new address', '111111');
    await pressButton('Change the address');
    const field = screen.getByLabelText('New e-mail');
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.clear(field);
    await userEvent.type(field, 'nova@example.com');
    await pressButton('Send me a code');
    expect(await screen.findByLabelText('Code from the new address')).toHaveValue('');
    expect(call.mock.lastCall).toMatchObject(['sendCode', { body: { email: 'nova@example.com' } }]);
  });

  test('the address of the account is no other one: no code is sent to it', async () => {
    renderPart(<ChangeEmail me={{ ...me, has_password: true }} />);
    await pressButton('Change e-mail');
    await fillField('New e-mail', ' Marta@Example.com');
    await pressButton('Send me a code');
    expect(screen.getByLabelText('New e-mail')).toHaveAccessibleDescription('This is your e-mail already.');
    expect(call).not.toHaveBeenCalled();
  });
});

test('after an access reset both buttons are as wide as the form', () => {
  queryClient.setQueryData(['me'], { ...me, has_password: false });
  renderPart(<ChoosePassword reason="accessReset" onContinue={() => {}} />);
  for (const name of ['Save password', 'Continue without a password'])
    expect(screen.getByRole('button', { name })).toHaveClass('w-full');
});

test('devices have readable names; another one can be signed out', async () => {
  const timestamp = '2026-11-20T12:00:00Z';
  const device = { created_at: timestamp, last_used: timestamp, is_current: false };
  const devices = [
    {
      ...device,
      id: 1,
      is_current: true,
      device_name: 'Mozilla/5.0 (Windows NT 10.0) Chrome/149.0 Safari/537',
    },
    { ...device, id: 2, device_name: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) Version/18 Safari/604' },
  ];
  call.mockImplementation(async (name: string) =>
    name === 'listDevices' ? { data: devices } : successReply,
  );
  renderPart(<DeviceList />);
  expect(await screen.findByText('Chrome on Windows')).toBeVisible();
  expect(screen.getByText('This device')).toBeVisible();
  expect(screen.getAllByRole('button', { name: /^Sign out:/ })).toHaveLength(1);
  await pressButton('Sign out: Safari on iPhone');
  await waitFor(() => expect(call).toHaveBeenCalledWith('endDevice', { params: { id: 2 } }));
  await pressButton('Sign out everywhere else');
  await waitFor(() => expect(call).toHaveBeenCalledWith('endOtherDevices'));
});

describe('security events', () => {
  const event = {
    id: 1,
    kind: 'sign_in',
    created_at: '2026-11-20T12:00:00Z',
    network: '198.51.100.0/24',
    device_name: 'Mozilla/5.0 (Windows NT 10.0) Chrome/149.0 Safari/537',
  };

  test('each says what, when and from where; all are shown on demand', async () => {
    const events = [
      { ...event, id: 9, kind: 'role_changed', network: '', device_name: '' },
      ...[8, 7, 6, 5, 4].map((id) => ({ ...event, id, kind: 'sign_in_failed' })),
      event,
    ];
    call.mockResolvedValue({ data: events });
    renderPart(<SecurityEvents />);
    expect(screen.getByRole('heading', { name: 'Security events' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
    expect(await screen.findAllByRole('listitem')).toHaveLength(5);
    expect(screen.getAllByRole('listitem')[0]).toHaveTextContent(/^Operator role changed[^·]+$/);
    expect(screen.getAllByRole('listitem')[1]).toHaveTextContent(
      /^Sign-in failed.+ · Chrome on Windows · network 198\.51\.100\.0\/24$/,
    );
    await pressButton('Show all');
    expect(screen.getAllByRole('listitem')).toHaveLength(7);
    expect(screen.getByText('Signed in')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
  });

  test('none, and a list that did not load', async () => {
    call.mockResolvedValueOnce({ data: [] });
    renderPart(<SecurityEvents />);
    expect(await screen.findByText('Nothing has happened in the last 180 days.')).toBeVisible();
    cleanup();
    queryClient.removeQueries({ queryKey: ['security-events'] });
    call.mockRejectedValueOnce(new ApiError(500, { code: 10 }));
    renderPart(<SecurityEvents />);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    call.mockResolvedValue({ data: [event] });
    await userEvent.click(retry);
    expect(await screen.findByText('Signed in')).toBeVisible();
  });
});

test('the export is one file, with a message when it is ready', async () => {
  const exportedData = { profile: { id: 1 } };
  call.mockResolvedValue(exportedData);
  const downloads = captureDownloads();
  renderPart(<ExportAccountButton />);
  await pressButton('Download my data');
  expect(await screen.findByText('Saved as wopack-export.json.')).toBeVisible();
  const [download] = downloads;
  expect(download).toMatchObject({ name: 'wopack-export.json', blob: { type: 'application/json' } });
  expect(await download!.blob.text()).toBe(JSON.stringify(exportedData, null, 2));
});

describe('an unverified e-mail address', () => {
  test('is verified by a code in place', async () => {
    call.mockResolvedValue(successReply);
    renderPart(<VerifyEmail me={{ ...me, email_verified: false }} />);
    await pressButton('Send me a code');
    await userEvent.type(await screen.findByLabelText('Code from the e-mail'), '482731');
    await waitFor(() => expect(getCachedMe()?.email_verified).toBe(true));
    expect(call.mock.calls.map(([name]) => name)).toEqual(['sendCode', 'verifyEmail']);
    expect(localStorage.getItem('tempEmail')).toBeNull();
  });

  test('a verified one shows no form', () => {
    const { container } = renderPart(<VerifyEmail me={me} />);
    expect(container).toBeEmptyDOMElement();
  });
});

describe('deletion', () => {
  const renderDeletionRoutes = (user: Me = me) => (
    <Routes>
      <Route path="/" element="the first page" />
      <Route path="/account" element={<DeleteAccount me={user} />} />
    </Routes>
  );

  test('needs the password; clears everything stored on the device', async () => {
    writeStored('token', '7|abc');
    call.mockResolvedValue(successReply);
    renderPart(renderDeletionRoutes());
    await pressButton('Delete my account');
    await userEvent.type(await screen.findByLabelText('Password'), 'sobras1');
    await pressButton('Delete for good');
    expect(await screen.findByText('the first page')).toBeVisible();
    expect(call).toHaveBeenCalledWith('deleteAccount', { body: { password: 'sobras1' } });
    expect(localStorage).toHaveLength(0);
  });

  test('an account without a password confirms by code', async () => {
    call.mockResolvedValue(successReply);
    renderPart(renderDeletionRoutes({ ...me, has_password: false }));
    await pressButton('Delete my account');
    await userEvent.type(await screen.findByLabelText('Code from the e-mail'), '482731{Enter}');
    expect(await screen.findByText('the first page')).toBeVisible();
    expect(call.mock.calls.slice(0, 3)).toMatchObject([
      ['deleteAccount', { body: {} }],
      ['sendCode', { body: { email: me.email, purpose: 'deletion' } }],
      ['deleteAccount', { body: { code: '482731' } }],
    ]);
  });

  test('a code that did not arrive can be sent again', async () => {
    call.mockResolvedValue(successReply);
    renderPart(renderDeletionRoutes());
    await pressButton('Delete my account');
    await userEvent.click(await screen.findByRole('button', { name: 'Use a code instead' }));
    expect(await screen.findByText('Didn’t get it?')).toBeVisible();
  });

  test('a wrong password is reported at the field; an empty one is not sent', async () => {
    const errors = { password: ['This is not your password.'] };
    call.mockRejectedValue(new ApiError(422, { code: 1, errors }));
    renderPart(renderDeletionRoutes());
    await pressButton('Delete my account');
    await screen.findByLabelText('Password');
    await pressButton('Delete for good');
    expect(await screen.findByRole('alert')).toHaveTextContent('Fill this in.');
    expect(call).toHaveBeenCalledExactlyOnceWith('deleteAccount', { body: {} });
    await userEvent.type(screen.getByLabelText('Password'), 'nonsense');
    await pressButton('Delete for good');
    expect(await screen.findByText('This is not your password.')).toBeVisible();
  });

  test('what is still open is said before a password is asked, and the orders are links', async () => {
    const errors = {
      bought: ['Packs to collect: 10001, 10007.'],
      sold: ['Orders to hand out: 10009.'],
      money: ['Money due: €2.70.'],
    };
    call.mockRejectedValue(new ApiError(409, { code: 5, message: 'Not yet.', errors }));
    renderPart(renderDeletionRoutes());
    await pressButton('Delete my account');
    const alert = await screen.findByRole('alert');
    for (const text of ['Not yet.', 'Packs to collect: 10001, 10007.', 'Money due: €2.70.']) {
      expect(alert).toHaveTextContent(text);
    }
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(screen.getByRole('link', { name: '10007' })).toHaveAttribute('href', '/orders/10007');
    expect(screen.getByRole('link', { name: '10009' })).toHaveAttribute('href', '/seller/orders');
  });
});
