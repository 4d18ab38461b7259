import Type from 'typebox';
import { Data, Id, IdParams, Instant, Latitude, Longitude, NamedType, Nullable } from './common.ts';
import { endpoint } from './endpoint.ts';

const ratingFields = {
  rating: Nullable(Type.Number({ description: 'mean of 1–5; null without ratings' })),
  rating_count: Type.Integer(),
};

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
            description: Type.String(),
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
    errors: ['validation', 'notFound'],
  }),
  listSellerReviews: endpoint({
    method: 'GET',
    path: '/api/v1/sellers/{id}/reviews',
    module: 'orders',
    auth: 'user',
    summary: "Reviews of a seller's products, newest first",
    params: IdParams,
    query: Type.Object({
      cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,14}_[1-9][0-9]{0,9}$' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
    }),
    reply: Type.Object({
      data: Type.Array(
        Type.Object({
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
    }),
    errors: ['validation', 'notFound'],
  }),
} as const;
