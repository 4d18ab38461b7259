import Type from 'typebox';
import {
  Data,
  endpoint,
  Id,
  IdParams,
  Instant,
  Lines,
  Nullable,
  SalePlaceIds,
  TextLanguage,
} from '../../endpoint.ts';

const module = 'orders';

const translatedFields = {
  text: Type.String({
    description: "in the caller's language, if the translation service has it; may be empty",
  }),
  translated: Type.Boolean({ description: 'by the translation service' }),
};

const replyFields = {
  ...translatedFields,
  language: TextLanguage,
  original: Nullable(
    Type.Object({ text: Type.String(), language: TextLanguage }, { description: 'of a translated text' }),
  ),
  created_at: Instant,
};

/** What a buyer wrote; the language is that of the text, null where it is not stated. */
export const buyerWords = {
  ...translatedFields,
  language: Nullable(TextLanguage),
  original: Nullable(Type.Object({ text: Type.String(), language: Nullable(TextLanguage) })),
};

export const ReviewReply = Nullable(
  Type.Object(replyFields, { description: "the seller's public reply; null without one" }),
);

const reviewFields = {
  id: Type.Integer({ description: 'of its order; for a report of it, and of the reply to it' }),
  stars: Type.Integer({ minimum: 1, maximum: 5 }),
  ...buyerWords,
  created_at: Instant,
  author: Nullable(Type.String({ description: 'first name; null for a deleted user' })),
  product: Type.Object({
    id: Id,
    name: Type.String({ description: 'product name at the time of the order' }),
  }),
  sale_place: Type.Object({ id: Id, name: Type.String() }),
};

const SellerReview = Type.Object(
  {
    ...reviewFields,
    reply: Nullable(
      Type.Object({
        ...replyFields,
        is_hidden: Type.Boolean({ description: 'by an operator; nobody else reads it' }),
      }),
    ),
  },
  { $id: 'SellerReview' },
);

const nextCursor = Nullable(Type.String({ description: 'null on the last page' }));

const Reviews = Type.Object({
  data: Type.Array(Type.Object({ ...reviewFields, reply: ReviewReply })),
  next_cursor: nextCursor,
});

const pageFields = {
  cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,14}_[1-9][0-9]{0,9}$' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
};

export const reviews = {
  listSalePlaceReviews: endpoint({
    method: 'GET',
    path: '/api/v1/sale_places/{id}/reviews',
    module,
    auth: 'public',
    summary: "Reviews of a sale place's products, newest first",
    params: IdParams,
    query: Type.Object(pageFields),
    reply: Reviews,
    limits: [{ max: 300, window: '1 minute' }],
    readsReplica: true,
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  listSellerReviews: endpoint({
    method: 'GET',
    path: '/api/v1/sellers/{id}/reviews',
    module,
    auth: 'user',
    summary: "Reviews of a seller's products, newest first",
    params: IdParams,
    query: Type.Object(pageFields),
    reply: Reviews,
    readsReplica: true,
    errors: ['validation', 'notFound'],
  }),
  listMyReviews: endpoint({
    method: 'GET',
    path: '/api/v1/seller/reviews',
    module,
    auth: 'member',
    businessRight: 'reviews.answer',
    summary: "Reviews of the seller's own products with the replies, newest first",
    query: Type.Object({
      sale_place_id: Type.Optional(Id),
      sale_place_ids: Type.Optional(SalePlaceIds),
      replied: Type.Optional(Type.Enum(['no'], { description: 'only those without a reply' })),
      ...pageFields,
    }),
    reply: Type.Object({ data: Type.Array(SellerReview), next_cursor: nextCursor }),
    errors: ['validation', 'notFound'],
  }),
  replyToReview: endpoint({
    method: 'POST',
    path: '/api/v1/seller/reviews/{id}/reply',
    module,
    auth: 'member',
    businessRight: 'reviews.answer',
    summary:
      'Reply to a review of an own product, for everybody to read; its author is notified. Once, and it cannot be changed; idempotent. `language` of the text: else the that of the caller',
    params: IdParams,
    body: Type.Object({
      text: Lines(500, 1),
      language: Type.Optional(TextLanguage),
    }),
    reply: Data(SellerReview),
    errors: ['validation', 'notFound', 'conflict'],
  }),
} as const;
