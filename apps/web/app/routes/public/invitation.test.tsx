import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { me } from '../../../test/me.ts';
import { renderInLanguage } from '../../../test/render.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { readStored, removeStored, safeSessionStorage, writeStored } from '../../lib/storage/storage.ts';
import { Component as InvitationPage } from './invitation.tsx';

const call = mockCalls();

const invitation = {
  business: 'Fontes & Filha, Lda.',
  invited_by: 'Rui Fontes',
  email: me.email,
  role: 'counter',
  sale_places: [{ id: 8, name: 'Aurora Café', address: 'Rua da Bica 7' }],
  expires_at: '2999-12-04T16:20:00.000Z',
};

let replies: Record<string, unknown>;
beforeEach(() => {
  queryClient.clear();
  safeSessionStorage.clear();
  removeStored('token', 'tempEmail');
  replies = { findInvitation: { data: invitation }, getMe: { data: me }, logout: { success: true, code: 0 } };
  call.mockImplementation(async (name) => {
    const reply = replies[name];
    if (reply instanceof Error) throw reply;
    return reply;
  });
});

const renderPage = (path = '/invitation#KEY') =>
  renderInLanguage(
    'en',
    <Routes>
      <Route path="/invitation" element={<InvitationPage />} />
      <Route path="/seller" element={<p>the counter</p>} />
      <Route path="/auth" element={<p>sign-in</p>} />
    </Routes>,
    path,
  );
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('says who invites to what, and what the role may do', async () => {
  writeStored('token', 'token');
  renderPage();
  expect(await screen.findByRole('heading', { name: 'You’re wanted at the counter' })).toBeVisible();
  expect(call).toHaveBeenCalledWith('findInvitation', { body: { key: 'KEY' } });
  expect(screen.getByText(/Rui Fontes invites you to Fontes & Filha, Lda\./)).toBeVisible();
  expect(screen.getByText('Aurora Café')).toBeVisible();
  expect(screen.getByText('Rua da Bica 7')).toBeVisible();
  expect(screen.getByText('You don’t see money, account, prices or the team')).toBeVisible();
});

test('accepted, the device works for that business, and its pages open', async () => {
  writeStored('token', 'token');
  replies.acceptInvitation = { data: { business_id: 31 } };
  replies.chooseBusiness = { success: true, code: 0 };
  renderPage();
  await press('Accept');
  expect(await screen.findByText('the counter')).toBeVisible();
  expect(call).toHaveBeenCalledWith('acceptInvitation', { body: { key: 'KEY' } });
  expect(call).toHaveBeenCalledWith('chooseBusiness', { params: { id: 31 } });
  expect(readStored('invitationKey', safeSessionStorage)).toBeNull();
});

test('whoever is signed out signs in first, and the key waits in the tab', async () => {
  const { unmount } = renderPage();
  const signIn = await screen.findByRole('link', { name: 'Sign in' });
  // The key is in no address that is sent.
  expect(signIn).toHaveAttribute('href', '/auth?next=%2Finvitation');
  expect(screen.getByRole('link', { name: 'Create account' })).toHaveAttribute(
    'href',
    '/signup?next=%2Finvitation',
  );
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  // The next page has the invited address filled in.
  await userEvent.click(signIn);
  expect(readStored('tempEmail')).toBe(me.email);
  unmount();
  writeStored('token', 'token');
  renderPage('/invitation');
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeVisible();
});

test('from another address: says which, and leads to it with the key', async () => {
  writeStored('token', 'token');
  replies.findInvitation = { data: { ...invitation, email: 'daria@example.com' } };
  renderPage();
  expect(
    await screen.findByText(/signed in as marta@example\.com, but the invitation is for daria@example\.com/),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  await press('Sign in as daria@example.com');
  expect(await screen.findByText('sign-in')).toBeVisible();
  expect(readStored('token')).toBeNull();
  expect(readStored('invitationKey', safeSessionStorage)).toBe('KEY');
  expect(readStored('tempEmail')).toBe('daria@example.com');
});

test('declined after a question, without an account', async () => {
  replies.declineInvitation = { success: true, code: 0 };
  renderPage();
  await press('Decline');
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline the invitation?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Decline' }));
  expect(await screen.findByRole('heading', { name: 'Invitation declined' })).toBeVisible();
  expect(call).toHaveBeenCalledWith('declineInvitation', { body: { key: 'KEY' } });
});

test.each([
  ['used, withdrawn or over', '/invitation#KEY', 'It was used, withdrawn, or is older than 7 days.'],
  ['without its key', '/invitation', 'The link is not complete.'],
])('%s: says what to do', async (_, path, text) => {
  replies.findInvitation = new ApiError(404, { code: 4, message: 'Over.' });
  renderPage(path);
  expect(await screen.findByText(new RegExp(text))).toBeVisible();
});

test('what ends between reading and accepting is said beside the button', async () => {
  writeStored('token', 'token');
  replies.acceptInvitation = new ApiError(404, { code: 4, message: 'This invitation is over.' });
  renderPage();
  await press('Accept');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('This invitation is over.'));
});
