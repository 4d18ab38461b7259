import type { StyleSpecification } from 'maplibre-gl';
import { getMediaUrl } from '../../lib/api/api.ts';

/** A style that takes longer is not worth the wait: the built-in map is on show already. */
const FETCH_TIMEOUT_MS = 4000;

/** The style of a public map that the server is configured with. Rejects when it is out of reach or none. */
export async function fetchPublicStyle(isDark: boolean, signal?: AbortSignal): Promise<StyleSpecification> {
  const timeoutSignal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  const response = await fetch(getMediaUrl(isDark ? '/map-style?dark' : '/map-style'), {
    signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
    headers: { accept: 'application/json' },
  });
  // 204: there is none, or the server cannot reach it either.
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
