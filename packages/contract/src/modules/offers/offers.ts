import Type from 'typebox';
import {
  Data,
  Euros,
  endpoint,
  Id,
  IdData,
  IdParams,
  Instant,
  Latitude,
  Longitude,
  MAX_ID,
  NamedType,
  Nullable,
  Photo,
  PickupText,
  SlotId,
  Success,
  Text,
  TextLanguage,
  TimeZone,
} from '../../endpoint.ts';
import { allergens, diets, offerDays, pickupHours } from '../../vocabulary.ts';
import { MyEntryChange, OfferAllocation, SlotAllocation } from '../allocation/allocation.ts';
import { MyHoldChange } from '../checkout.ts';
import { MyOrderChange, OrderChange } from '../orders/seller-orders.ts';
import { Allergen, Diet, FreeOfAllergens, Keeps } from '../products/products.ts';
import { PickupPlace, ReliabilityFigure, Seller, ValueFigure } from './public-sale-places.ts';

const module = 'offers';

const OfferFields = {
  id: Id,
  name: Type.String({ description: "in the caller's language, if there is such a text" }),
  description: Type.String(),
  language: TextLanguage,
  translated: Type.Boolean({ description: 'name and description are by a translation service' }),
  photos: Type.Array(Photo),
  quantity: Type.Integer({ description: 'units left in the slot on sale' }),
  price: Euros,
  old_price: Nullable(Euros),
  rating: Nullable(Type.Number({ description: 'mean of 1–5 of its sale place; null without ratings' })),
  rating_count: Type.Integer({ description: 'ratings of its sale place' }),
  pickup: PickupText,
  pickup_start: Instant,
  pickup_end: Instant,
  slot_id: SlotId,
  distance: Nullable(Type.Integer({ description: 'metres' })),
  is_favourite: Type.Boolean(),
  types: Type.Array(NamedType),
  allocation: Nullable(OfferAllocation),
};

const Offer = Type.Object(
  {
    ...OfferFields,
    sale_place: Type.Object({ id: Id, name: Type.String(), address: Type.String(), time_zone: TimeZone }),
  },
  { $id: 'Offer' },
);

const OfferDetail = Type.Object(
  {
    ...OfferFields,
    original: Nullable(
      Type.Object(
        { name: Type.String(), description: Type.String(), language: TextLanguage },
        { description: "the seller's text, when name and description are in another language" },
      ),
    ),
    pickup_start: Nullable(Instant),
    pickup_end: Nullable(Instant),
    slot_id: Nullable(SlotId),
    sale_place: PickupPlace,
    seller: Seller,
    paused: Type.Optional(
      Type.Boolean({ description: 'true: the seller has paused the product or its sale place' }),
    ),
    is_mine: Type.Boolean({ description: 'owners and managers cannot buy the products of their business' }),
    allergens: Type.Array(Allergen),
    free_of_allergens: FreeOfAllergens,
    keeps: Keeps,
    diet: Type.Array(Diet),
    value_answers: Type.Optional(ValueFigure),
    reliability: Type.Optional(ReliabilityFigure),
    examples: Type.Optional(
      Type.Array(Type.Object({ photo: Photo, collected_on: Type.String({ format: 'date' }) }), {
        maxItems: 6,
        description: 'photos by buyers of what was in it, chosen by the seller; newest first',
      }),
    ),
    max_per_order: Type.Integer({ description: 'packs that may be bought in one order' }),
    cancel_until: Nullable(Instant),
  },
  { $id: 'OfferDetail' },
);

/** A sale place on the map with what it has on sale. */
const MapSalePlace = Type.Object(
  {
    id: Id,
    name: Type.String(),
    description: Type.String(),
    logo: Nullable(Type.String()),
    address: Type.String(),
    phone: Type.String(),
    latitude: Latitude,
    longitude: Longitude,
    products: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        language: TextLanguage,
        price: Euros,
        quantity: Type.Integer(),
        photo: Nullable(Type.String()),
        type: Nullable(Type.String({ description: 'slug of its first type' })),
        mode: Nullable(
          Type.Enum(['draw', 'waitlist'], { description: 'of the slot on sale; null: anybody may buy' }),
        ),
      }),
      { maxItems: 3 },
    ),
    products_count: Type.Integer(),
  },
  { $id: 'MapSalePlace' },
);

/** Several of a vocabulary in a query, comma-separated. */
const listOf = (values: readonly string[], description: string) =>
  Type.String({
    pattern: `^(${values.join('|')})(,(${values.join('|')})){0,${values.length - 1}}$`,
    maxLength: 200,
    description: `comma-separated: ${description}`,
  });

const Filters = {
  filterByType: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_ID, description: 'product type id; 0 = all' }),
  ),
  searchProductText: Type.Optional(Text(100)),
  exact: Type.Optional(
    Type.String({
      maxLength: 8,
      description: "'yes': the text only as it is typed, no words of similar spelling",
    }),
  ),
  needFavourite: Type.Optional(Type.String({ maxLength: 8, description: "'yes': favourites only" })),
  latitude: Type.Optional(Latitude),
  longitude: Type.Optional(Longitude),
  sort: Type.Optional(
    Type.Enum(['center', 'me'], {
      description: "measure distances from the user's city (center) or from the given coordinates (me)",
    }),
  ),
  radius: Type.Optional(Type.Integer({ minimum: 1, maximum: 500000, description: 'metres' })),
  diet: Type.Optional(Diet),
  diets: Type.Optional(listOf(diets, 'only what its seller says is all of these')),
  free_of: Type.Optional(
    listOf(allergens, 'only what its seller says has none of these; what names no allergens is left out'),
  ),
  unnamed: Type.Optional(
    Type.Enum(['yes', 'no'], { description: 'with `free_of`: yes: also what names no allergens' }),
  ),
  day: Type.Optional(Type.Enum(offerDays, { description: 'pickup on that day; now: under way' })),
  bbox: Type.Optional(Type.String({ maxLength: 120, description: 'bounding box: west,south,east,north' })),
};

/** How a text was understood. */
const SearchView = Nullable(
  Type.Object(
    {
      text: Type.String({
        description:
          'words that are searched for, as typed; in place of one without a match, those of similar spelling',
      }),
      dropped: Type.Array(Type.String(), { description: 'what matches nothing and was left out, as typed' }),
      similar: Type.Array(Type.Object({ typed: Type.String(), used: Type.String() }), {
        description:
          'of what was left out, the words with those of similar spelling that are searched for instead',
      }),
      day: Nullable(Type.Enum(offerDays)),
      hours: Nullable(Type.Enum(pickupHours, { description: 'pickup at these hours' })),
      from: Type.Optional(Type.String({ description: 'pickup after this time of its day, `HH:MM`' })),
      until: Type.Optional(Type.String({ description: 'pickup before this time of its day, `HH:MM`' })),
      diets: Type.Array(Diet),
      free_of: Type.Array(Allergen, { description: 'the seller declares allergens, and not these' }),
      order: Nullable(Type.Enum(['price', 'rating'])),
      radius: Nullable(
        Type.Integer({
          description: 'metres, when the order is not that of distance and something is within them',
        }),
      ),
    },
    { $id: 'SearchView' },
  ),
);

/** Left out: none. */
const searchFood = {
  diets: Type.Optional(
    Type.Array(Diet, { maxItems: diets.length, description: 'only what its seller says is all of these' }),
  ),
  free_of: Type.Optional(
    Type.Array(Allergen, {
      maxItems: allergens.length,
      description: 'only what names its allergens, and not these',
    }),
  ),
  unnamed: Type.Optional(Type.Boolean({ description: 'true: with `free_of`, also what names no allergens' })),
};

const SavedSearch = Type.Object(
  {
    id: Id,
    text: Type.String({ description: 'as typed; may be empty' }),
    type: Nullable(NamedType),
    city: Nullable(
      Type.String({ description: "nearest to where it was searched, in the caller's language" }),
    ),
    ...searchFood,
    created_at: Instant,
    ends_at: Instant,
  },
  { $id: 'SavedSearch' },
);

export const offers = {
  listOffers: endpoint({
    method: 'GET',
    path: '/api/v1/products',
    module,
    auth: 'guest',
    summary:
      'Offers, nearest first unless `order` says otherwise, sold-out ones last; without a token and a position around the city of `/products_now`, without favourites',
    query: Type.Object({
      ...Filters,
      seller_id: Type.Optional(Id),
      sale_place_id: Type.Optional(Id),
      order: Type.Optional(
        Type.Enum(['distance', 'recommended', 'price', 'pickup', 'rating'], {
          description:
            'recommended: by distance, 100 m further away for each of 100 orders that the shop did not keep and 500 m for each star below five; distance, price and pickup time ascending, rating descending: of the nearest 300 offers, then of the next 300; by default by distance, with a text also by where it was found',
        }),
      ),
      cursor: Type.Optional(Text(200)),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
    }),
    reply: Type.Object({
      data: Type.Array(Offer),
      search: SearchView,
      next_cursor: Nullable(Type.String({ description: 'null on the last page' })),
    }),
    // Text search is expensive; lists without a text are limited for callers without a token only.
    limits: [
      { max: 300, window: '1 minute', whenQueryHas: 'searchProductText' },
      { max: 300, window: '1 minute', by: 'guest' },
    ],
    readsReplica: true,
    errors: ['validation', 'tooMany'],
  }),
  listMapOffers: endpoint({
    method: 'GET',
    path: '/api/v1/productsMap',
    module,
    auth: 'guest',
    summary:
      'Sale places with offers; clusters when there are too many to show; without a token and an area around the city of `/products_now`',
    query: Type.Object({
      ...Filters,
      zoom: Type.Optional(Type.Number({ minimum: 0, maximum: 24 })),
    }),
    reply: Type.Object({
      data: Type.Array(MapSalePlace),
      clusters: Type.Array(
        Type.Object({ latitude: Latitude, longitude: Longitude, count: Type.Integer(), price_from: Euros }),
      ),
      search: SearchView,
    }),
    // Text search is expensive; lists without a text are limited for callers without a token only.
    limits: [
      { max: 300, window: '1 minute', whenQueryHas: 'searchProductText' },
      { max: 300, window: '1 minute', by: 'guest' },
    ],
    readsReplica: true,
    errors: ['validation', 'tooMany'],
  }),
  listSuggestions: endpoint({
    method: 'GET',
    path: '/api/v1/search_suggestions',
    module,
    auth: 'guest',
    summary:
      'Names of shops and packs within 25 km whose words begin as a text does, nearest first; around the position that a list of the same query is sorted by',
    query: Type.Object({
      text: Text(100),
      latitude: Filters.latitude,
      longitude: Filters.longitude,
      sort: Filters.sort,
    }),
    reply: Data(
      Type.Array(
        Type.Object({
          kind: Type.Enum(['place', 'pack']),
          text: Type.String({ description: "of a pack in the caller's language, if it matches there" }),
        }),
        { maxItems: 8 },
      ),
    ),
    // Asked for while somebody types.
    limits: [{ max: 300, window: '1 minute' }],
    readsReplica: true,
    errors: ['validation', 'tooMany'],
  }),
  countSuitableOffers: endpoint({
    method: 'GET',
    path: '/api/v1/products_suitable',
    module,
    auth: 'guest',
    summary:
      'How many of the offers within 25 km suit diets and allergens; around the position that a list of the same query is sorted by',
    query: Type.Object({
      diets: Filters.diets,
      free_of: Filters.free_of,
      latitude: Filters.latitude,
      longitude: Filters.longitude,
      sort: Filters.sort,
    }),
    reply: Data(
      Type.Object({
        total: Type.Integer({ description: 'the nearest 1,000 at most' }),
        suitable: Type.Integer(),
        unnamed: Type.Integer({
          description: 'with `free_of`: those that name no allergens, and are of the diets',
        }),
      }),
    ),
    // Asked for at each press in the form.
    limits: [{ max: 120, window: '1 minute' }],
    readsReplica: true,
    errors: ['validation', 'tooMany'],
  }),
  getOffersSummary: endpoint({
    method: 'GET',
    path: '/api/v1/products_now',
    module,
    auth: 'optional',
    summary:
      "Summary of present offers, at most half a minute old: around the city of the position or of the user; without either, of the caller's IP address, or where most offers are",
    query: Type.Object({
      latitude: Type.Optional(Latitude),
      longitude: Type.Optional(Longitude),
    }),
    reply: Data(
      Type.Object({
        city: Nullable(Type.String({ description: "in the caller's language; null without offers" })),
        latitude: Nullable(Latitude),
        longitude: Nullable(Longitude),
        packs: Type.Integer({ description: 'units left within 25 km of the city' }),
        places: Type.Integer({ description: 'sale places with offers' }),
        is_exact: Type.Boolean({
          description:
            'false: packs, places and price are those of the 10,000 nearest products, packs rounded down to thousands',
        }),
        price_from: Nullable(Euros),
        offers: Type.Array(Offer, {
          maxItems: 4,
          description: 'nearest to the city centre, one per sale place; without distance',
        }),
      }),
    ),
    // Called once per page load.
    limits: [{ max: 60, window: '1 minute' }],
    errors: ['validation', 'tooMany'],
  }),
  getOffer: endpoint({
    method: 'GET',
    path: '/api/v1/products/{id}',
    module,
    auth: 'optional',
    summary: 'One offer',
    params: IdParams,
    query: Type.Object({
      latitude: Type.Optional(Latitude),
      longitude: Type.Optional(Longitude),
      slot_id: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description:
            'of slots with a unit on hold for the caller, the one to show; by default the earliest',
        }),
      ),
    }),
    reply: Data(OfferDetail),
    readsReplica: true,
    errors: ['validation', 'notFound'],
  }),
  streamOffers: endpoint({
    method: 'GET',
    path: '/api/v1/live',
    module,
    auth: 'user',
    summary:
      'Stock and pickup windows of products: their present state, then each change; for sellers optionally with changes of their orders, for buyers of what they bought',
    query: Type.Object({
      products: Type.Optional(
        Type.String({
          pattern: '^[1-9][0-9]{0,9}(,[1-9][0-9]{0,9}){0,99}$',
          maxLength: 1100,
          description: 'product ids, up to 100: 1,2,3',
        }),
      ),
      orders: Type.Optional(
        Type.String({
          maxLength: 8,
          description: "'yes': also the events of /api/v1/seller/live; for sellers only",
        }),
      ),
      mine: Type.Optional(
        Type.String({
          maxLength: 8,
          description:
            "'yes': also changes of the orders that the user bought and of their reports, of their entries in draws and waitlists, and of their holds",
        }),
      ),
    }),
    stream: 'stock',
    events: {
      orders: OrderChange,
      my_orders: MyOrderChange,
      my_entries: MyEntryChange,
      my_holds: MyHoldChange,
    },
    reply: Type.Object({
      product_id: Id,
      slot_id: Nullable(Type.Integer({ description: 'slot on sale; null when there is none' })),
      quantity: Type.Integer({ description: 'units left in the slot' }),
      pickup_start: Nullable(Instant),
      pickup_end: Nullable(Instant),
      allocation: Nullable(SlotAllocation),
    }),
    errors: ['validation', 'notAllowed', 'tooMany'],
  }),
  toggleFavourite: endpoint({
    method: 'POST',
    path: '/api/v1/user/fav_product/{id}',
    module,
    auth: 'user',
    summary: 'Toggle a favourite, or set it with `is_favourite`',
    params: IdParams,
    body: Nullable(Type.Object({ is_favourite: Type.Optional(Type.Boolean()) })),
    reply: Data(Type.Object({ success: Type.Boolean(), is_favourite: Type.Boolean() })),
    errors: ['validation', 'notFound'],
  }),
  listSavedSearches: endpoint({
    method: 'GET',
    path: '/api/v1/user/searches',
    module,
    auth: 'user',
    summary: 'Searches of which the user is told when something of them is on sale, newest first',
    reply: Type.Object({
      data: Type.Array(SavedSearch),
      delivery: Type.Enum(['push', 'mail', 'off', 'unproved'], {
        description:
          'how the user is told: off: by their settings not at all; unproved: not before they confirm their e-mail',
      }),
    }),
    errors: [],
  }),
  saveSearch: endpoint({
    method: 'POST',
    path: '/api/v1/user/searches',
    module,
    auth: 'user',
    summary:
      'Tell the user when something of it is on sale within 25 km of a position, or of their city: once a day at most, for 90 days. Saving it again renews it',
    body: Type.Object({
      text: Type.Optional(Text(100)),
      type_id: Type.Optional(Id),
      ...searchFood,
      latitude: Type.Optional(Latitude),
      longitude: Type.Optional(Longitude),
    }),
    reply: IdData,
    errors: ['validation', 'conflict'],
  }),
  deleteSavedSearch: endpoint({
    method: 'POST',
    path: '/api/v1/user/searches/{id}/remove',
    module,
    auth: 'user',
    summary: 'Delete a saved search',
    params: IdParams,
    reply: Success,
    errors: ['validation', 'notFound'],
  }),
} as const;
