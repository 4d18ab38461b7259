import { askJson, MONTH_MS } from './ask-json.ts';
import type { Asked, FoundPlace, PlaceService } from './place-service.ts';

/** Format jsonv2 with addressdetails. Source: nominatim.org/release-docs/latest/api. */
interface Found {
  lat: string;
  lon: string;
  name?: string;
  display_name: string;
  address?: Partial<
    Record<'road' | 'house_number' | 'city' | 'town' | 'village' | 'municipality' | 'county', string>
  >;
}

const PUBLIC = 'nominatim.openstreetmap.org';

/**
 * Nominatim: OpenStreetMap by whole words. The public one allows one question a second, from somebody who says who they
 * are, and never with each letter typed (operations.osmfoundation.org/policies/nominatim): it is asked for positions
 * alone.
 */
export function nominatim(url: string, publicUrl: string): PlaceService {
  const init = { headers: { 'user-agent': `WoPack (${publicUrl})` } };
  const reverse: PlaceService['reverse'] = async ({ latitude, longitude }, language) => {
    const found = await askJson<Found & { error?: string }>(
      url,
      '/reverse',
      { lat: latitude, lon: longitude, format: 'jsonv2', zoom: 18, 'accept-language': language },
      init,
    );
    const { road, house_number, city, town, village, municipality, county } = found.address ?? {};
    const name = city ?? town ?? village ?? municipality ?? county;
    if (!name) return null;
    return {
      city: name,
      address: [road, house_number].filter(Boolean).join(' ') || null,
      ...position(found),
    };
  };
  const service = { name: 'nominatim', keepMs: MONTH_MS, reverse };
  if (new URL(url).hostname === PUBLIC) return { ...service, perSecond: 1 };

  const search = async ({ text, near, language, limit }: Asked, more: Record<string, string>) => {
    const found = await askJson<Found[]>(
      url,
      '/search',
      {
        ...{ q: text, format: 'jsonv2', addressdetails: 1, limit, 'accept-language': language },
        // A degree around, as a wish: what lies outside is found too, later in the list.
        viewbox: near
          ? [near.longitude - 1, near.latitude + 1, near.longitude + 1, near.latitude - 1].join(',')
          : undefined,
        ...more,
      },
      init,
    );
    return found.map(place);
  };
  return {
    ...service,
    perSecond: null,
    cities: (asked) => search(asked, { featureType: 'city' }),
    establishments: (asked) => search(asked, { layer: 'poi' }),
  };
}

const position = ({ lat, lon }: Found) => ({ latitude: Number(lat), longitude: Number(lon) });

function place(found: Found): FoundPlace {
  const [first = '', ...rest] = found.display_name.split(', ');
  return { displayName: found.name || first, formattedAddress: rest.join(', ') || first, ...position(found) };
}
