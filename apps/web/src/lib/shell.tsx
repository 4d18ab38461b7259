import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';

/** What a page may ask of the frame around it. */
export interface ShellWish {
  /** Icons instead of the full side menu, at every width (map). */
  compactMenu?: boolean;
  /** Phones: no tab bar (full-screen detail, sticky pay bar, success). */
  hideTabBar?: boolean;
  /** No top bar and no footer (map fills the screen). */
  fullHeight?: boolean;
  /** Page on the sunken background (seller's desk). */
  sunken?: boolean;
  /** A picture behind the bar at the top, as the API gives it. */
  headerImage?: { path: string; srcset: string };
}

const WishContext = createContext<ShellWish>({});
const SetWishContext = createContext<(wish: ShellWish) => void>(() => {});

export function ShellProvider({ children }: { children: ReactNode }) {
  const [wish, setWish] = useState<ShellWish>({});
  return (
    <SetWishContext value={setWish}>
      <WishContext value={wish}>{children}</WishContext>
    </SetWishContext>
  );
}

/** For the frame: what the page on show asks. */
export const useShellWish = (): ShellWish => use(WishContext);

/** For pages: `useShell({ hideTabBar: true })`, while the page shows. */
export function useShell({ compactMenu, hideTabBar, fullHeight, sunken, headerImage }: ShellWish): void {
  const setWish = use(SetWishContext);
  const wish = useMemo(
    () => ({ compactMenu, hideTabBar, fullHeight, sunken, headerImage }),
    [compactMenu, hideTabBar, fullHeight, sunken, headerImage],
  );
  useEffect(() => {
    setWish(wish);
    return () => setWish({});
  }, [setWish, wish]);
}
