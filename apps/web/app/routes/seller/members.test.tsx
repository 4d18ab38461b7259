import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { seller } from '../../../test/me.ts';
import { renderInLanguage } from '../../../test/render.tsx';
import type { Team } from '../../features/businesses/businesses.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { writeStored } from '../../lib/storage/storage.ts';
import { Component as MembersPage } from './members.tsx';

const call = mockCalls();

const rui = {
  id: 1,
  user_id: 1,
  name: 'Rui Fontes',
  email: 'rui@example.com',
  role: 'owner' as const,
  sale_places: null,
  joined_at: '2026-07-01T10:00:00.000Z',
  last_seen_at: '2026-11-27T16:20:00.000Z' as string | null,
  is_me: true,
};
const teresa = {
  ...rui,
  id: 2,
  user_id: 9,
  name: 'Teresa Pinto',
  email: 'teresa@example.com',
  role: 'counter' as const,
  sale_places: [{ id: 7, name: 'Padaria Aurora' }],
  is_me: false,
};
const daria = {
  id: 5,
  email: 'daria@example.com',
  role: 'counter' as const,
  sale_places: null,
  invited_by: 'Rui Fontes',
  sent_at: '2026-11-27T16:20:00.000Z',
  expires_at: '2999-12-04T16:20:00.000Z',
};
const team: Team = { members: [rui, teresa], invitations: [daria] };
const salePlaces = [
  { id: 7, name: 'Padaria Aurora' },
  { id: 8, name: 'Aurora Café' },
];

let replies: Record<string, unknown>;
beforeEach(() => {
  writeStored('token', 'token');
  queryClient.clear();
  queryClient.setQueryData(['me'], seller);
  replies = {
    listMembers: { data: team },
    listMySalePlaces: { data: salePlaces },
    listMyBusinesses: { data: [{ id: seller.id, name: 'Fontes & Filha, Lda.', role: 'owner' }] },
    getMe: { data: seller },
  };
  call.mockImplementation(async (name) => {
    const reply = replies[name];
    if (reply instanceof Error) throw reply;
    return reply;
  });
});

const renderPage = () => renderInLanguage('en', <MembersPage />, '/seller/members');
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const sentBodies = (endpoint: string) =>
  call.mock.calls.filter(([name]) => name === endpoint).map(([, input]) => input);
const confirm = async (button: string, password = 'sobras1') => {
  const sheet = within(await screen.findByRole('dialog'));
  if (password) await userEvent.type(sheet.getByLabelText('Current password'), password);
  await userEvent.click(sheet.getByRole('button', { name: button }));
};

test('says who acts for the business, and who is invited', async () => {
  renderPage();
  expect(await screen.findByRole('heading', { level: 1, name: 'Fontes & Filha, Lda.' })).toBeVisible();
  expect(await screen.findByText('2 people, 1 invitation waiting')).toBeVisible();
  const [owner, member, invitation] = within(
    screen.getByRole('region', { name: 'People and invitations' }),
  ).getAllByRole('listitem');
  expect(owner).toHaveTextContent('Rui Fontes, you');
  // The only owner stays one.
  expect(within(owner!).queryByRole('combobox')).toBeNull();
  expect(within(member!).getByRole('combobox', { name: 'Role of Teresa Pinto' })).toHaveValue('counter');
  expect(owner).toHaveTextContent('last seen now');
  expect(member).toHaveTextContent('Padaria Aurora');
  expect(member).toHaveTextContent('last seen 27 Nov · since 1 Jul');
  expect(invitation).toHaveTextContent('daria@example.com');
});

test('who has not been there yet says so', async () => {
  replies.listMembers = { data: { ...team, members: [rui, { ...teresa, last_seen_at: null }] } };
  renderPage();
  expect((await screen.findAllByText(/not here yet/))[0]).toBeInTheDocument();
});

test('whose shops have all been removed has none', async () => {
  replies.listMembers = {
    data: { ...team, members: team.members.map((row) => ({ ...row, sale_places: row.is_me ? null : [] })) },
  };
  renderPage();
  expect(await screen.findByText(/None any more/)).toBeVisible();
});

describe('an invitation', () => {
  const fill = async (email: string) => {
    await userEvent.type(await screen.findByLabelText('Their e-mail'), email);
    await userEvent.click(screen.getByRole('radio', { name: /^Accountant/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Aurora Café' }));
    await press('Send invitation');
  };

  test('is sent with role, shops and the password', async () => {
    replies.inviteMember = { data: { ...team, invitations: [] } };
    renderPage();
    await fill(' vasco@example.com ');
    await confirm('Send invitation');
    await waitFor(() =>
      expect(sentBodies('inviteMember')).toEqual([
        {
          body: {
            email: 'vasco@example.com',
            role: 'accountant',
            sale_place_ids: [8],
            password: 'sobras1',
          },
        },
      ]),
    );
    // The answer is the team.
    expect(await screen.findByText('2 people')).toBeVisible();
    expect(screen.getByLabelText('Their e-mail')).toHaveValue('');
  });

  test('says at the e-mail what is wrong with it, and keeps what was typed', async () => {
    const message = 'Not an e-mail.';
    replies.inviteMember = new ApiError(422, { code: 1, message, errors: { email: [message] } });
    renderPage();
    await fill('vasco@x');
    await confirm('Send invitation');
    const field = await screen.findByLabelText('Their e-mail');
    await waitFor(() => expect(field).toHaveAccessibleDescription(message));
    expect(field).toHaveValue('vasco@x');
    expect(screen.getByRole('radio', { name: /^Accountant/ })).toBeChecked();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a wrong password is said at the password; a member is not invited again', async () => {
    const wrong = new ApiError(422, { code: 1, message: 'No', errors: { password: ['Wrong password.'] } });
    replies.inviteMember = wrong;
    renderPage();
    await fill('teresa@example.com');
    await confirm('Send invitation');
    expect(await screen.findByText('Wrong password.')).toBeVisible();
    replies.inviteMember = new ApiError(409, { code: 5, message: 'This person is a member already.' });
    await confirm('Send invitation', '');
    expect(await screen.findByText('This person is a member already.')).toBeVisible();
  });

  test('needs an e-mail, and at least one shop', async () => {
    renderPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Padaria Aurora' }));
    await userEvent.click(screen.getByRole('button', { name: 'Padaria Aurora' }));
    await press('Send invitation');
    expect(screen.getByText('Type the person’s e-mail.')).toBeVisible();
    expect(screen.getByText('Choose at least one shop.')).toBeVisible();
    expect(screen.getByLabelText('Their e-mail')).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is repeated and withdrawn', async () => {
    replies.repeatInvitation = { data: team };
    replies.withdrawInvitation = { data: { ...team, invitations: [] } };
    renderPage();
    await press('Send again: invitation to daria@example.com');
    await confirm('Send again');
    await waitFor(() =>
      expect(sentBodies('repeatInvitation')).toEqual([{ params: { id: 5 }, body: { password: 'sobras1' } }]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Withdraw the invitation to daria@example.com');
    await waitFor(() => expect(screen.queryByText('daria@example.com')).toBeNull());
  });

  test('whose time is over says so', async () => {
    const over = { ...daria, expires_at: '2020-01-01T10:00:00.000Z' };
    replies.listMembers = { data: { ...team, invitations: [over] } };
    renderPage();
    expect(await screen.findByText(/The link no longer works/)).toBeVisible();
  });
});

describe('a member', () => {
  test('gets another role from the list, confirmed by a mailed code', async () => {
    queryClient.setQueryData(['me'], { ...seller, has_password: false });
    replies.updateMember = { data: { ...team, members: [rui, { ...teresa, role: 'manager' }] } };
    replies.sendCode = { success: true, code: 0 };
    renderPage();
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Role of Teresa Pinto' }),
      'manager',
    );
    const sheet = within(await screen.findByRole('dialog', { name: 'Change Teresa Pinto' }));
    expect(sheet.getByRole('radio', { name: /^Manager/ })).toBeChecked();
    await userEvent.type(sheet.getByRole('textbox'), '482731');
    await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sentBodies('updateMember')).toEqual([
        { params: { id: 2 }, body: { role: 'manager', sale_place_ids: [7], code: '482731' } },
      ]),
    );
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Role of Teresa Pinto' })).toHaveValue('manager'),
    );
  });

  test('an owner has all shops', async () => {
    replies.updateMember = { data: team };
    renderPage();
    await press('Change Teresa Pinto');
    const sheet = within(await screen.findByRole('dialog'));
    await userEvent.click(sheet.getByRole('radio', { name: /^Owner/ }));
    expect(sheet.queryByRole('group', { name: 'In which shops?' })).toBeNull();
    await confirm('Save');
    await waitFor(() =>
      expect(sentBodies('updateMember')[0]!.body).toEqual({
        role: 'owner',
        sale_place_ids: null,
        password: 'sobras1',
      }),
    );
  });

  test('is removed after a question and the password; what the server refuses is said there', async () => {
    replies.endMember = new ApiError(409, { code: 5, message: 'The founder stays.' });
    renderPage();
    await press('Change Teresa Pinto');
    await press('Remove from the team');
    expect(await screen.findByRole('dialog', { name: 'Remove Teresa Pinto from the team?' })).toBeVisible();
    await confirm('Remove from the team', '');
    expect(sentBodies('endMember')).toEqual([]);
    await confirm('Remove from the team');
    expect(await screen.findByText('The founder stays.')).toBeVisible();
    replies.endMember = { data: { members: [rui], invitations: [] } };
    await confirm('Remove from the team', '');
    await waitFor(() => expect(screen.queryByText('teresa@example.com')).toBeNull());
    expect(screen.getByText(/It’s just you so far/)).toBeVisible();
  });
});

test('the founder leaves to another owner, with the password, and comes back to the account', async () => {
  const ana = { ...rui, id: 3, user_id: 12, name: 'Ana Costa', email: 'ana@example.com', is_me: false };
  replies.listMembers = { data: { members: [rui, ana], invitations: [] } };
  replies.endMember = { data: { members: [], invitations: [] } };
  renderPage();
  await press('Change Rui Fontes');
  await press('Leave the business');
  const dialog = await screen.findByRole('dialog', { name: 'Leave the business?' });
  expect(dialog).toHaveTextContent('It goes on with its other owners');
  await confirm('Leave the business');
  await waitFor(() =>
    expect(sentBodies('endMember')).toEqual([{ params: { id: 1 }, body: { password: 'sobras1' } }]),
  );
  expect(await screen.findByText('You are no longer in the team.')).toBeInTheDocument();
  await waitFor(() => expect(sentBodies('getMe')).not.toEqual([]));
});

test('a failure offers another try', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  replies.listMembers = new ApiError(500, { code: 10, message: 'Something failed.' });
  renderPage();
  const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 60_000 });
  replies.listMembers = { data: team };
  await userEvent.click(retry);
  expect(await screen.findByText('teresa@example.com')).toBeVisible();
});
