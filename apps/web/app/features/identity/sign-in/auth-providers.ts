import { IconBrandAppleFilled, IconBrandFacebook, IconBrandGoogle } from '@tabler/icons-react';
import type { Reply } from '@wopack/contract/client';

/** An account elsewhere by which one can sign in here. */
export type AuthProvider = Reply<'listAuthProviders'>['data'][number];

export const providerIcons = {
  google: IconBrandGoogle,
  apple: IconBrandAppleFilled,
  facebook: IconBrandFacebook,
};
export const providerNames: Record<AuthProvider, string> = {
  google: 'Google',
  apple: 'Apple',
  facebook: 'Facebook',
};
