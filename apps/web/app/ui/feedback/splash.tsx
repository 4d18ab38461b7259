import { Logo } from '../images/logo.tsx';

/** While the first page's code loads; the logo appears after 200 ms. */
export const Splash = () => (
  <div className="grid min-h-dvh place-items-center">
    <div className="animate-[skeleton-in_1ms_200ms_both] opacity-0">
      <Logo markOnly className="h-14" />
    </div>
  </div>
);
