import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { write } from '../../lib/storage.ts';
import type { SelectedCity } from '../../lib/stored-values.ts';
import { changeMe, type Me } from './identity.api.ts';

/** Name, surname and phone; shown everywhere once the reply carries an id. */
export const useSaveProfile = () =>
  useMutation({
    mutationFn: (body: Pick<Me, 'name' | 'sname' | 'phone'>) => call('updateProfile', { body }),
    onSuccess: ({ data }, profile) => data.id && changeMe(profile),
  });

/** Switches selling on or off. */
export const useSaveOwner = () =>
  useMutation({
    mutationFn: (is_owner: boolean) => call('updateSellerRole', { body: { is_owner } }),
    onSuccess: ({ data }, is_owner) => data.id && changeMe({ is_owner }),
  });

/** Switches the partner role on or off. */
export const useSaveAffiliate = () =>
  useMutation({
    mutationFn: (is_partner: boolean) => call('updatePartnerRole', { body: { is_partner } }),
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
      call('updateCity', { body: { city: label, latitude: lat, longitude: lon } }),
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
        return await call('uploadAvatar', { file });
      } catch (cause) {
        const reason = cause instanceof ApiError ? cause.statusText : '';
        throw new Error(`Failed to upload image: ${reason}`, { cause });
      }
    },
    onSuccess: ({ data }) => changeMe({ avatar_path: data.avatar_path }),
  });
