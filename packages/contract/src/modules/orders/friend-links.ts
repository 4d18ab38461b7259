import Type from 'typebox';
import { Data, endpoint, IdParams, Instant, Nullable, PickupText } from '../../endpoint.ts';
import { friendOrderStates } from '../../vocabulary.ts';
import { PickupPlace } from '../offers/public-sale-places.ts';
import { Allergen, FreeOfAllergens } from '../products/products.ts';
import { Order } from './orders.ts';

const module = 'orders';

/** In the body: proxies log paths. */
const body = Type.Object({ key: Type.String({ maxLength: 64, description: 'after the # of the link' }) });
const limits = [{ max: 60, window: '1 minute' }] as const;

/** An order as somebody sees it who has the link of its buyer, and no account. */
const FriendOrder = Type.Object(
  {
    state: Type.Enum(friendOrderStates),
    from: Nullable(Type.String({ description: "the buyer, e.g. 'Marta S.'; null without a name" })),
    pin: Nullable(Type.String({ description: 'four digits; null unless it was opened and is open' })),
    ticket: Type.Optional(
      Type.String({ description: 'of the QR code, as that of an order; missing without a PIN' }),
    ),
    calendar: Type.Optional(
      Type.String({
        description:
          'path of the calendar file on this host, for ten minutes, without the PIN; of an opened order before its window',
      }),
    ),
    pickup: PickupText,
    pickup_start: Instant,
    pickup_end: Instant,
    opened_at: Nullable(Instant),
    collected_at: Nullable(Instant),
    quantity: Type.Integer({ description: 'packs' }),
    product: Type.Pick(Order.properties.product, ['name', 'local_name', 'photos']),
    allergens: Type.Array(Allergen, { description: 'all that it may contain' }),
    free_of_allergens: FreeOfAllergens,
    sale_place: PickupPlace,
  },
  { $id: 'FriendOrder' },
);

export const friendLinks = {
  createFriendLink: endpoint({
    method: 'POST',
    path: '/api/v1/orders/{id}/friend_link',
    module,
    auth: 'user',
    summary:
      'Make a link by which somebody without an account collects an open order, until its window ends. Answered only here; one that was made before and is not opened is void. Not for orders of draws and waitlists',
    params: IdParams,
    reply: Type.Object({
      data: Order,
      url: Type.String({ description: 'of the page; its key is the fragment, which browsers do not send' }),
    }),
    limits: [{ max: 30, window: '1 hour', by: 'user' }],
    errors: ['validation', 'notFound', 'conflict', 'tooMany'],
  }),
  takeBackFriendLink: endpoint({
    method: 'POST',
    path: '/api/v1/orders/{id}/take_back',
    module,
    auth: 'user',
    summary: 'Make the link of an order void before it is opened; code 5 afterwards. Idempotent',
    params: IdParams,
    reply: Data(Order),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  getFriendOrder: endpoint({
    method: 'POST',
    path: '/api/v1/friend/order',
    module,
    auth: 'public',
    summary:
      'What a link hands over, by its key; changes nothing, and has no PIN. Missing when the link is unknown, taken back or replaced',
    body,
    reply: Data(Type.Omit(FriendOrder, ['pin', 'ticket', 'calendar'])),
    limits,
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  openFriendOrder: endpoint({
    method: 'POST',
    path: '/api/v1/friend/order/open',
    module,
    auth: 'public',
    summary:
      "Take an order over by the key of its link: it gets a new PIN, and the buyer's PIN and signed code are void. Later calls answer the same PIN",
    body,
    reply: Data(FriendOrder),
    limits,
    errors: ['validation', 'notFound', 'tooMany'],
  }),
} as const;
