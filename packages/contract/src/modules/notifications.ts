import Type from 'typebox';
import { Data, endpoint, Id, Nullable, Success, Text } from '../endpoint.ts';
import { MAX_LOW_STOCK_UNITS, notificationChannels, unsubscribableMails } from '../vocabulary.ts';

const module = 'notifications';

const TimeOfDay = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  maxLength: 5,
  description: "'HH:MM' in the user's time zone",
});

const settingsFields = {
  channel: Type.Enum(notificationChannels, {
    description: 'channel for favourites back on sale',
  }),
  reminder_minutes: Type.Integer({
    minimum: 0,
    maximum: 1440,
    description: 'minutes before the pickup window; 0 = no reminder',
  }),
  quiet_from: TimeOfDay,
  quiet_to: Type.String({ ...TimeOfDay, description: 'equal to quiet_from: no quiet hours' }),
};

const AsksValue = Type.Boolean({
  description: 'ask after a pickup whether the pack was worth its value; by `channel`, and not without one',
});

const sellerSettingsFields = {
  sold: Type.Enum(notificationChannels, { description: 'a unit was sold' }),
  last_sold: Type.Enum(notificationChannels, {
    description: 'the last unit of a slot was sold, or few are left: once a slot; replaces `sold`',
  }),
  cancelled: Type.Enum(notificationChannels, { description: 'a buyer cancelled' }),
  report: Type.Enum(notificationChannels, { description: 'a buyer reported a problem' }),
};

const Draw = Type.Enum(notificationChannels, { description: 'a draw was drawn' });

const StockQuestion = Type.Enum(notificationChannels, {
  description: 'how many units there are today, at the time that the seller chose for a product',
});

const LowStockUnits = Type.Integer({
  minimum: 0,
  maximum: MAX_LOW_STOCK_UNITS,
  description: '`last_sold` is sent when a sale leaves so many or fewer; 0: when the last one is sold',
});

const SellerSettings = Type.Object(
  {
    ...sellerSettingsFields,
    draw: Draw,
    stock_question: StockQuestion,
    low_stock_units: LowStockUnits,
    sale_place_ids: Nullable(
      Type.Array(Id, { description: "those chosen; null: all of the member's, also later ones" }),
    ),
  },
  { $id: 'SellerNotificationSettings' },
);

const SellerSettingsChange = Type.Object(
  {
    ...sellerSettingsFields,
    draw: Type.Optional(Draw),
    stock_question: Type.Optional(StockQuestion),
    low_stock_units: Type.Optional(LowStockUnits),
    sale_place_ids: Type.Optional(
      Nullable(
        Type.Array(Id, {
          minItems: 1,
          maxItems: 100,
          description: "of the member's; null: all, also later ones; left out: as before",
        }),
      ),
    ),
  },
  { $id: 'SellerNotificationSettingsChange' },
);

export const PushEndpoint = Type.String({
  maxLength: 1000,
  minLength: 1,
  description: 'https URL of a known push service',
});
const PushKeys = Type.Object({ p256dh: Text(200, 1), auth: Text(100, 1) });

export const notifications = {
  getNotificationSettings: endpoint({
    method: 'GET',
    path: '/api/v1/user/notifications',
    module,
    auth: 'user',
    summary: "The user's notification settings",
    reply: Data(
      Type.Object({
        ...settingsFields,
        asks_value: AsksValue,
        push_key: Type.String({ description: 'public VAPID key (applicationServerKey), base64url' }),
      }),
    ),
    errors: [],
  }),
  updateNotificationSettings: endpoint({
    method: 'POST',
    path: '/api/v1/user/notifications',
    module,
    auth: 'user',
    summary: "Update the user's notification settings",
    body: Type.Object({ ...settingsFields, asks_value: Type.Optional(AsksValue) }),
    reply: Success,
    errors: ['validation'],
  }),
  getSellerNotificationSettings: endpoint({
    method: 'GET',
    path: '/api/v1/seller/notifications',
    module,
    auth: 'member',
    businessRight: 'hand_out',
    summary:
      'What the member is told of in the business that the device works for, and for which sale places',
    reply: Data(SellerSettings),
    errors: [],
  }),
  updateSellerNotificationSettings: endpoint({
    method: 'POST',
    path: '/api/v1/seller/notifications',
    module,
    auth: 'member',
    businessRight: 'hand_out',
    summary:
      'Choose what the member is told of in this business, and for which sale places. What the role may not see is never sent. Quiet hours apply unless the window begins before they end',
    body: SellerSettingsChange,
    reply: Success,
    errors: ['validation'],
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/v1/unsubscribe',
    module,
    auth: 'public',
    summary: 'Unsubscribe from one type of mail by the link in such a mail. Idempotent',
    body: Type.Object({
      what: Type.Enum(unsubscribableMails),
      key: Type.String({ format: 'uuid', description: 'key from the link' }),
    }),
    reply: Success,
    errors: ['validation', 'notFound'],
  }),
  savePushSubscription: endpoint({
    method: 'POST',
    path: '/api/v1/user/push_subscription',
    module,
    auth: 'user',
    summary: 'Subscribe this browser to pushes until it signs out',
    body: Type.Object({ endpoint: PushEndpoint, keys: PushKeys }),
    reply: Success,
    errors: ['validation'],
  }),
  renewPushSubscription: endpoint({
    method: 'POST',
    path: '/api/v1/push_subscription/renew',
    module,
    auth: 'public',
    limits: [{ max: 60, window: '1 hour' }],
    summary: 'Replace a subscription that the browser has renewed by itself',
    description:
      'Called by a service worker, which has no token. Whoever knows the former endpoint is the browser: it is a long random address that nobody else has.',
    body: Type.Object({
      former_endpoint: PushEndpoint,
      endpoint: PushEndpoint,
      keys: PushKeys,
    }),
    reply: Success,
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  deletePushSubscription: endpoint({
    method: 'POST',
    path: '/api/v1/user/push_subscription/remove',
    module,
    auth: 'user',
    summary: 'Unsubscribe this browser from pushes',
    body: Type.Object({ endpoint: Type.String({ maxLength: 1000, minLength: 1 }) }),
    reply: Success,
    errors: ['validation'],
  }),
} as const;
