import { queryOptions, useMutation } from '@tanstack/react-query';
import { ApiError, type Input, isApiError, type Reply } from '@wopack/contract/client';
import { call } from '../../../lib/api/api.ts';
import { queryClient, refreshMe } from '../../../lib/api/query-client.ts';
import { type Me, queryKeys, updateCachedMe } from '../../../lib/data/shared-queries.ts';
import { endSessionOnServer } from '../../../lib/session/session.ts';
import { writeStored } from '../../../lib/storage/storage.ts';
import type { SelectedCity } from '../../../lib/storage/stored-values.ts';
import type { AuthProvider } from '../identity.api.ts';

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: async ({ signal }) => (await call('listDevices', { signal })).data,
});

/** Fetched anew by each visit: also other devices cause them. */
export const securityEventsQuery = queryOptions({
  queryKey: ['security-events'],
  queryFn: async ({ signal }) => (await call('listSecurityEvents', { signal })).data,
  staleTime: 0,
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

/** The server decides which linked account is the only sign-in method, so the list is refetched. */
const invalidateLinkedAccounts = () =>
  queryClient.invalidateQueries({ queryKey: linkedAccountsQuery.queryKey });

export interface NewPassword {
  current_password: string;
  /** A mailed code, for users without a password or who forgot it. */
  code: string;
  password: string;
  password_confirmation: string;
}

/** Sets or changes the password, which signs out other devices. */
export async function updatePassword({ current_password, code, ...body }: NewPassword): Promise<void> {
  await call('updatePassword', {
    body: { ...body, ...(current_password && { current_password }), ...(code && { code }) },
  });
  updateCachedMe({ has_password: true });
  void invalidateDevices();
  void invalidateLinkedAccounts();
}

/** Verifies the e-mail address without a new session. */
export async function verifyEmail(code: string): Promise<void> {
  await call('verifyEmail', { body: { code } });
  updateCachedMe({ email_verified: true });
  void queryClient.invalidateQueries({ queryKey: queryKeys.payout });
  void invalidateDevices();
  void invalidateLinkedAccounts();
}

export interface NewEmail {
  email: string;
  /** From a mail to the new address. */
  email_code: string;
  password: string;
  /** From a mail to the present address, instead of the password. */
  code: string;
}

/** Changes the e-mail address, which signs out other devices. */
export async function updateEmail({ email, email_code, password, code }: NewEmail): Promise<void> {
  await call('updateEmail', { body: { email, email_code, ...(code ? { code } : { password }) } });
  updateCachedMe({ email, email_verified: true });
  void invalidateDevices();
  void invalidateLinkedAccounts();
}

export const deleteAccount = (reauthentication: { password?: string; code?: string }) =>
  endSessionOnServer(() => call('deleteAccount', { body: reauthentication }));

/**
 * What still prevents a deletion, such as open orders; null if nothing does. Found by asking for one without password or
 * code: the server deletes nothing, and refuses for what prevents it, else for the missing proof.
 */
export const findDeletionBlockers = async (): Promise<ApiError | null> => {
  try {
    await deleteAccount({});
  } catch (error) {
    if (isApiError(error, 'conflict')) return error;
    if (!isApiError(error, 'validation')) throw error;
  }
  return null;
};

/** Saves name, surname and phone, and updates the cached user once the reply contains an id. */
export const useUpdateProfile = () =>
  useMutation({
    mutationFn: (body: Pick<Me, 'name' | 'sname' | 'phone'>) => call('updateProfile', { body }),
    onSuccess: ({ data }, profile) => data.id && updateCachedMe(profile),
  });

/** Switches selling on or off. */
export const useUpdateSellerRole = () =>
  useMutation({
    mutationFn: (is_owner: boolean) => call('updateSellerRole', { body: { is_owner } }),
    onSuccess: ({ data: { id } }, is_owner) => {
      if (!id) return;
      updateCachedMe({ is_owner, business: is_owner ? { id, role: 'owner' } : null });
      // The user may be a member of other businesses.
      refreshMe();
    },
  });

/** Switches the partner role on or off. */
export const useUpdatePartnerRole = () =>
  useMutation({
    mutationFn: (is_partner: boolean) => call('updatePartnerRole', { body: { is_partner } }),
    onSuccess: ({ data }, is_partner) => {
      if (!data.id) return;
      updateCachedMe({ is_partner });
      void queryClient.invalidateQueries({ queryKey: queryKeys.affiliate });
    },
  });

/** Saves the city whose offers are shown, also in the browser. */
export async function updateCity(city: SelectedCity) {
  const body = { city: city.label, latitude: city.lat, longitude: city.lon };
  const reply = await call('updateCity', { body });
  if (reply.data.id) {
    writeStored('selectedCity', city);
    updateCachedMe(body);
  }
  return reply;
}

export const useUpdateCity = () => useMutation({ mutationFn: updateCity });

/** Uploads an avatar. Rejects with the error that docs/specification.md names; its `cause` is the server's error. */
export const useUploadAvatar = () =>
  useMutation({
    mutationFn: async (file: File) => {
      try {
        const { preparePhoto } = await import('../../../lib/browser/prepare-photo.ts');
        return await call('uploadAvatar', { file: await preparePhoto(file) });
      } catch (cause) {
        const statusText = cause instanceof ApiError ? cause.statusText : '';
        throw new Error(`Failed to upload image: ${statusText}`, { cause });
      }
    },
    onSuccess: ({ data }) => updateCachedMe({ avatar_path: data.avatar_path }),
  });

export type Business = NonNullable<Reply<'getBusiness'>['data']>;

/** Legal identity of the signed-in user, or of a business that is named; null until it is entered. */
export const businessQuery = (businessId: number | null) =>
  queryOptions({
    queryKey: ['business', businessId],
    queryFn: async ({ signal }) =>
      (await call('getBusiness', { ...(businessId && { query: { business_id: businessId } }), signal })).data,
  });

export const useUpdateBusiness = () =>
  useMutation({
    mutationFn: async (body: Input<'updateBusiness'>['body']) =>
      (await call('updateBusiness', { body })).data,
    onSuccess: (business, { business_id: businessId = null }) => {
      queryClient.setQueryData(businessQuery(businessId).queryKey, business);
      void queryClient.invalidateQueries({ queryKey: queryKeys.payout });
    },
  });
