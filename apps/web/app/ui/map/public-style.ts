import type { StyleSpecification } from 'maplibre-gl';
import { getMediaUrl } from '../../lib/api/api.ts';

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
