import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useStored } from '../../lib/storage.ts';
import { useMedia } from '../../lib/use-media.ts';
import { builtInStyle, mapColours } from './base-style.ts';
import { publicStyle } from './public-style.ts';

/**
 * The base map: the public one when it is in reach, else the built-in one. `onError` and `onData` belong on the map: a
 * style whose tiles do not come is given up too.
 */
export function useMapStyle() {
  const [theme] = useStored('theme');
  const night = useMedia('(prefers-color-scheme: dark)');
  const dark = theme === 'dark' || (theme === null && night);
  const [failed, setFailed] = useState(false);
  const arrived = useRef(false);
  const { data, isPending } = useQuery({
    queryKey: ['map-style', dark],
    queryFn: ({ signal }) => publicStyle(dark, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the theme on show
  const builtIn = useMemo(() => builtInStyle(mapColours()), [dark]);
  const open = data !== undefined && !failed;
  return {
    style: open ? data : builtIn,
    builtIn: !open,
    /** What is on show will not be replaced by another style any more. */
    isFinal: () => !isPending && (!open || arrived.current),
    onError: () => {
      if (open && !arrived.current) setFailed(true);
    },
    onData: (event: { dataType: string; tile?: unknown }) => {
      if (open && event.dataType === 'source' && event.tile) arrived.current = true;
    },
  };
}
