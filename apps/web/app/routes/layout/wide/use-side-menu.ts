import { useMediaQuery } from '../../../lib/browser/use-media-query.ts';
import { useStored } from '../../../lib/storage/storage.ts';

/**
 * State of the side menu. Collapsed by default under 1200 px; from 992 px it can be pinned or collapsed, and hidden
 * at any width. Source: docs/specification.md, Layout.
 */
export function useSideMenu() {
  const [stored, setStored] = useStored('sideMenu');
  const isRoomy = useMediaQuery('(min-width: 1200px)');
  const canPin = useMediaQuery('(min-width: 992px)');
  const { pinned: isPinned = isRoomy, hidden: isHidden = false } = stored ?? {};
  return {
    canPin,
    isPinned: canPin && isPinned,
    isHidden,
    togglePinned: () => setStored({ ...stored, pinned: !isPinned }),
    toggleHidden: () => setStored({ ...stored, hidden: !isHidden }),
  };
}
