import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { changeMe } from './identity.api.ts';
import type { Way } from './way-names.ts';

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: async ({ signal }) => (await call('listDevices', { signal })).data,
});

const forgetDevices = () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });

export const useEndDevice = () =>
  useMutation({
    mutationFn: (id: number) => call('endDevice', { params: { id } }),
    onSettled: forgetDevices,
  });

export const useEndOtherDevices = () =>
  useMutation({ mutationFn: () => call('endOtherDevices'), onSettled: forgetDevices });

export const linkedAccountsQuery = queryOptions({
  queryKey: ['linked-accounts'],
  queryFn: async ({ signal }) => (await call('listLinkedAccounts', { signal })).data,
});

export const useUnlinkAccount = () =>
  useMutation({
    mutationFn: (way: Way) => call('unlinkAccount', { params: { way } }),
    onSettled: forgetLinkedAccounts,
  });

/** What is the only way in may have changed. */
const forgetLinkedAccounts = () => queryClient.invalidateQueries({ queryKey: linkedAccountsQuery.queryKey });

export interface NewPassword {
  current_password: string;
  /** From a mail; asked for where there is no password yet. */
  code: string;
  password: string;
  password_confirmation: string;
}

/** Sets or changes the password; other devices are signed out by it. */
export async function savePassword({ current_password, code, ...body }: NewPassword): Promise<void> {
  await call('updatePassword', {
    body: { ...body, ...(current_password && { current_password }), ...(code && { code }) },
  });
  changeMe({ has_password: true });
  void forgetDevices();
  void forgetLinkedAccounts();
}

/** Proves the address without leaving the session. */
export async function verifyEmail(code: string): Promise<void> {
  await call('verifyEmail', { body: { code } });
  changeMe({ email_verified: true });
  void forgetDevices();
  void forgetLinkedAccounts();
}

export const deleteAccount = (proof: { password?: string; code?: string }) =>
  call('deleteAccount', { body: proof });
