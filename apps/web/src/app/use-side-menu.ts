import { useStored } from '../lib/storage.ts';
import { useMedia } from '../lib/use-media.ts';

/**
 * The side menu as the person left it. By itself it is small under 1200 px; from 992 px it can be pinned open or made
 * small, and hidden at any width. Source: docs/specification.md, Layout.
 */
export function useSideMenu() {
  const [kept, keep] = useStored('sideMenu');
  const roomy = useMedia('(min-width: 1200px)');
  const pinnable = useMedia('(min-width: 992px)');
  const { pinned = roomy, hidden = false } = kept ?? {};
  return {
    pinnable,
    pinned: pinnable && pinned,
    hidden,
    pin: () => keep({ ...kept, pinned: !pinned }),
    hide: () => keep({ ...kept, hidden: !hidden }),
  };
}
