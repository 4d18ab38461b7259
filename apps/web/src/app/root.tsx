import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { NavigationBar } from './navigation-bar.tsx';
import { Splash } from './splash.tsx';
import { useArrival } from './use-arrival.ts';
import { useScroll } from './use-scroll.ts';

/** Around every page: progress of a navigation, scroll and focus after it. */
export function Root() {
  useScroll();
  useArrival();
  return (
    <>
      <NavigationBar />
      <Suspense fallback={<Splash />}>
        <Outlet />
      </Suspense>
    </>
  );
}
