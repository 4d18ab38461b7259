import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { ApiError, type Reply } from '@wopack/contract/client';
import { call } from '../../lib/api.ts';
import { endPush } from '../../lib/end-push.ts';
import { forgetCopies } from '../../lib/forget-copies.ts';
import { queryClient } from '../../lib/query-client.ts';
import { endSession, signedIn } from '../../lib/session.ts';
import { clearStorage, useStored, write } from '../../lib/storage.ts';
import type { SelectedCity } from '../../lib/stored-values.ts';

export type Me = Reply<'me'>['data'];

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await call('me', { signal })).data,
  staleTime: 60_000,
});

/** The signed-in person; asks only when there is a token. */
export function useMe() {
  const [token] = useStored('token');
  return useQuery({ ...meQuery, enabled: token !== null });
}

/** At start: a stored token the server refuses goes; without an answer it stays (offline ticket). */
export async function checkSession(): Promise<void> {
  if (!signedIn()) return;
  try {
    const { success } = await call('checkAuth');
    if (!success) endSession();
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) endSession();
  }
}

/** Ends the token on the server if it can be reached, and forgets everything here in any case. */
export async function logOut(): Promise<void> {
  await call('logout').catch(() => undefined);
  await forgetHere();
}

/** Nothing of this person stays on this device, and nothing more is sent to it. */
export async function forgetHere(): Promise<void> {
  clearStorage();
  queryClient.clear();
  await Promise.all([forgetCopies(), endPush()]);
}

export const changeMe = (change: Partial<Me>) =>
  queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, ...change });

/** Name, surname and phone; shown everywhere once the reply carries an id. */
export const useSaveProfile = () =>
  useMutation({
    mutationFn: (body: Pick<Me, 'name' | 'sname' | 'phone'>) => call('saveProfile', { body }),
    onSuccess: ({ data }, profile) => data.id && changeMe(profile),
  });

/** Switches selling on or off. */
export const useSaveOwner = () =>
  useMutation({
    mutationFn: (is_owner: boolean) => call('saveOwner', { body: { is_owner } }),
    onSuccess: ({ data }, is_owner) => data.id && changeMe({ is_owner }),
  });

/** Switches the partner role on or off. */
export const useSaveAffiliate = () =>
  useMutation({
    mutationFn: (is_partner: boolean) => call('saveAffiliate', { body: { is_partner } }),
    onSuccess: ({ data }, is_partner) => {
      if (!data.id) return;
      changeMe({ is_partner });
      void queryClient.invalidateQueries({ queryKey: ['affiliate'] });
    },
  });

/** The city whose offers are shown; kept in the browser too. */
export const useSaveCity = () =>
  useMutation({
    mutationFn: ({ label, lat, lon }: SelectedCity) =>
      call('saveCity', { body: { city: label, latitude: lat, longitude: lon } }),
    onSuccess: ({ data }, city) => {
      if (!data.id) return;
      write('selectedCity', city);
      changeMe({ city: city.label, latitude: city.lat, longitude: city.lon });
    },
  });

/** Uploads a picture of oneself. What it throws is specified; the server's answer is its cause. */
export const useSaveAvatar = () =>
  useMutation({
    mutationFn: async (file: File) => {
      try {
        return await call('saveAvatar', { file });
      } catch (cause) {
        const reason = cause instanceof ApiError ? cause.statusText : '';
        throw new Error(`Failed to upload image: ${reason}`, { cause });
      }
    },
    onSuccess: ({ data }) => changeMe({ avatar_path: data.avatar_path }),
  });
