import type { BoundingBox } from './map/map-cells.rules.ts';
import type { Position } from './offer-filters.ts';

/** Null when it is none. */
export function parseBoundingBox(text: string): BoundingBox | null {
  const parts = text.split(',').map(Number);
  const [west, south, east, north] = parts;
  const isValid =
    parts.length === 4 &&
    parts.every(Number.isFinite) &&
    Math.abs(south!) <= 90 &&
    Math.abs(north!) <= 90 &&
    south! < north! &&
    west! < east!;
  return isValid ? { west: west!, south: south!, east: east!, north: north! } : null;
}

/** What a screen shows at the first zoom; all there is when nobody knows where the person is. */
export function buildDefaultBoundingBox(origin: Position | null): BoundingBox {
  if (!origin) return { west: -180, south: -85, east: 180, north: 85 };
  const { latitude, longitude } = origin;
  return { west: longitude - 0.2, south: latitude - 0.15, east: longitude + 0.2, north: latitude + 0.15 };
}
