import Type from 'typebox';
import { Data, Success, Text } from './common.ts';
import { endpoint } from './endpoint.ts';

const module = 'notifications';

const TimeOfDay = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  maxLength: 5,
  description: "'HH:MM' where the person is",
});

const settingsFields = {
  channel: Type.Enum(['push', 'mail', 'none'], {
    description: 'how a favourite that is back on sale is told',
  }),
  reminder_minutes: Type.Integer({
    minimum: 0,
    maximum: 1440,
    description: 'before the pickup window starts; 0 = no reminder',
  }),
  quiet_from: TimeOfDay,
  quiet_to: Type.String({ ...TimeOfDay, description: 'the same as quiet_from: no quiet hours' }),
};

const SellerSettings = Type.Object(
  {
    sold: Type.Enum(['push', 'mail', 'none'], { description: 'a pack was sold' }),
    last_sold: Type.Enum(['push', 'mail', 'none'], {
      description: 'the last pack of a window was sold; then instead of `sold`',
    }),
    cancelled: Type.Enum(['push', 'mail', 'none'], { description: 'a buyer cancelled' }),
    report: Type.Enum(['push', 'mail', 'none'], { description: 'a buyer reported a problem' }),
  },
  { $id: 'SellerNotificationSettings' },
);

export const notifications = {
  getNotificationSettings: endpoint({
    method: 'GET',
    path: '/api/v1/user/notifications',
    module,
    auth: 'user',
    summary: 'What the person wants to be told, how and when',
    reply: Data(
      Type.Object({
        ...settingsFields,
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
    summary: 'Change what the person wants to be told',
    body: Type.Object(settingsFields),
    reply: Success,
    errors: ['validation'],
  }),
  getSellerNotificationSettings: endpoint({
    method: 'GET',
    path: '/api/v1/seller/notifications',
    module,
    auth: 'owner',
    summary: 'What a seller wants to be told, and how',
    reply: Data(SellerSettings),
    errors: [],
  }),
  updateSellerNotificationSettings: endpoint({
    method: 'POST',
    path: '/api/v1/seller/notifications',
    module,
    auth: 'owner',
    summary:
      'Change what a seller is told, and how. Quiet hours hold unless the window begins before they end',
    body: SellerSettings,
    reply: Success,
    errors: ['validation'],
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/v1/unsubscribe/{what}/{key}',
    module,
    auth: 'public',
    summary: 'End mails of one kind, by the link in one of them. Safe to repeat',
    params: Type.Object({
      what: Type.Enum(['favourites', 'reminders', 'sold', 'last_sold', 'cancelled']),
      key: Type.String({ format: 'uuid', description: 'of the link' }),
    }),
    reply: Success,
    errors: ['validation', 'notFound'],
  }),
  savePushSubscription: endpoint({
    method: 'POST',
    path: '/api/v1/user/push_subscription',
    module,
    auth: 'user',
    summary: 'Send pushes to this browser too, until it signs out',
    body: Type.Object({
      endpoint: Type.String({ maxLength: 1000, minLength: 1, description: 'https, of a known push service' }),
      keys: Type.Object({ p256dh: Text(200, 1), auth: Text(100, 1) }),
    }),
    reply: Success,
    errors: ['validation'],
  }),
  deletePushSubscription: endpoint({
    method: 'POST',
    path: '/api/v1/user/push_subscription/remove',
    module,
    auth: 'user',
    summary: 'Send no more pushes to this browser',
    body: Type.Object({ endpoint: Type.String({ maxLength: 1000, minLength: 1 }) }),
    reply: Success,
    errors: ['validation'],
  }),
} as const;
