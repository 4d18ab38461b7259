import { Outlet } from 'react-router';

/** Landing, sign-in and wizard: no menus; each page has its own `<main>`. */
export const BareLayout = () => (
  <div className="page-in min-h-dvh">
    <Outlet />
  </div>
);
