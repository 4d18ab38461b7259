import Type from 'typebox';
import {
  Data,
  endpoint,
  Id,
  IdParams,
  Instant,
  Latitude,
  Longitude,
  NamedType,
  Nullable,
  Photo,
  TextLanguage,
  TimeZone,
} from '../../endpoint.ts';
import { WallTime } from '../products/pickup-calendar.ts';

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

/** Whether packs were worth their value: people who collected one, each with their last answer. */
export const ValueFigure = Type.Object(
  {
    more: Type.Integer({ description: 'people who got more than what was promised' }),
    about: Type.Integer({ description: 'about as much' }),
    less: Type.Integer({ description: 'less' }),
    days: Type.Integer({ description: 'of so many days' }),
  },
  {
    $id: 'ValueFigure',
    description:
      'changes by five people or more at once, so that nobody learns what one of them said; left out with fewer than ten',
  },
);

/** The same of all products of a sale place, without counts. */
const ValueShare = Type.Object(
  {
    of_ten: Type.Integer({ description: 'so many of ten people got what was promised, or more' }),
    days: Type.Integer({ description: 'of so many days' }),
  },
  { $id: 'ValueShare', description: 'left out with fewer than ten people' },
);

/** How many of its last orders a sale place kept. */
export const ReliabilityFigure = Type.Object(
  {
    orders: Type.Integer({ description: 'of the last 100 that it kept or cancelled' }),
    kept: Type.Integer({
      description:
        'of these; a cancellation counts as one, less than a day before pickup as two, less than two hours as three, later as four',
    }),
    cancelled: Type.Integer({ description: 'orders that it cancelled' }),
    last_cancelled_at: Nullable(Instant),
    last_cancelled: Nullable(
      Type.Enum(['early', 'day', 'hours', 'window'], {
        description: 'at least a day before pickup, less than a day, less than two hours, once it had begun',
      }),
    ),
  },
  { $id: 'ReliabilityFigure', description: 'left out with fewer than ten orders' },
);

/** Where something is collected. */
export const PickupPlace = Type.Object({
  id: Id,
  name: Type.String(),
  address: Type.String(),
  phone: Type.String(),
  latitude: Latitude,
  longitude: Longitude,
  time_zone: TimeZone,
});

/** What everybody sees of a sale place. */
export const publicSalePlaces = {
  getSalePlace: endpoint({
    method: 'GET',
    path: '/api/v1/sale_places/{id}',
    module: 'offers',
    auth: 'public',
    summary:
      'Public profile of a sale place that has published a product, or of the one that took its place (another `id`). Offers: `/products?sale_place_id=`',
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
        paused: Type.Boolean({ description: 'it sells nothing until its seller reopens it' }),
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
        value_share: Type.Optional(ValueShare),
        reliability: Type.Optional(ReliabilityFigure),
        seller: Seller,
      }),
    ),
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
            paused: Type.Boolean({ description: 'it sells nothing until its seller reopens it' }),
            categories: Type.Array(NamedType),
            ...ratingFields,
          }),
        ),
      }),
    ),
    readsReplica: true,
    errors: ['validation', 'notFound'],
  }),
} as const;
