import Type from 'typebox';
import {
  Cents,
  Data,
  endpoint,
  Id,
  IdParams,
  Instant,
  Nullable,
  Photo,
  TextLanguage,
} from '../../endpoint.ts';
import { productStates } from '../../vocabulary.ts';
import { ReliabilityFigure, ValueFigure } from '../offers/public-sale-places.ts';
import {
  list,
  operatorChange,
  operatorRead,
  period,
  q,
  Reason,
  ReasonBody,
  Reference,
  yesNo,
} from './lists.ts';

/** Operators see small figures too, with their counts. */
const ValueCounts = Type.Object(ValueFigure.properties, {
  $id: 'AdminValueFigure',
  description:
    'people who said whether packs were worth their value, each with their last answer; however few',
});

const ReliabilityCounts = Type.Object(ReliabilityFigure.properties, {
  $id: 'AdminReliabilityFigure',
  description: 'of a sale place, as last counted; of however few orders',
});

const productFields = {
  id: Id,
  name: Type.String(),
  state: Type.Enum(productStates),
  is_hidden: Type.Boolean(),
  sale_place: Reference,
  seller: Reference,
  type_ids: Type.Array(Type.Integer()),
  price_cents: Cents,
  rating: Nullable(Type.Number()),
  rating_count: Type.Integer(),
  value_answers: ValueCounts,
  created_at: Instant,
};

const productFilters = {
  ...period,
  q,
  hidden: yesNo,
  seller_id: Type.Optional(Id),
};

const products = list({
  path: '/api/v1/admin/products',
  right: 'catalogue.view',
  summary: 'Products; `q`: a part of the name',
  filters: {
    ...productFilters,
    sale_place_id: Type.Optional(Id),
    state: Type.Optional(Type.Enum(productStates)),
  },
  sorts: ['id'],
  row: Type.Object(productFields, { $id: 'AdminProductRow' }),
});

export const ProductTextInLanguage = Type.Object(
  {
    language: TextLanguage,
    name: Type.String(),
    description: Type.String(),
    is_translated: Type.Boolean({ description: 'by the translation service; else written by the seller' }),
  },
  { $id: 'AdminProductText', description: 'of a product, in another language than its own' },
);

const AdminProduct = Type.Object(
  {
    ...productFields,
    description: Type.String(),
    language: TextLanguage,
    texts: Type.Array(ProductTextInLanguage),
    photos: Type.Array(Photo),
    open_orders: Type.Integer(),
    content_reports: Type.Integer(),
    linked_count: Type.Integer({ description: 'how many others it is linked with' }),
    reliability: ReliabilityCounts,
  },
  { $id: 'AdminProduct' },
);

const placeFields = {
  id: Id,
  name: Type.String(),
  address: Type.String(),
  is_hidden: Type.Boolean(),
  is_paused: Type.Boolean(),
  seller: Reference,
  type_ids: Type.Array(Type.Integer()),
  products: Type.Integer(),
  rating: Nullable(Type.Number()),
  rating_count: Type.Integer(),
  value_answers: ValueCounts,
  reliability: ReliabilityCounts,
  created_at: Instant,
};

const places = list({
  path: '/api/v1/admin/sale_places',
  right: 'catalogue.view',
  summary: 'Sale places; `q`: a part of the name',
  filters: productFilters,
  sorts: ['id'],
  row: Type.Object(placeFields, { $id: 'AdminSalePlaceRow' }),
});

const AdminSalePlace = Type.Object(
  {
    ...placeFields,
    description: Type.String(),
    language: TextLanguage,
    texts: Type.Array(Type.Object({ language: TextLanguage, description: Type.String() }), {
      description: 'in other languages',
    }),
    phone: Type.String(),
    latitude: Type.Number(),
    longitude: Type.Number(),
    open_orders: Type.Integer(),
  },
  { $id: 'AdminSalePlace' },
);

const reviewFields = {
  id: Type.Integer({ description: 'of its order' }),
  stars: Type.Integer(),
  text: Type.String(),
  is_hidden: Type.Boolean(),
  author: Reference,
  seller: Reference,
  product: Reference,
  reply: Nullable(
    Type.Object(
      { text: Type.String(), is_hidden: Type.Boolean(), created_at: Instant },
      { description: "the seller's" },
    ),
  ),
  created_at: Instant,
};
const AdminReview = Type.Object(reviewFields, { $id: 'AdminReview' });

const reviews = list({
  path: '/api/v1/admin/reviews',
  right: 'catalogue.view',
  summary: 'Reviews',
  filters: {
    ...period,
    seller_id: Type.Optional(Id),
    hidden: yesNo,
    with_text: Type.Optional(Type.Enum(['yes'])),
  },
  sorts: ['created_at'],
  row: AdminReview,
});

const moderate = <
  const P extends string,
  R extends typeof AdminProduct | typeof AdminSalePlace | typeof AdminReview,
>(
  path: P,
  summary: string,
  reply: R,
) =>
  endpoint({
    ...operatorChange,
    path: `/api/v1/admin/${path}` as const,
    right: 'catalogue.moderate',
    summary,
    params: IdParams,
    body: ReasonBody,
    reply: Data(reply),
    errors: ['validation', 'notFound'],
  });

const detail = <const P extends string, R extends typeof AdminProduct | typeof AdminSalePlace>(
  path: P,
  summary: string,
  reply: R,
) =>
  endpoint({
    ...operatorRead,
    path: `/api/v1/admin/${path}` as const,
    right: 'catalogue.view',
    summary,
    params: IdParams,
    reply: Data(reply),
    errors: ['validation', 'notFound'],
  });

const TypesBody = Type.Object({
  type_ids: Type.Array(Id, { minItems: 1, maxItems: 10 }),
  reason: Reason,
});

export const content = {
  listAdminProducts: products.rows,
  exportAdminProducts: products.csv,
  getAdminProduct: detail('products/{id}', 'A product', AdminProduct),
  hideProduct: moderate(
    'products/{id}/hide',
    'Hide a product everywhere; what is paid stays valid. The seller gets the reason',
    AdminProduct,
  ),
  unhideProduct: moderate('products/{id}/unhide', 'Show a hidden product again', AdminProduct),
  updateProductTypes: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/products/{id}/types',
    right: 'catalogue.moderate',
    summary: 'Correct the types of a product',
    params: IdParams,
    body: TypesBody,
    reply: Data(AdminProduct),
    errors: ['validation', 'notFound'],
  }),
  updateSalePlaceTypes: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/sale_places/{id}/types',
    right: 'catalogue.moderate',
    summary: 'Correct the types of a sale place',
    params: IdParams,
    body: TypesBody,
    reply: Data(AdminSalePlace),
    errors: ['validation', 'notFound'],
  }),
  listAdminSalePlaces: places.rows,
  exportAdminSalePlaces: places.csv,
  getAdminSalePlace: detail('sale_places/{id}', 'A sale place', AdminSalePlace),
  hideSalePlace: moderate(
    'sale_places/{id}/hide',
    'Hide a sale place with its products; what is paid stays valid. The seller gets the reason',
    AdminSalePlace,
  ),
  unhideSalePlace: moderate('sale_places/{id}/unhide', 'Show a hidden sale place again', AdminSalePlace),
  listReviews: reviews.rows,
  exportReviews: reviews.csv,
  hideReview: moderate(
    'reviews/{id}/hide',
    'Hide a review; the means follow. Its author gets the reason',
    AdminReview,
  ),
  unhideReview: moderate('reviews/{id}/unhide', 'Show a hidden review again', AdminReview),
  hideReviewReply: moderate(
    'reviews/{id}/reply/hide',
    "Hide the seller's reply to a review. The seller gets the reason",
    AdminReview,
  ),
  unhideReviewReply: moderate('reviews/{id}/reply/unhide', 'Show a hidden reply again', AdminReview),
} as const;
