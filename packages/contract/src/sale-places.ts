import Type from 'typebox';
import {
  Data,
  Id,
  IdData,
  IdOrText,
  IdParams,
  Latitude,
  Longitude,
  NamedType,
  Nullable,
  Text,
} from './common.ts';
import { endpoint } from './endpoint.ts';

const module = 'sale-places';

const SalePlace = Type.Object(
  {
    id: Id,
    name: Type.String(),
    description: Type.String(),
    phone: Type.String(),
    address: Type.String(),
    latitude: Latitude,
    longitude: Longitude,
    logo: Nullable(Type.String({ description: 'relative to the API host' })),
    time_zone: Type.String({ description: 'IANA name, found from the coordinates' }),
    categories: Type.Array(NamedType),
    isHandWriteAddress: Type.Boolean(),
    rating: Nullable(Type.Number()),
    rating_count: Type.Integer(),
    paused: Type.Boolean({ description: 'nothing of it is on sale until it is reopened' }),
  },
  { $id: 'SalePlace' },
);

export const salePlaces = {
  listSalePlaceTypes: endpoint({
    method: 'GET',
    path: '/api/v1/sale_place_types',
    module,
    auth: 'public',
    summary: 'Kinds of venue',
    reply: Data(Type.Array(NamedType)),
    errors: [],
  }),
  saveSalePlace: endpoint({
    method: 'POST',
    path: '/api/v1/sale_places',
    module,
    auth: 'owner',
    summary: 'Register a venue, or change one (with `id`)',
    body: Type.Object({
      id: Type.Optional(IdOrText),
      name: Text(120, 1),
      description: Type.Optional(
        Type.String({ maxLength: 1000, description: 'about the venue; stays as it is when not sent' }),
      ),
      phone: Type.String({ maxLength: 32, pattern: '^\\+?[0-9 ()-]{5,32}$' }),
      address: Text(240, 1),
      categories: Type.Union([Type.String({ maxLength: 400 }), Type.Array(IdOrText, { maxItems: 20 })], {
        description: 'JSON text of category ids; an array is tolerated',
      }),
      latitude: Latitude,
      longitude: Longitude,
      isHandWriteAddress: Type.Boolean(),
    }),
    reply: IdData,
    errors: ['validation', 'notFound'],
  }),
  listMySalePlaces: endpoint({
    method: 'GET',
    path: '/api/v1/seller/sale_places',
    module,
    auth: 'owner',
    summary: "The seller's venues",
    reply: Data(Type.Array(SalePlace)),
    errors: [],
  }),
  getMySalePlace: endpoint({
    method: 'GET',
    path: '/api/v1/seller/sale_places/{id}',
    module,
    auth: 'owner',
    summary: 'One of them',
    params: IdParams,
    reply: Data(SalePlace),
    errors: ['validation', 'notFound'],
  }),
  pauseSalePlace: endpoint({
    method: 'POST',
    path: '/api/v1/seller/sale_places/{id}/pause',
    module,
    auth: 'owner',
    summary: 'Take all packs of a venue off sale for a while, or put them back. What is sold stays sold',
    params: IdParams,
    body: Type.Object({ paused: Type.Boolean() }),
    reply: Data(Type.Object({ id: Id, paused: Type.Boolean() })),
    errors: ['validation', 'notFound'],
  }),
  deleteSalePlace: endpoint({
    method: 'POST',
    path: '/api/v1/seller/sale_places/{id}/remove',
    module,
    auth: 'owner',
    summary: 'Remove a venue and its packs for good; refused while orders are ahead or somebody is paying',
    params: IdParams,
    reply: IdData,
    errors: ['validation', 'notFound', 'conflict'],
  }),
} as const;
