import type { Position } from '@wopack/domain';

/** The boundaries take 24 MB, so they are loaded with the first question. */
export async function loadTimeZones(): Promise<(position: Position) => string> {
  const { find } = await import('geo-tz/all');
  return ({ latitude, longitude }) => {
    const zones = find(latitude, longitude);
    // All nautical zones meet at a pole, two at each border.
    if (zones.length > 1 && zones[0]!.startsWith('Etc/')) return getNauticalZone(longitude);
    // Where a territory is claimed by two states, each has its zone; the first one is most widely used.
    return zones[0]!;
  };
}

/** Zones of 15 degrees. POSIX counts them to the west. */
function getNauticalZone(longitude: number): string {
  const hours = Math.round(longitude / 15);
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

/**
 * The IANA time zone of a position, by the exact boundaries of the time-zone database; at sea that of its nautical
 * zone.
 */
export const findTimeZone = async (position: Position): Promise<string> => (await loadTimeZones())(position);
