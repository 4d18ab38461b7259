import Type from 'typebox';
import {
  Cents,
  Data,
  Euros,
  endpoint,
  Id,
  IdData,
  IdOrText,
  IdParams,
  Lines,
  NamedType,
  Nullable,
  Photo,
  Text,
  TextLanguage,
  VatRate,
} from '../../endpoint.ts';
import {
  allergens,
  diets,
  MAX_PER_ORDER,
  MAX_TEXT_LENGTH,
  MAX_WEIGHT_GRAMS,
  MIN_WEIGHT_GRAMS,
  productStates,
  productTypeIcons,
  textLanguages,
} from '../../vocabulary.ts';
import { AllocationChoice, EntryMinutes } from '../allocation/seller-allocation.ts';
import { Schedule } from './pickup-calendar.ts';

const module = 'packs';

/** Sale places that a product is copied to at once. */
const MAX_COPIES = 100;

export const Allergen = Type.Enum(allergens, { $id: 'Allergen' });
export const Diet = Type.Enum(diets, { $id: 'Diet' });
/** Left out: it spoils quickly, so that there is no right of withdrawal. */
export const Keeps = Type.Optional(
  Type.Boolean({
    description: 'true: nothing in it spoils quickly, and its buyers may withdraw for 14 days',
  }),
);

export const FreeOfAllergens = Type.Optional(
  Type.Boolean({
    description:
      'true: its seller says that it contains none of the fourteen allergens; left out without `allergens`: none were named',
  }),
);

const State = Type.Enum(productStates, {
  $id: 'ProductState',
  description: 'closed: the seller role is off, or the sale place is paused',
});

const TranslatedText = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    translated: Type.Boolean({ description: 'by the translation service' }),
  },
  { $id: 'TranslatedText' },
);

const ProductText = Type.Object(
  { name: Text(120, 1), description: Lines(MAX_TEXT_LENGTH, 1) },
  { $id: 'ProductText' },
);

const LinkedProduct = Type.Object(
  { id: Id, sale_place_id: Id, sale_place_name: Type.String() },
  { $id: 'LinkedProduct' },
);

const MyProduct = Type.Object(
  {
    id: Id,
    name: Type.String(),
    description: Type.String(),
    language: TextLanguage,
    texts: Type.Object(
      {
        pt: Type.Optional(TranslatedText),
        en: Type.Optional(TranslatedText),
        ru: Type.Optional(TranslatedText),
      },
      { description: 'in other languages' },
    ),
    price: Euros,
    old_price: Euros,
    price_cents: Cents,
    earning_cents: Type.Integer({
      description: 'euro cents; 0 for members who do not see figures',
    }),
    sale_place_id: Id,
    sale_place_name: Type.String(),
    categories: Type.Array(NamedType),
    photos: Type.Array(Photo),
    allergens: Type.Array(Allergen),
    free_of_allergens: FreeOfAllergens,
    keeps: Keeps,
    weight_grams: Type.Optional(
      Type.Integer({ description: 'of the content of one pack, as declared; left out: not said' }),
    ),
    awaits_allergens: Type.Optional(
      Type.Boolean({ description: 'true: off sale until its allergens are named, as the operator asks' }),
    ),
    diet: Type.Array(Diet),
    state: State,
    quantity: Nullable(Type.Integer({ description: 'units per day' })),
    max_per_order: Type.Integer({ description: 'packs that a buyer may take in one order' }),
    schedule: Nullable(Schedule),
    code: Type.Optional(Type.String({ description: "the seller's own; left out: none" })),
    vat_rate: VatRate,
    allocation: AllocationChoice,
    entry_minutes: EntryMinutes,
    is_price_retired: Type.Optional(
      Type.Boolean({ description: 'true: the price cannot be chosen any more; the product keeps it' }),
    ),
    retired_type_ids: Type.Optional(
      Type.Array(Id, { description: 'its types that cannot be chosen any more; the product keeps them' }),
    ),
    linked_count: Type.Optional(
      Type.Integer({
        description: 'how many others it is linked with, at all sale places of the business; left out: none',
      }),
    ),
    linked: Type.Optional(
      Type.Array(LinkedProduct, {
        description: 'only of a single product: those at sale places that the member has',
      }),
    ),
  },
  { $id: 'MyProduct' },
);

export const products = {
  listPrices: endpoint({
    method: 'GET',
    path: '/api/v1/prices',
    module,
    auth: 'user',
    summary: 'Allowed product prices in euros',
    reply: Type.Array(Euros),
    errors: [],
  }),
  listPriceTiers: endpoint({
    method: 'GET',
    path: '/api/v1/seller/price_tiers',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary: 'Allowed prices with default value and seller earning',
    reply: Data(
      Type.Array(Type.Object({ price_cents: Cents, old_price_cents: Cents, earning_cents: Cents })),
    ),
    errors: [],
  }),
  listProductTypes: endpoint({
    method: 'GET',
    path: '/api/v1/product_types',
    module,
    auth: 'public',
    summary: 'Product types',
    reply: Data(
      Type.Array(
        Type.Object({
          ...NamedType.properties,
          icon: Type.Optional(Type.Enum(productTypeIcons, { description: 'name of its image' })),
        }),
      ),
    ),
    errors: [],
  }),
  uploadProductPhoto: endpoint({
    method: 'POST',
    path: '/api/v1/products_temp_photo',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary:
      'Upload a photo for a product (JPEG, PNG or WebP, at most 10 MB); 30 may wait for one while the e-mail address is not verified, then code 5 on `email_verified`',
    file: 'photo',
    reply: Data(Photo),
    limits: [
      { max: 60, window: '1 minute', by: 'user' },
      { max: 180, window: '1 minute' },
    ],
    errors: ['validation', 'conflict', 'uploadRefused', 'uploadTooLarge', 'tooMany'],
  }),
  saveProduct: endpoint({
    method: 'POST',
    path: '/api/v1/products',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary:
      'Create (`id` 0) or update a product; a new one is a draft until its schedule is saved. 20 while the e-mail address is not verified, then code 5 on `email_verified`. What describes a linked product (categories, name, description, language, texts, photos, allergens, diet, VAT rate) is that of all it is linked with: a change is one of all, or code 5 on `linked` when one is at a sale place that the member does not have',
    body: Type.Object({
      id: Type.Union([Type.Literal(0), Type.Literal('0'), IdOrText]),
      sale_place_id: IdOrText,
      categories: Type.Array(IdOrText, { minItems: 1, maxItems: 20 }),
      name: Text(120, 1),
      description: Lines(MAX_TEXT_LENGTH, 1),
      language: Type.Optional(
        Type.Enum(textLanguages, {
          description: "of name and description. Default: unchanged; of a new product 'pt'",
        }),
      ),
      texts: Type.Optional(
        Type.Object(
          {
            pt: Type.Optional(ProductText),
            en: Type.Optional(ProductText),
            ru: Type.Optional(ProductText),
          },
          {
            additionalProperties: false,
            description:
              "the seller's texts in other languages; those not named are deleted, translations by the service are not. Default: unchanged; with a new `language` that the seller has written a text in, the two texts change places",
          },
        ),
      ),
      photo: Type.Array(Text(200, 1), {
        minItems: 1,
        maxItems: 8,
        description:
          'ordered paths of own uploads, or of photos of this product or of the own product `copy_of`',
      }),
      price: Type.Union([Type.Number(), Text(16, 1)], { description: 'euros; one of /prices' }),
      old_price: Type.Optional(
        Type.Union([Type.Number(), Text(16, 1)], {
          description:
            "euros; at most price / 0.3. Default: the value declared before if still allowed, else the price tier's",
        }),
      ),
      copy_of: Type.Optional(IdOrText),
      allergens: Type.Optional(
        Type.Array(Allergen, {
          maxItems: allergens.length,
          description:
            'all that it may contain. None, without `free_of_allergens`: not named, and buyers are told to ask. Default: unchanged',
        }),
      ),
      free_of_allergens: Type.Optional(
        Type.Boolean({
          description: 'it contains none of the fourteen. Default: unchanged; false with `allergens`',
        }),
      ),
      keeps: Type.Optional(
        Type.Boolean({
          description:
            'nothing in it spoils quickly: its buyers may withdraw for 14 days. Default: unchanged, else false',
        }),
      ),
      diet: Type.Optional(
        Type.Array(Diet, {
          maxItems: diets.length,
          description:
            'refused with an allergen that rules it out: gluten_free with gluten; vegetarian with fish, crustaceans or molluscs; vegan also with milk or eggs; kosher with crustaceans or molluscs. Default: unchanged',
        }),
      ),
      weight_grams: Type.Optional(
        Nullable(
          Type.Integer({
            minimum: MIN_WEIGHT_GRAMS,
            maximum: MAX_WEIGHT_GRAMS,
            description: 'what one pack weighs at least, by the seller; null: not said. Default: unchanged',
          }),
        ),
      ),
      code: Type.Optional(
        Type.String({
          maxLength: 60,
          description: "the seller's own, by which imports find the product; '': none. Default: unchanged",
        }),
      ),
      vat_rate: Type.Optional(VatRate),
      max_per_order: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_PER_ORDER,
          description: 'packs that a buyer may take in one order. Default: unchanged; of a new product 3',
        }),
      ),
      same_price_for: Type.Optional(
        Type.Array(IdOrText, {
          maxItems: MAX_COPIES,
          description: 'linked products that get price and value too. Default: none',
        }),
      ),
    }),
    reply: Data(Type.Object({ id: Id, name: Type.String(), description: Type.String() })),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  copyProduct: endpoint({
    method: 'POST',
    path: '/api/v1/seller/products/{id}/copies',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary:
      'Copy a product to other sale places: texts, photos, price, hours and quantity. All or none; at a sale place that has a linked one nothing is made. Quota as of a new product',
    params: IdParams,
    body: Type.Object({
      sale_place_ids: Type.Array(IdOrText, { minItems: 1, maxItems: MAX_COPIES }),
      linked: Type.Boolean({
        description: 'true: text and photos stay those of all; false: products of their own',
      }),
      put_on_sale: Type.Optional(
        Type.Boolean({ description: 'with the hours of the original. Default: the copies are drafts' }),
      ),
    }),
    reply: Data(
      Type.Array(
        Type.Object({
          ...LinkedProduct.properties,
          result: Type.Enum(['made', 'linked_before'], {
            description: 'linked_before: a linked product is at this sale place already',
          }),
          state: State,
        }),
      ),
    ),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  linkProducts: endpoint({
    method: 'POST',
    path: '/api/v1/seller/products/{id}/link',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary:
      'Link products of other sale places with this one: its categories, name, description, texts, photos, allergens and diet replace theirs; price, hours, stock and state stay. One a sale place, with a category in common; they leave what they were linked with. All or none; idempotent',
    params: IdParams,
    body: Type.Object({ product_ids: Type.Array(IdOrText, { minItems: 1, maxItems: MAX_COPIES }) }),
    reply: IdData,
    errors: ['validation', 'notFound', 'conflict'],
  }),
  unlinkProduct: endpoint({
    method: 'POST',
    path: '/api/v1/seller/products/{id}/unlink',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary: 'Make a linked product independent; it keeps its text and photos, the others stay linked',
    params: IdParams,
    reply: IdData,
    errors: ['validation', 'notFound'],
  }),
  listMyProducts: endpoint({
    method: 'GET',
    path: '/api/v1/seller/products',
    module,
    auth: 'member',
    businessRight: 'stock.change',
    summary: "The seller's products, including drafts",
    query: Type.Object({ sale_place_id: Type.Optional(Id) }),
    reply: Data(Type.Array(MyProduct)),
    errors: ['validation'],
  }),
  getMyProduct: endpoint({
    method: 'GET',
    path: '/api/v1/seller/products/{id}',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary: "One of the seller's products",
    params: IdParams,
    reply: Data(MyProduct),
    errors: ['validation', 'notFound'],
  }),
  pauseProduct: endpoint({
    method: 'POST',
    path: '/api/v1/seller/products/{id}/pause',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary: 'Pause or resume a product; orders stay, a draft is refused',
    params: IdParams,
    body: Type.Object({ paused: Type.Boolean() }),
    reply: Data(Type.Object({ id: Id, state: State })),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  deleteProduct: endpoint({
    method: 'POST',
    path: '/api/v1/seller/products/{id}/remove',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary: 'Remove a product for good; refused with open orders or holds',
    params: IdParams,
    reply: IdData,
    errors: ['validation', 'notFound', 'conflict'],
  }),
} as const;
