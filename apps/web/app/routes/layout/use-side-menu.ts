import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { useStored } from '../../lib/storage/storage.ts';

/**
 * The side menu as the person left it. By itself it is small under 1200 px; from 992 px it can be pinned open or made
 * small, and hidden at any width. Source: docs/specification.md, Layout.
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
