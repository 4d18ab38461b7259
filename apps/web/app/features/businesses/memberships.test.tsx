import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MemberRole } from '@wopack/contract/vocabulary';
import { beforeEach, expect, test } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { me } from '../../../test/me.ts';
import { renderInLanguage } from '../../../test/render.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { writeStored } from '../../lib/storage/storage.ts';
import { Memberships } from './memberships.tsx';

const call = mockCalls();

/** The business that the user founded. */
function renderFounder(role: MemberRole) {
  writeStored('token', 'token');
  queryClient.setQueryData(['me'], { ...me, is_owner: role === 'owner', business: { id: me.id, role } });
  call.mockImplementation(async (name) =>
    name === 'listMyBusinesses'
      ? {
          data: [
            { id: me.id, name: 'Fontes & Filha', role, rights: [], sale_places: null, is_current: true },
          ],
        }
      : { success: true, code: 0 },
  );
  renderInLanguage('en', <Memberships />);
}

beforeEach(() => queryClient.clear());

test('a founder who was made a manager sees the business as that of others, and leaves it after a question', async () => {
  renderFounder('manager');
  expect(await screen.findByText('Fontes & Filha')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Leave .*Fontes/ }));
  expect(call).not.toHaveBeenCalledWith('leaveBusiness', expect.anything());
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(call).toHaveBeenCalledWith('leaveBusiness', { params: { id: me.id } }));
});

test('a founder who owns it leaves on the page of the team, with a proof', async () => {
  renderFounder('owner');
  await waitFor(() => expect(call).toHaveBeenCalledWith('listMyBusinesses'));
  expect(screen.queryByRole('button', { name: /^Leave/ })).toBeNull();
});
