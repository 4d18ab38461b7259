import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { NavigationProgress } from './navigation-progress.tsx';
import { Splash } from './routes/layout/splash.tsx';
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
