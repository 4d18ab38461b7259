import Type from 'typebox';
import { Data, Latitude, Longitude, Nullable, Text } from './common.ts';
import { endpoint } from './endpoint.ts';

const module = 'geo';

const Lang = Type.Optional(
  Type.String({ maxLength: 35, description: 'language of the names: pt, en or ru; others count as en' }),
);
/** Reference position; both coordinates or none. */
const NearPosition = { latitude: Type.Optional(Latitude), longitude: Type.Optional(Longitude) };

const FoundEstablishment = {
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
      'Cities whose name begins so, in any alphabet, the big and near ones first; without coordinates near the caller’s city, else in the countries with packs on sale',
    query: Type.Object({
      query: Type.Optional(Type.String({ maxLength: 100, description: 'under 3 characters: an empty list' })),
      lang: Lang,
      ...NearPosition,
    }),
    reply: Data(
      Type.Array(
        Type.Object({
          label: Type.String({ description: 'the name alone, as it is kept' }),
          ...FoundEstablishment,
        }),
      ),
    ),
    errors: ['validation', 'tooMany'],
  }),
  reverseGeocode: endpoint({
    method: 'GET',
    path: '/api/v1/reverse_geocode',
    module,
    auth: 'public',
    summary: 'The city of a position; not found far from all cities',
    query: Type.Object({ latitude: Latitude, longitude: Longitude, lang: Lang }),
    reply: Data(
      Type.Object({
        city: Type.String(),
        address: Nullable(
          Type.String({ description: 'street and number, where a service is configured that knows them' }),
        ),
        latitude: Latitude,
        longitude: Longitude,
        distance: Type.Integer({ description: 'metres from the middle of the city' }),
      }),
    ),
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  findCityByIp: endpoint({
    method: 'GET',
    path: '/api/v1/ip-api',
    module,
    auth: 'public',
    summary: 'The city of an IP address, by default the caller’s own; private and unknown ones are not found',
    query: Type.Object({ ip: Type.Optional(Text(45)) }),
    reply: Type.Object({ city: Type.String(), lat: Latitude, lon: Longitude }),
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  searchEstablishments: endpoint({
    method: 'GET',
    path: '/api/v1/maps_places',
    module,
    auth: 'user',
    summary:
      'Establishments by words of name and address, the near ones first: those known here, those a configured service knows; then cities',
    query: Type.Object({
      query: Type.Optional(Type.String({ maxLength: 100, description: 'under 3 characters: an empty list' })),
      lang: Lang,
      ...NearPosition,
    }),
    reply: Type.Array(
      Type.Object({
        ...FoundEstablishment,
        phone: Nullable(Type.String({ description: 'of an establishment, where it is known' })),
        is_city: Type.Boolean({ description: 'a city: where to look for the spot, not the spot itself' }),
      }),
    ),
    errors: ['validation', 'tooMany'],
  }),
} as const;
