import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { writeStored } from '../../../lib/storage/storage.ts';
import type { SelectedCity } from '../../../lib/storage/stored-values.ts';
import { type Me, updateCachedMe } from '../identity.api.ts';

/** Name, surname and phone; shown everywhere once the reply carries an id. */
export const useUpdateProfile = () =>
  useMutation({
    mutationFn: (body: Pick<Me, 'name' | 'sname' | 'phone'>) => call('updateProfile', { body }),
    onSuccess: ({ data }, profile) => data.id && updateCachedMe(profile),
  });

/** Switches selling on or off. */
export const useUpdateSellerRole = () =>
  useMutation({
    mutationFn: (is_owner: boolean) => call('updateSellerRole', { body: { is_owner } }),
    onSuccess: ({ data }, is_owner) => data.id && updateCachedMe({ is_owner }),
  });

/** Switches the partner role on or off. */
export const useUpdatePartnerRole = () =>
  useMutation({
    mutationFn: (is_partner: boolean) => call('updatePartnerRole', { body: { is_partner } }),
    onSuccess: ({ data }, is_partner) => {
      if (!data.id) return;
      updateCachedMe({ is_partner });
      void queryClient.invalidateQueries({ queryKey: ['affiliate'] });
    },
  });

/** The city whose offers are shown; kept in the browser too. */
export const useUpdateCity = () =>
  useMutation({
    mutationFn: ({ label, lat, lon }: SelectedCity) =>
      call('updateCity', { body: { city: label, latitude: lat, longitude: lon } }),
    onSuccess: ({ data }, city) => {
      if (!data.id) return;
      writeStored('selectedCity', city);
      updateCachedMe({ city: city.label, latitude: city.lat, longitude: city.lon });
    },
  });

/** Uploads a picture of oneself. What it throws is specified; the server's answer is its cause. */
export const useUploadAvatar = () =>
  useMutation({
    mutationFn: async (file: File) => {
      try {
        return await call('uploadAvatar', { file });
      } catch (cause) {
        const statusText = cause instanceof ApiError ? cause.statusText : '';
        throw new Error(`Failed to upload image: ${statusText}`, { cause });
      }
    },
    onSuccess: ({ data }) => updateCachedMe({ avatar_path: data.avatar_path }),
  });
