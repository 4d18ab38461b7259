import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import { fakeApi, mockCalls, mockServer, renderAnswers } from '../../../../test/fake-api.tsx';
import { me } from '../../../../test/me.ts';
import { renderInLanguage } from '../../../../test/render.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import type { Me } from '../../../lib/data/shared-queries.ts';
import { endSession, onSessionChange } from '../../../lib/session/session.ts';
import { readStored, writeStored } from '../../../lib/storage/storage.ts';
import { checkSession, logOut } from '../identity.api.ts';
import { deleteAccount } from './account.api.ts';
import { LogOutButton, SellerRoleSwitch } from './account-settings.tsx';
import { AvatarUpload, BasicInfoForm } from './basic-info-form.tsx';
import { LinkedAccounts } from './sign-in-settings.tsx';

const call = mockCalls();

const renderPart = (part: ReactNode) => renderInLanguage('en', part, '/account');

test('logging out clears everything stored and opens the landing page, even when the server is unreachable', async () => {
  writeStored('token', '7|abc');
  writeStored('searchProductText', 'natas');
  call.mockRejectedValue(new ApiError(0, {}));
  renderPart(
    <Routes>
      <Route path="/" element="the first page" />
      <Route path="/account" element={<LogOutButton />} />
    </Routes>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText('the first page')).toBeVisible();
  expect(call).toHaveBeenCalledWith('logout');
  expect(localStorage).toHaveLength(0);
});

/** The server ended the session, and before its response somebody else met the refused token. */
const learnEndElsewhere = {
  'another tab': () => {
    localStorage.removeItem('token');
    dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null, storageArea: localStorage }));
  },
  'the live stream of this tab': () => endSession('former'),
};

test.each(Object.entries(learnEndElsewhere))(
  'signing out clears everything stored, also when %s learns of it first',
  async (_, learnEnd) => {
    writeStored('token', 'former');
    writeStored('packName', 'Cesto');
    const response = http.all('*/logout', () => {
      learnEnd();
      return HttpResponse.json({ success: true });
    });
    mockServer.resetHandlers(response);
    await logOut();
    expect(localStorage).toHaveLength(0);
  },
);

test.each(Object.entries(learnEndElsewhere))(
  'a deleted account is confirmed, also when %s learns of it first',
  async (_, learnEnd) => {
    writeStored('token', 'former');
    const response = http.post('*/user/delete', () => {
      learnEnd();
      return HttpResponse.json({ success: true });
    });
    mockServer.resetHandlers(response);
    await expect(deleteAccount({ password: 'sobras1' })).resolves.toEqual({ success: true });
  },
);

test('another sign-in while signing out is not cleared', async () => {
  writeStored('token', 'former');
  const response = http.all('*/logout', () => {
    localStorage.setItem('token', 'new');
    dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 'new', storageArea: localStorage }));
    return HttpResponse.json({ success: true });
  });
  mockServer.resetHandlers(response);
  const onChange = vi.fn();
  const unsubscribe = onSessionChange(onChange);
  void logOut();
  await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
  await new Promise((resolveTask) => setTimeout(resolveTask));
  unsubscribe();
  expect(readStored('token')).toBe('new');
  // The sign-out is over, without an answer: a refused token ends the session again, whichever token it is.
  writeStored('token', 'former');
  endSession('former');
  expect(readStored('token')).toBeNull();
});

test.each([
  ['an accepted token', { body: { success: true } }, 'token'],
  ['a token that the server does not know', { body: { success: false } }, null],
  ['a token without an answer', 'networkError', 'token'],
  ['a token whose answer breaks off, as when the page is left', 'truncated', 'token'],
  ['a token whose answer is a page of the network', 'html', 'token'],
] as const)('%s at start', async (_, reply, expectedToken) => {
  writeStored('token', 'token');
  const { requests } = fakeApi({ '/user/checkAuth': [reply] });
  await checkSession();
  expect(requests).toHaveLength(1);
  expect(readStored('token')).toBe(expectedToken);
});

test.each([
  ['switch', 'I run a food business'],
  ['button', 'Enable seller section'],
])(
  'selling is switched on by a %s; the profile is refetched once the reply has an id',
  async (role, name) => {
    queryClient.setQueryData(['me'], me);
    call.mockResolvedValue({ data: { id: 1 } });
    renderPart(<SellerRoleSwitch me={me} hasSalePlace={undefined} />);
    await userEvent.click(screen.getByRole(role, { name }));
    await waitFor(() => expect(call).toHaveBeenCalledWith('updateSellerRole', { body: { is_owner: true } }));
    await waitFor(() => expect(queryClient.getQueryData<Me>(['me'])?.is_owner).toBe(true));
  },
);

test('a seller sees the link to the seller section, and why selling cannot be switched off', async () => {
  call.mockRejectedValue(new ApiError(409, { code: 5, message: 'Orders are ahead.' }));
  renderPart(<SellerRoleSwitch me={{ ...me, is_owner: true }} hasSalePlace={false} />);
  expect(screen.getByRole('link', { name: 'Register your business' })).toHaveAttribute(
    'href',
    '/seller/quick-start',
  );
  expect(screen.queryByText('Enable seller section')).toBeNull();
  await userEvent.click(screen.getByRole('switch'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Orders are ahead.');
  expect(screen.getByRole('switch')).toBeChecked();
});

test('a seller with a shop is led to it, not to its registration', () => {
  renderPart(<SellerRoleSwitch me={{ ...me, is_owner: true }} hasSalePlace />);
  expect(screen.getByRole('link', { name: 'My store' })).toHaveAttribute('href', '/seller');
  expect(screen.queryByText('Enable seller section')).toBeNull();
});

test('a business with a shop is closed after a question', async () => {
  queryClient.setQueryData(['me'], { ...me, is_owner: true });
  call.mockResolvedValue({ data: { id: 1 } });
  renderPart(<SellerRoleSwitch me={{ ...me, is_owner: true }} hasSalePlace />);
  await userEvent.click(screen.getByRole('switch'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close the business?' }));
  expect(call).not.toHaveBeenCalled();
  await userEvent.click(dialog.getByRole('button', { name: 'Close the business' }));
  await waitFor(() => expect(call).toHaveBeenCalledWith('updateSellerRole', { body: { is_owner: false } }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Close the business?' })).toBeNull());
});

test('saving the profile shows a message', async () => {
  call.mockResolvedValue({ data: { id: 1 } });
  renderPart(<BasicInfoForm me={me} />);
  await userEvent.type(screen.getByLabelText('Phone'), '+351 912 345 678');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved.')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Saved.');
  expect(call).toHaveBeenCalledWith('updateProfile', {
    body: { name: 'Marta', sname: 'Salgado', phone: '+351 912 345 678' },
  });
});

test('the city, which has a page of its own, leads there and back', () => {
  renderPart(<BasicInfoForm me={me} />);
  expect(screen.getByRole('link', { name: 'Change city' })).toHaveAttribute(
    'href',
    '/account/change_city?next=%2Faccount%2Fbasic-info',
  );
});

test('a refused photo rejects as specified and shows the server’s message', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  call.mockRejectedValue(
    new ApiError(413, { code: 8, message: 'Too large: 10 MB at most.' }, null, 'Payload Too Large'),
  );
  renderPart(<AvatarUpload me={me} />);
  const input = screen.getByLabelText('Change picture', { selector: 'input' });
  await userEvent.upload(input, new File(['x'], 'me.png', { type: 'image/png' }));
  await waitFor(() =>
    expect(consoleError.mock.calls.flat().map(String)).toContain(
      'Error: Failed to upload image: Payload Too Large',
    ),
  );
  expect(await screen.findByText('Too large: 10 MB at most.')).toBeInTheDocument();
  consoleError.mockRestore();
});

const successReply = { success: true, code: 0 as const };
const pressButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('external accounts', () => {
  const linked_at = '2026-11-20T12:00:00Z';
  const mockLinkedAccounts = (data: object[], unlink: () => Promise<unknown> = async () => successReply) =>
    call.mockImplementation(async (name: string) => (name === 'listLinkedAccounts' ? { data } : unlink()));

  test('unlinking needs a confirmation; dismissing it changes nothing', async () => {
    const accounts = [
      { way: 'google', linked_at, is_only_way: false },
      { way: 'apple', linked_at, is_only_way: false },
    ];
    mockLinkedAccounts(accounts, async () => {
      accounts.shift();
      return successReply;
    });
    renderPart(<LinkedAccounts />);
    await userEvent.click(await screen.findByRole('button', { name: 'Unlink: Google' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Keep it linked' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(call.mock.calls.map(([name]) => name)).not.toContain('unlinkAccount');
    await pressButton('Unlink: Google');
    expect(await screen.findByRole('dialog')).toHaveTextContent(
      'You won’t be able to sign in with Google any more.',
    );
    await pressButton('Unlink');
    await waitFor(() => expect(screen.queryByText('Google')).toBeNull());
    expect(call).toHaveBeenCalledWith('unlinkAccount', { params: { way: 'google' } });
    expect(screen.getByText('Apple')).toBeVisible();
  });

  test('the only sign-in method has no button and a reason', async () => {
    mockLinkedAccounts([{ way: 'facebook', linked_at, is_only_way: true }]);
    renderPart(<LinkedAccounts />);
    expect(await screen.findByText(/^This is your only way in/)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('renders nothing without accounts; a failed request can be retried', async () => {
    mockLinkedAccounts([]);
    const { container, unmount } = renderPart(<LinkedAccounts />);
    await renderAnswers(call);
    expect(container).toBeEmptyDOMElement();
    unmount();
    queryClient.clear();
    call.mockRejectedValue(new ApiError(503, { code: 9, message: 'Away.' }));
    renderPart(<LinkedAccounts />);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
