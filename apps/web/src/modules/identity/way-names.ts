import { IconBrandAppleFilled, IconBrandFacebook, IconBrandGoogle } from '@tabler/icons-react';
import type { Reply } from '@wopack/contract/client';

/** An account elsewhere by which one can sign in here. */
export type Way = Reply<'listAuthProviders'>['data'][number];

export const wayIcons = { google: IconBrandGoogle, apple: IconBrandAppleFilled, facebook: IconBrandFacebook };
export const wayNames: Record<Way, string> = { google: 'Google', apple: 'Apple', facebook: 'Facebook' };
