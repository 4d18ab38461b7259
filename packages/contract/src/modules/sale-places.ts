import Type from 'typebox';
import {
  Data,
  Id,
  IdData,
  IdOrText,
  IdParams,
  Instant,
  Latitude,
  Longitude,
  NamedType,
  Nullable,
  Photo,
  Text,
  TextLanguage,
  TimeZone,
} from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { WallTime } from './products.ts';

const module = 'sale-places';

const Description = Type.String({ maxLength: 1000 });

const Descriptions = Type.Object(
  { pt: Type.Optional(Description), en: Type.Optional(Description), ru: Type.Optional(Description) },
  { additionalProperties: false, description: 'in other languages; unchanged when not sent' },
);

const SalePlace = Type.Object(
  {
    id: Id,
    name: Type.String(),
    description: Type.String(),
    language: TextLanguage,
    descriptions: Descriptions,
    phone: Type.String(),
    address: Type.String(),
    latitude: Latitude,
    longitude: Longitude,
    logo: Nullable(Type.String({ description: 'relative to the API host' })),
    time_zone: Type.String({ description: 'IANA name, derived from the coordinates' }),
    categories: Type.Array(NamedType),
    isHandWriteAddress: Type.Boolean(),
    rating: Nullable(Type.Number()),
    rating_count: Type.Integer(),
    paused: Type.Boolean({ description: 'off sale until resumed' }),
  },
  { $id: 'SalePlace' },
);

export const salePlaces = {
  listSalePlaceTypes: endpoint({
    method: 'GET',
    path: '/api/v1/sale_place_types',
    module,
    auth: 'public',
    summary: 'Sale place types',
    reply: Data(Type.Array(NamedType)),
    errors: [],
  }),
  saveSalePlace: endpoint({
    method: 'POST',
    path: '/api/v1/sale_places',
    module,
    auth: 'owner',
    summary: 'Create a sale place, or update one (with `id`)',
    body: Type.Object({
      id: Type.Optional(IdOrText),
      name: Text(120, 1),
      description: Type.Optional(Type.String({ maxLength: 1000, description: 'unchanged when not sent' })),
      language: Type.Optional(TextLanguage),
      descriptions: Type.Optional(Descriptions),
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
    summary: "The seller's sale places",
    reply: Data(Type.Array(SalePlace)),
    errors: [],
  }),
  getMySalePlace: endpoint({
    method: 'GET',
    path: '/api/v1/seller/sale_places/{id}',
    module,
    auth: 'owner',
    summary: "One of the seller's sale places",
    params: IdParams,
    reply: Data(SalePlace),
    errors: ['validation', 'notFound'],
  }),
  pauseSalePlace: endpoint({
    method: 'POST',
    path: '/api/v1/seller/sale_places/{id}/pause',
    module,
    auth: 'owner',
    summary: 'Pause or resume a sale place with all its products; orders stay',
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
    summary: 'Remove a sale place and its products for good; refused with open orders or holds',
    params: IdParams,
    reply: IdData,
    errors: ['validation', 'notFound', 'conflict'],
  }),
} as const;

const ratingFields = {
  rating: Nullable(Type.Number({ description: 'mean of 1–5; null without ratings' })),
  rating_count: Type.Integer(),
};

/** Legal identity of a seller. */
export const Seller = Type.Object(
  {
    id: Id,
    name: Type.String({ description: "legal name; the user's name until it is entered" }),
    address: Nullable(Type.String({ description: 'null until it is entered' })),
    country: Nullable(Type.String({ description: 'ISO 3166-1 alpha-2' })),
  },
  { $id: 'Seller', description: 'legal identity of the seller' },
);

const reviewPage = Type.Object({
  cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,14}_[1-9][0-9]{0,9}$' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
});

const Reviews = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.Integer({ description: 'for a report of it' }),
      stars: Type.Integer({ minimum: 1, maximum: 5 }),
      text: Type.String({ description: 'may be empty' }),
      created_at: Instant,
      author: Nullable(Type.String({ description: 'first name; null for a deleted user' })),
      product: Type.Object({
        id: Id,
        name: Type.String({ description: 'product name at the time of the order' }),
      }),
      sale_place: Type.Object({ id: Id, name: Type.String() }),
    }),
  ),
  next_cursor: Nullable(Type.String({ description: 'null on the last page' })),
});

/** What everybody sees of a sale place. */
export const publicSalePlaces = {
  getSalePlace: endpoint({
    method: 'GET',
    path: '/api/v1/sale_places/{id}',
    module: 'offers',
    auth: 'public',
    summary:
      'Public profile of a sale place that has published a product. Offers: `/products?sale_place_id=`',
    params: IdParams,
    reply: Data(
      Type.Object({
        id: Id,
        name: Type.String(),
        description: Type.String({ description: "in the caller's language, if there is such a text" }),
        language: TextLanguage,
        phone: Type.String(),
        address: Type.String(),
        latitude: Latitude,
        longitude: Longitude,
        time_zone: TimeZone,
        logo: Nullable(Type.String({ description: 'relative to the API host' })),
        categories: Type.Array(NamedType),
        photos: Type.Array(Photo, { maxItems: 12, description: 'of its products on offer' }),
        pickup_hours: Type.Array(
          Type.Object({
            weekday: Type.Enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']),
            time_start: WallTime,
            time_end: WallTime,
          }),
          { description: 'usual pickup windows of its products by weekday; overlapping ones are one' },
        ),
        ...ratingFields,
        seller: Seller,
      }),
    ),
    limits: [{ max: 300, window: '1 minute' }],
    readsReplica: true,
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  listSalePlaceReviews: endpoint({
    method: 'GET',
    path: '/api/v1/sale_places/{id}/reviews',
    module: 'orders',
    auth: 'public',
    summary: "Reviews of a sale place's products, newest first",
    params: IdParams,
    query: reviewPage,
    reply: Reviews,
    limits: [{ max: 300, window: '1 minute' }],
    readsReplica: true,
    errors: ['validation', 'notFound', 'tooMany'],
  }),
} as const;

/** Public data of a seller: the business, nothing about the user. */
export const sellers = {
  getSeller: endpoint({
    method: 'GET',
    path: '/api/v1/sellers/{id}',
    module: 'sale-places',
    auth: 'user',
    summary: 'Public profile of a seller: sale places and rating. Offers: `/products?seller_id=`',
    params: IdParams,
    reply: Data(
      Type.Object({
        id: Id,
        name: Type.String({ description: 'legal name, else the name of the first sale place' }),
        since: Instant,
        ...ratingFields,
        places: Type.Array(
          Type.Object({
            id: Id,
            name: Type.String(),
            description: Type.String({ description: "in the caller's language, if there is such a text" }),
            language: TextLanguage,
            address: Type.String(),
            latitude: Latitude,
            longitude: Longitude,
            logo: Nullable(Type.String({ description: 'relative to the API host' })),
            categories: Type.Array(NamedType),
            ...ratingFields,
          }),
        ),
      }),
    ),
    readsReplica: true,
    errors: ['validation', 'notFound'],
  }),
  listSellerReviews: endpoint({
    method: 'GET',
    path: '/api/v1/sellers/{id}/reviews',
    module: 'orders',
    auth: 'user',
    summary: "Reviews of a seller's products, newest first",
    params: IdParams,
    query: reviewPage,
    reply: Reviews,
    readsReplica: true,
    errors: ['validation', 'notFound'],
  }),
} as const;
