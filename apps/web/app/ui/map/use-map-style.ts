import { queryOptions, useQuery } from '@tanstack/react-query';
import type { StyleSpecification } from 'maplibre-gl';
import { useMemo, useRef, useState } from 'react';
import { getMediaUrl } from '../../lib/api/api.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { useStored } from '../../lib/storage/storage.ts';
import { buildBuiltInStyle, getMapColours } from './base-style.ts';

const publicStyleQuery = (isDark: boolean) =>
  queryOptions({
    queryKey: ['map-style', isDark],
    queryFn: ({ signal }) => fetchPublicStyle(isDark, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });

/**
 * The public style when it is reachable, else the built-in one. Pass `onError` and `onData` to the map: a style whose
 * tiles do not load is replaced too.
 */
export function useMapStyle() {
  const [theme] = useStored('theme');
  const prefersDark = useMediaQuery('(prefers-color-scheme: dark)');
  const isDark = theme === 'dark' || (theme === null && prefersDark);
  const [hasFailed, setHasFailed] = useState(false);
  const hasTileLoaded = useRef(false);
  const { data, isPending } = useQuery(publicStyleQuery(isDark));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours depend on the theme
  const fallbackStyle = useMemo(() => buildBuiltInStyle(getMapColours()), [isDark]);
  const isPublicStyleShown = data !== undefined && !hasFailed;
  return {
    style: isPublicStyleShown ? data : fallbackStyle,
    isBuiltIn: !isPublicStyleShown,
    /** The built-in style stays: it has no streets. */
    hasNoStreets: !isPending && !isPublicStyleShown,
    /** Whether the current style will not be replaced any more. */
    isFinal: () => !isPending && (!isPublicStyleShown || hasTileLoaded.current),
    onError: () => {
      if (isPublicStyleShown && !hasTileLoaded.current) setHasFailed(true);
    },
    onData: (event: { dataType: string; tile?: unknown }) => {
      if (isPublicStyleShown && event.dataType === 'source' && event.tile) hasTileLoaded.current = true;
    },
  };
}

/** Milliseconds; after this the built-in map, which is shown already, stays. */
const FETCH_TIMEOUT_MS = 4000;

/** The style of the public map configured on the server. Rejects when there is none or it is unreachable. */
export async function fetchPublicStyle(isDark: boolean, signal?: AbortSignal): Promise<StyleSpecification> {
  const timeoutSignal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  const response = await fetch(getMediaUrl(isDark ? '/map-style?dark' : '/map-style'), {
    signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
    headers: { accept: 'application/json' },
  });
  // 204: none is configured, or the server cannot reach it either.
  if (response.status !== 200) throw new Error(`no map style: ${response.status}`);
  const style: unknown = await response.json();
  if (!isStyleSpecification(style)) throw new Error('no map style');
  return style;
}

const isStyleSpecification = (value: unknown): value is StyleSpecification =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  value.version === 8 &&
  'layers' in value &&
  Array.isArray(value.layers) &&
  value.layers.length > 0;
