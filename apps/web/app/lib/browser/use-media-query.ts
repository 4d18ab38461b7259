import { useMediaQuery } from '@wopack/ui/use-media-query.ts';

const WIDE_QUERY = '(min-width: 36rem)';

/** Room for a table of many columns beside the side menu. */
export const useHasTableRoom = (): boolean => useMediaQuery('(min-width: 992px)');

/** Side menu, top bar and footer instead of the tab bar. Source: docs/specification.md, Layout. */
export const useIsWideScreen = (): boolean => useMediaQuery(WIDE_QUERY);
