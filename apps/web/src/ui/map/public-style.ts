import type { StyleSpecification } from 'maplibre-gl';
import { mediaUrl } from '../../lib/api.ts';

/** A style that takes longer is not worth the wait: the built-in map is on show already. */
const TIME_OUT_MS = 4000;

/** The style of a public map that the server is configured with. Rejects when it is out of reach or none. */
export async function publicStyle(dark: boolean, signal?: AbortSignal): Promise<StyleSpecification> {
  const timeOut = AbortSignal.timeout(TIME_OUT_MS);
  const response = await fetch(mediaUrl(dark ? '/map-style?dark' : '/map-style'), {
    signal: signal ? AbortSignal.any([signal, timeOut]) : timeOut,
    headers: { accept: 'application/json' },
  });
  // 204: there is none, or the server cannot reach it either.
  if (response.status !== 200) throw new Error(`no map style: ${response.status}`);
  const style: unknown = await response.json();
  if (!isStyle(style)) throw new Error('no map style');
  return style;
}

const isStyle = (value: unknown): value is StyleSpecification =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  value.version === 8 &&
  'layers' in value &&
  Array.isArray(value.layers) &&
  value.layers.length > 0;
