import { endpoints } from '@wopack/contract';
import type { FastifyInstance } from 'fastify';
import type { Context, Http } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { AppError, createValidationError } from '../../platform/http/app-error.ts';
import { type Call, type PartiallyValidCall, SUCCESS } from '../../platform/http/route.ts';
import { readOutbox } from '../../platform/mail/mail.ts';
import {
  deleteSubscriptionByEndpoint,
  findActiveUser,
  findSellerSettings,
  findSettings,
  listSalePlaceIds,
  listSellerSettings,
  replaceSubscription,
  saveSellerSettings,
  saveSettings,
  saveSubscription,
} from './notifications.queries.ts';
import { isAuthSecret, isBrowserKey, isPushService } from './notifications.rules.ts';
import { type OptionalMailType, parseUnsubscribeKey } from './notify.ts';

/** Runs in the transaction that changed when the user wants to be reminded of pickups. */
type OnReminderTimeChanged = (
  context: Pick<Context, 'jobs' | 'clock'>,
  trx: Trx,
  user: { userId: number },
) => Promise<void>;

export function notificationRoutes(
  context: Context,
  http: Http,
  onReminderTimeChanged: OnReminderTimeChanged,
): void {
  const { route } = http;
  route(endpoints.getNotificationSettings, async ({ actor }) => ({
    data: { ...(await findSettings(context.db, actor.id)), push_key: context.push.publicKey },
  }));
  route(endpoints.updateNotificationSettings, (call) =>
    updateNotificationSettings(context, call, onReminderTimeChanged),
  );
  route(endpoints.getSellerNotificationSettings, (call) => getSellerSettings(context, call));
  route(endpoints.updateSellerNotificationSettings, (call) => updateSellerSettings(context, call));
  route(endpoints.unsubscribe, async ({ body }) => {
    await unsubscribe(context, body, onReminderTimeChanged);
    return SUCCESS;
  });
  oneClickUnsubscribeRoutes(context, http, onReminderTimeChanged);
  route(endpoints.savePushSubscription, (call) => savePushSubscription(context, call), {
    validate: validatePushSubscription,
  });
  route(endpoints.renewPushSubscription, (call) => renewPushSubscription(context, call), {
    validate: validatePushSubscription,
  });
  route(endpoints.deletePushSubscription, async ({ actor, body }) => {
    await deleteSubscriptionByEndpoint(context.db, actor.id, body.endpoint);
    return SUCCESS;
  });
}

/**
 * One-click unsubscription of mail programs (RFC 8058): a form POST to the URL that people open as a page.
 * A GET changes nothing, because many programs prefetch links.
 */
function oneClickUnsubscribeRoutes(
  context: Context,
  { app }: Http,
  onReminderTimeChanged: OnReminderTimeChanged,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null),
    );
    scope.post<{ Params: { what: OptionalMailType; key: string } }>(
      '/unsubscribe/:what/:key',
      { schema: { hide: true, params: endpoints.unsubscribe.body } },
      async ({ params }) => {
        await unsubscribe(context, params, onReminderTimeChanged);
        return SUCCESS;
      },
    );
  });
}

async function updateNotificationSettings(
  context: Context,
  { actor, body }: Call<typeof endpoints.updateNotificationSettings>,
  onReminderTimeChanged: OnReminderTimeChanged,
) {
  await context.db.transaction().execute(async (trx) => {
    await saveSettings(trx, actor.id, body);
    await onReminderTimeChanged(context, trx, { userId: actor.id });
  });
  return SUCCESS;
}

async function getSellerSettings(
  { db }: Context,
  { actor }: Call<typeof endpoints.getSellerNotificationSettings>,
) {
  const settings = await findSellerSettings(db, actor.member.businessId, actor.id);
  if (!settings) throw new AppError('notAllowed');
  const { sold, last_sold, cancelled, report, draw, stock_question, low_stock_units } = settings;
  const { chosen_sale_place_ids: ids } = settings;
  const mine = actor.member.salePlaceIds;
  const chosen = ids?.filter((id) => mine === null || mine.includes(id));
  return {
    // As `chooseNotification`: without any of those chosen, all.
    data: {
      ...{ sold, last_sold, cancelled, report, draw, stock_question, low_stock_units },
      sale_place_ids: chosen?.length ? chosen : null,
    },
  };
}

async function updateSellerSettings(
  { db }: Context,
  { actor, body }: Call<typeof endpoints.updateSellerNotificationSettings>,
) {
  const { sold, last_sold, cancelled, report, draw, stock_question, low_stock_units } = body;
  const { sale_place_ids: ids } = body;
  if (ids) {
    const mine = await listSalePlaceIds(db, actor.member);
    if (ids.some((id) => !mine.includes(id)))
      throw createValidationError('sale_place_ids', 'businesses.unknownSalePlace');
  }
  await db.transaction().execute(async (trx) => {
    const member = await findSellerSettings(trx, actor.member.businessId, actor.id);
    if (!member) throw new AppError('notAllowed');
    await saveSellerSettings(trx, member, {
      sold,
      last_sold,
      cancelled,
      report,
      ...(draw && { draw }),
      ...(stock_question && { stock_question }),
      ...(low_stock_units !== undefined && { low_stock_units }),
      ...(ids !== undefined && { sale_place_ids: ids }),
    });
  });
  return SUCCESS;
}

const SETTINGS_WITHOUT = {
  favourites: { channel: 'none' },
  reminders: { reminder_minutes: 0 },
  value: { asks_value: false },
} as const;

/** Idempotent. Of what happens in businesses: in all of the user's. */
async function unsubscribe(
  context: Context,
  { what, key }: { what: OptionalMailType; key: string },
  onReminderTimeChanged: OnReminderTimeChanged,
): Promise<void> {
  const userId = parseUnsubscribeKey(context.secrets, key);
  const user = userId === null ? undefined : await findActiveUser(context.db, userId);
  if (!user) throw new AppError('notFound');
  await context.db.transaction().execute(async (trx) => {
    if (what !== 'favourites' && what !== 'reminders' && what !== 'value') {
      for (const member of await listSellerSettings(trx, user.id))
        await saveSellerSettings(trx, member, { [what]: 'none' });
      return;
    }
    await saveSettings(trx, user.id, SETTINGS_WITHOUT[what]);
    if (what === 'reminders') await onReminderTimeChanged(context, trx, { userId: user.id });
  });
}

/**
 * /dev/outbox lists mails that would have been sent. Off in production and with a DATABASE_URL unless
 * enabled explicitly.
 */
export function registerOutboxPage(app: FastifyInstance, folder: string): void {
  app.get('/dev/outbox', { schema: { hide: true } }, async (_request, reply) => {
    const { default: PostalMime } = await import('postal-mime');
    const mails = await Promise.all((await readOutbox(folder)).map((text) => PostalMime.parse(text)));
    const articles = mails.map(
      ({ to, subject, date, text, html }) =>
        `<article><h2>${escapeHtml(subject ?? '')}</h2><p>${escapeHtml((to ?? []).map(({ address }) => address).join(', '))} · ${escapeHtml(date ?? '')}</p><pre>${escapeHtml(text ?? '')}</pre>${html ? `<details><summary>HTML</summary><iframe title="HTML" sandbox="" width="640" height="640" srcdoc="${escapeHtml(html)}"></iframe></details>` : ''}</article>`,
    );
    return reply
      .type('text/html')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Outbox</title><main><h1>Outbox</h1>${articles.join('') || '<p>No mail yet.</p>'}</main></html>`,
      );
  });
}

function validatePushSubscription({
  body: { endpoint, keys },
}: PartiallyValidCall<typeof endpoints.savePushSubscription | typeof endpoints.renewPushSubscription>) {
  const { p256dh, auth } = keys ?? {};
  return {
    endpoint: endpoint !== undefined && !isPushService(endpoint) && 'notifications.service',
    'keys.p256dh': p256dh !== undefined && !isBrowserKey(p256dh) && 'field.format',
    'keys.auth': auth !== undefined && !isAuthSecret(auth) && 'field.format',
  };
}

async function savePushSubscription(
  { db, clock }: Context,
  { actor, body }: Call<typeof endpoints.savePushSubscription>,
) {
  const { endpoint, keys } = body;
  await db.transaction().execute((trx) =>
    saveSubscription(trx, {
      user_id: actor.id,
      token_id: actor.tokenId,
      endpoint,
      p256dh: keys.p256dh,
      auth: keys.auth,
      created_at: clock.now(),
    }),
  );
  return SUCCESS;
}

async function renewPushSubscription(
  { db }: Context,
  { body: { former_endpoint, endpoint, keys } }: Call<typeof endpoints.renewPushSubscription>,
) {
  const subscription = { endpoint, p256dh: keys.p256dh, auth: keys.auth };
  const isReplaced = await db
    .transaction()
    .execute((trx) => replaceSubscription(trx, former_endpoint, subscription));
  if (!isReplaced) throw new AppError('notFound');
  return SUCCESS;
}
