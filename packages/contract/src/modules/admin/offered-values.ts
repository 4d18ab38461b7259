import Type from 'typebox';
import { Cents, Data, endpoint, Id, IdParams, Instant, Nullable, Text } from '../../endpoint.ts';
import { productTypeIcons } from '../../vocabulary.ts';
import { list, q, Reason, ReasonBody } from './lists.ts';

const state = Type.Optional(Type.Enum(['offered', 'retired']));

const AdminPriceTier = Type.Object(
  {
    id: Type.Integer({ description: 'the price in cents' }),
    price_cents: Cents,
    old_price_cents: Type.Integer({ description: 'default value of the content, euro cents' }),
    earning_cents: Cents,
    products: Type.Integer({ description: 'with this price, not removed' }),
    retired_at: Nullable(Instant),
  },
  { $id: 'AdminPriceTier' },
);

const priceTiers = list({
  path: '/api/v1/admin/price_tiers',
  isFreeOfPeople: true,
  right: 'prices.view',
  summary: 'Prices that sellers choose from, and retired ones',
  filters: { state },
  sorts: ['id'],
  row: AdminPriceTier,
});

const typeNames = {
  name_pt: Text(40, 1),
  name_en: Text(40, 1),
  name_ru: Text(40, 1),
  icon: Type.Enum(productTypeIcons),
};

const AdminProductType = Type.Object(
  {
    id: Id,
    slug: Type.String({ description: 'language-independent name' }),
    name_pt: Type.String(),
    name_en: Type.String(),
    name_ru: Type.String(),
    icon: Type.Enum(productTypeIcons),
    products: Type.Integer({ description: 'of this type, not removed' }),
    retired_at: Nullable(Instant),
  },
  { $id: 'AdminProductType' },
);

const productTypes = list({
  path: '/api/v1/admin/product_types',
  isFreeOfPeople: true,
  right: 'prices.view',
  summary: 'Product types, and retired ones; `q`: a part of a name',
  filters: { q, state },
  sorts: ['id'],
  row: AdminProductType,
});

/** Up to 10,000 €: multiples of it have to fit too. */
const TierCents = Type.Integer({ minimum: 1, maximum: 1000000, description: 'euro cents' });

const change = { method: 'POST', module: 'admin', auth: 'operator', right: 'prices.manage' } as const;

/** Products keep the price and the types they have, whatever becomes of them here. */
export const offeredValues = {
  listAdminPriceTiers: priceTiers.rows,
  exportAdminPriceTiers: priceTiers.csv,
  createPriceTier: endpoint({
    ...change,
    path: '/api/v1/admin/price_tiers',
    summary: 'Add a price, above the commission, with the default value of what it buys: at most price / 0.3',
    body: Type.Object({ price_cents: TierCents, old_price_cents: TierCents, reason: Reason }),
    reply: Data(AdminPriceTier),
    errors: ['validation'],
  }),
  updatePriceTier: endpoint({
    ...change,
    path: '/api/v1/admin/price_tiers/{id}',
    summary: 'Change the default value of a price; products keep theirs',
    params: IdParams,
    body: Type.Object({ old_price_cents: TierCents, reason: Reason }),
    reply: Data(AdminPriceTier),
    errors: ['validation', 'notFound'],
  }),
  retirePriceTier: endpoint({
    ...change,
    path: '/api/v1/admin/price_tiers/{id}/retire',
    summary: 'Offer a price no more; products that have it keep it',
    params: IdParams,
    body: ReasonBody,
    reply: Data(AdminPriceTier),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  restorePriceTier: endpoint({
    ...change,
    path: '/api/v1/admin/price_tiers/{id}/restore',
    summary: 'Offer a retired price again',
    params: IdParams,
    body: ReasonBody,
    reply: Data(AdminPriceTier),
    errors: ['validation', 'notFound'],
  }),
  listAdminProductTypes: productTypes.rows,
  exportAdminProductTypes: productTypes.csv,
  createProductType: endpoint({
    ...change,
    path: '/api/v1/admin/product_types',
    summary: 'Add a product type; its slug is made of the English name',
    body: Type.Object({ ...typeNames, reason: Reason }),
    reply: Data(AdminProductType),
    errors: ['validation'],
  }),
  updateProductType: endpoint({
    ...change,
    path: '/api/v1/admin/product_types/{id}',
    summary: 'Rename a product type or change its icon; id and slug stay',
    params: IdParams,
    body: Type.Object({ ...typeNames, reason: Reason }),
    reply: Data(AdminProductType),
    errors: ['validation', 'notFound'],
  }),
  retireProductType: endpoint({
    ...change,
    path: '/api/v1/admin/product_types/{id}/retire',
    summary: 'Offer a type no more; products that have it keep it. The last one cannot be retired',
    params: IdParams,
    body: ReasonBody,
    reply: Data(AdminProductType),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  restoreProductType: endpoint({
    ...change,
    path: '/api/v1/admin/product_types/{id}/restore',
    summary: 'Offer a retired type again',
    params: IdParams,
    body: ReasonBody,
    reply: Data(AdminProductType),
    errors: ['validation', 'notFound'],
  }),
} as const;
