import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { updateCachedMe } from '../identity.api.ts';
import type { AuthProvider } from '../sign-in/auth-providers.ts';

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: async ({ signal }) => (await call('listDevices', { signal })).data,
});

const invalidateDevices = () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });

export const useSignOutDevice = () =>
  useMutation({
    mutationFn: (id: number) => call('endDevice', { params: { id } }),
    onSettled: invalidateDevices,
  });

export const useSignOutOtherDevices = () =>
  useMutation({ mutationFn: () => call('endOtherDevices'), onSettled: invalidateDevices });

export const linkedAccountsQuery = queryOptions({
  queryKey: ['linked-accounts'],
  queryFn: async ({ signal }) => (await call('listLinkedAccounts', { signal })).data,
});

export const useUnlinkAccount = () =>
  useMutation({
    mutationFn: (provider: AuthProvider) => call('unlinkAccount', { params: { way: provider } }),
    onSettled: invalidateLinkedAccounts,
  });

/** What is the only way in may have changed. */
const invalidateLinkedAccounts = () =>
  queryClient.invalidateQueries({ queryKey: linkedAccountsQuery.queryKey });

export interface NewPassword {
  current_password: string;
  /** From a mail; asked for where there is no password yet. */
  code: string;
  password: string;
  password_confirmation: string;
}

/** Sets or changes the password; other devices are signed out by it. */
export async function updatePassword({ current_password, code, ...body }: NewPassword): Promise<void> {
  await call('updatePassword', {
    body: { ...body, ...(current_password && { current_password }), ...(code && { code }) },
  });
  updateCachedMe({ has_password: true });
  void invalidateDevices();
  void invalidateLinkedAccounts();
}

/** Proves the address without leaving the session. */
export async function verifyEmail(code: string): Promise<void> {
  await call('verifyEmail', { body: { code } });
  updateCachedMe({ email_verified: true });
  void invalidateDevices();
  void invalidateLinkedAccounts();
}

export const deleteAccount = (reauthentication: { password?: string; code?: string }) =>
  call('deleteAccount', { body: reauthentication });
