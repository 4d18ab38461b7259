import { QueryClientProvider } from '@tanstack/react-query';

import { type ReactNode, Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Outlet, useNavigation } from 'react-router';
import { queryClient } from './lib/api/query-client.ts';
import { i18n } from './lib/i18n/i18n.ts';
import { Splash } from './ui/feedback/skeleton.tsx';
import { useNavigationEffects } from './use-navigation-effects.ts';
import { useScrollRestoration } from './use-scroll-restoration.ts';

export function Root() {
  useScrollRestoration();
  useNavigationEffects();
  return (
    <>
      <NavigationProgress />
      <Suspense fallback={<Splash />}>
        <Outlet />
      </Suspense>
    </>
  );
}

/** A line at the top while the next page loads for longer than 200 ms. */
function NavigationProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-60 h-[3px] origin-left animate-[nav-bar_8s_200ms_ease-out_both] bg-sun"
    />
  );
}

export const Providers = ({ children }: { children: ReactNode }) => (
  <I18nextProvider i18n={i18n}>
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  </I18nextProvider>
);
