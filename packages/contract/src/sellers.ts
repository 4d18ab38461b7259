import Type from 'typebox';
import { Data, Id, IdParams, Instant, Latitude, Longitude, NamedType, Nullable } from './common.ts';
import { endpoint } from './endpoint.ts';

const ratingFields = {
  rating: Nullable(Type.Number({ description: 'mean of 1–5, null while there is none' })),
  rating_count: Type.Integer(),
};

/** Public data of a seller: the business, nothing about the user. */
export const sellers = {
  getSeller: endpoint({
    method: 'GET',
    path: '/api/v1/sellers/{id}',
    module: 'sale-places',
    auth: 'user',
    summary: 'A seller as others see them: venues and rating; what is on sale: `/products?seller_id=`',
    params: IdParams,
    reply: Data(
      Type.Object({
        id: Id,
        name: Type.String({ description: 'of the business: its legal name, else its first venue’s' }),
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
    summary: 'What buyers said about a seller’s packs, newest first',
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
          author: Nullable(Type.String({ description: 'first name; null when the person is gone' })),
          product: Type.Object({
            id: Id,
            name: Type.String({ description: 'as it was when it was bought' }),
          }),
          sale_place: Type.Object({ id: Id, name: Type.String() }),
        }),
      ),
      next_cursor: Nullable(Type.String({ description: 'null on the last page' })),
    }),
    errors: ['validation', 'notFound'],
  }),
} as const;
