import Type from 'typebox';
import { Data, endpoint, Latitude, Longitude, Nullable, Text } from '../endpoint.ts';

const module = 'geo';

const Lang = Type.Optional(
  Type.String({ maxLength: 35, description: 'language of the names: pt, en or ru; any other means en' }),
);
/** Reference position; both coordinates or none. */
const NearPosition = { latitude: Type.Optional(Latitude), longitude: Type.Optional(Longitude) };

const EstablishmentMatch = {
  displayName: Type.String(),
  formattedAddress: Type.String(),
  latitude: Latitude,
  longitude: Longitude,
};

export const geo = {
  searchCities: endpoint({
    method: 'GET',
    path: '/api/v1/cities',
    module,
    auth: 'optional',
    summary:
      "Cities by name prefix in any alphabet, large and near ones first; without coordinates near the user's city, else in countries with offers",
    query: Type.Object({
      query: Type.Optional(Type.String({ maxLength: 100, description: 'under 3 characters: an empty list' })),
      lang: Lang,
      ...NearPosition,
    }),
    reply: Data(
      Type.Array(
        Type.Object({
          label: Type.String({ description: 'name to be saved' }),
          ...EstablishmentMatch,
        }),
      ),
    ),
    // Called with each typed letter.
    limits: [{ max: 120, window: '1 minute' }],
    errors: ['validation', 'tooMany'],
  }),
  listOfferCities: endpoint({
    method: 'GET',
    path: '/api/v1/offer_cities',
    module,
    auth: 'public',
    summary: 'Cities with the most sale places, to choose from; at least 25 km apart',
    reply: Data(
      Type.Array(
        Type.Object({
          label: Type.String({ description: "in the caller's language" }),
          latitude: Latitude,
          longitude: Longitude,
        }),
        { maxItems: 6 },
      ),
    ),
    limits: [{ max: 60, window: '1 minute' }],
    errors: ['tooMany'],
  }),
  reverseGeocode: endpoint({
    method: 'GET',
    path: '/api/v1/reverse_geocode',
    module,
    auth: 'public',
    summary: 'The city of a position; code 4 far from any city',
    query: Type.Object({ latitude: Latitude, longitude: Longitude, lang: Lang }),
    reply: Data(
      Type.Object({
        city: Type.String(),
        address: Nullable(
          Type.String({ description: 'street and number, if a geocoding service is configured' }),
        ),
        latitude: Latitude,
        longitude: Longitude,
        distance: Type.Integer({ description: 'metres from the city centre' }),
      }),
    ),
    limits: [{ max: 60, window: '1 minute' }],
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  findCityByIp: endpoint({
    method: 'GET',
    path: '/api/v1/ip-api',
    module,
    auth: 'public',
    summary: "The city of an IP address, by default the caller's; code 4 for private and unknown addresses",
    query: Type.Object({ ip: Type.Optional(Text(45)) }),
    reply: Type.Object({ city: Type.String(), lat: Latitude, lon: Longitude }),
    limits: [{ max: 60, window: '1 minute' }],
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  searchEstablishments: endpoint({
    method: 'GET',
    path: '/api/v1/maps_places',
    module,
    auth: 'user',
    summary:
      'Establishments by words of name and address, near ones first: sale places, results of configured services, then cities',
    query: Type.Object({
      query: Type.Optional(Type.String({ maxLength: 100, description: 'under 3 characters: an empty list' })),
      lang: Lang,
      ...NearPosition,
    }),
    reply: Type.Array(
      Type.Object({
        ...EstablishmentMatch,
        phone: Nullable(
          Type.String({ description: 'of an establishment, if known; not that of a registered sale place' }),
        ),
        is_city: Type.Boolean({ description: 'true: a city, not an exact position' }),
        sale_place_id: Nullable(
          Type.Integer({
            description:
              "another seller's sale place: ask whether it is the caller's before filling in a form",
          }),
        ),
      }),
    ),
    // Called with each typed letter.
    limits: [{ max: 120, window: '1 minute' }],
    errors: ['validation', 'tooMany'],
  }),
} as const;
