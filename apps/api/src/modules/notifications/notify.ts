import { timingSafeEqual } from 'node:crypto';
import type { endpoints, SellerNotificationType } from '@wopack/contract';
import { type Language, pickLanguage } from '@wopack/domain';
import type { Static } from 'typebox';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { composeLine, composeMail, type MailValues, type TextMail } from '../../platform/mail/mail.ts';
import { isTooLongForPush, type PushMessage, type PushQuestion } from '../../platform/push.ts';
import type { Queues } from '../../platform/queues.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { findRecipient, listActiveSubscriptions, listMembersToNotify } from './notifications.queries.ts';
import { chooseNotification, getDeliveryTime } from './notifications.rules.ts';

/**
 * An event about the user's own data, such as an order: delivered whatever their settings for optional
 * notifications.
 */
export interface UserNotification {
  userId: number;
  /** Message keys are `mail.<template>.subject`, `.text` and `push.<template>.title`, `.body`. */
  template: string;
  /**
   * Placeholders in the recipient's language; `url` is added. Null: words whose writer has no proved address, which are
   * read on WoPack's pages only.
   */
  values(language: Language): MailValues;
  /** No user wrote the words in it: they may go to an address that is not proved. */
  isByWopack?: boolean;
  /** By mail and to all devices with notifications, whatever was chosen: whoever waits was promised both. */
  isByEveryWay?: boolean;
  /** Path of the linked page. */
  url: string;
  tag: string;
  until: Date;
}

/** Message keys are `push.<template>.title` and `.body`. */
export const composePush = (
  template: string,
  language: Language,
  values: MailValues,
  { url, tag }: Pick<PushMessage, 'url' | 'tag'>,
): PushMessage => ({
  title: composeLine(`push.${template}.title`, language, values),
  body: composeLine(`push.${template}.body`, language, values),
  url,
  tag,
});

/** By push if the user chose it, else by mail, in their language. Nothing is sent to a deleted account. */
export async function notifyUser(context: Context, trx: Trx, notification: UserNotification): Promise<void> {
  const recipient = await findRecipient(trx, notification.userId);
  if (!recipient) return;
  const language = pickLanguage(recipient.language);
  const { template, url, tag, until } = notification;
  const values = { ...notification.values(language), url: context.config.publicUrl + url };
  const message: Omit<Notification, 'channel'> = {
    userId: notification.userId,
    mail: {
      to: recipient.email,
      ...composeMail(template, language, values, {
        hasQuotes: recipient.is_verified || notification.isByWopack === true,
      }),
    },
    push: composePush(template, language, values, { url, tag }),
    until,
  };
  await enqueueNotifications(
    context,
    trx,
    notification.isByEveryWay
      ? [
          { ...message, channel: 'mail' },
          // The mail is on its way already, also where no device is on.
          { ...message, channel: 'push', mail: null },
        ]
      : [{ ...message, channel: recipient.channel === 'push' ? 'push' : 'mail' }],
  );
}

export interface SellerNotification {
  businessId: number;
  salePlaceId: number;
  /**
   * What happened: each member is told of the first of them that they want to be told of. Message keys are
   * `mail.seller.<type>.subject`, `.text` and `push.seller.<type>.title`, `.body`.
   */
  types: readonly SellerNotificationType[];
  /** Instead of `types` for these users. */
  typesByUser?: ReadonlyMap<number, readonly SellerNotificationType[]>;
  /** Names of messages that are not that of the type. */
  templates?: Partial<Record<SellerNotificationType, string>>;
  /** Only this member: of the others it is known. */
  userId?: number | undefined;
  /** As of a `UserNotification`. */
  values(language: Language): MailValues;
  /** Path of the linked page. */
  url: string;
  tag: string;
  until: Date;
  /** Time zone of the sale place, used for quiet hours. */
  timeZone: string;
  /** If quiet hours end after this instant, the notification is delivered during them. */
  deadline: Date | null;
  /** That this member may answer in the notification. */
  question?: (userId: number, language: Language) => PushQuestion;
}

export type NotifiedMember = Awaited<ReturnType<typeof listMembersToNotify>>[number];

const listRecipients = (
  members: readonly NotifiedMember[],
  {
    businessId,
    salePlaceId,
    types,
    typesByUser,
    userId,
  }: Pick<SellerNotification, 'businessId' | 'salePlaceId' | 'types' | 'typesByUser' | 'userId'>,
) =>
  members
    .filter((member) => member.business_id === businessId && (userId ?? member.user_id) === member.user_id)
    .flatMap((member) => {
      const choice = chooseNotification(member, salePlaceId, typesByUser?.get(member.user_id) ?? types);
      return choice ? [{ member, ...choice }] : [];
    });

interface UserToNotify {
  userId: number;
  memberId: number;
  lowStockUnits: number;
  hasOtherBusiness: boolean;
}

type Place = Pick<SellerNotification, 'businessId' | 'salePlaceId'>;

/** Keeps the members who want to be told of something at a sale place, and may see it. */
export const selectUsersToNotify = (
  members: readonly NotifiedMember[],
  place: Place,
  type: SellerNotificationType,
): UserToNotify[] =>
  listRecipients(members, { ...place, types: [type] }).map(({ member }) => ({
    userId: member.user_id,
    memberId: member.id,
    lowStockUnits: member.low_stock_units,
    hasOtherBusiness: member.has_other_business,
  }));

/** Members who want to be told of something at a sale place, and may see it. */
export const listUsersToNotify = async (
  trx: Trx,
  place: Place,
  type: SellerNotificationType,
): Promise<UserToNotify[]> =>
  selectUsersToNotify(await listMembersToNotify(trx, [place.businessId]), place, type);

/** A delivery that waits for the end of somebody's quiet hours. */
interface DeferredDelivery {
  /** Position of the notification in the list that was passed. */
  index: number;
  userId: number;
  startAfter: Date;
}

/**
 * Notifies the members who want to be told and may see it, each by their channel. If quiet hours defer a delivery, sends
 * it not and returns who gets it when. `listedMembers`: those of all its businesses, where they were read before.
 */
export async function notifySellers(
  context: Context,
  trx: Trx,
  notifications: readonly SellerNotification[],
  listedMembers?: readonly NotifiedMember[],
): Promise<DeferredDelivery[]> {
  const businessIds = new Set(notifications.map(({ businessId }) => businessId));
  const members = listedMembers ?? (await listMembersToNotify(trx, [...businessIds]));
  const now = context.clock.now();
  const due: Notification[] = [];
  const deferred = notifications.flatMap((notification, index) =>
    listRecipients(members, notification).flatMap(({ member, type, channel }): DeferredDelivery[] => {
      const deliverAt = getDeliveryTime(now, member, notification.timeZone);
      const isUrgent = notification.deadline !== null && notification.deadline < deliverAt;
      if (deliverAt > now && !isUrgent) return [{ index, userId: member.user_id, startAfter: deliverAt }];
      due.push(buildSellerNotification(context, { ...notification, type, channel }, member));
      return [];
    }),
  );
  await enqueueNotifications(context, trx, due);
  return deferred;
}

/** The path of a page of the business; for whoever works for several, with the one that the device is to work for. */
export function addBusiness(path: string, businessId: number, hasOtherBusiness: boolean): string {
  if (!hasOtherBusiness) return path;
  return `${path}${path.includes('?') ? '&' : '?'}business=${businessId}`;
}

function buildSellerNotification(
  { config: { publicUrl } }: Pick<Context, 'config'>,
  {
    businessId,
    type,
    channel,
    tag,
    until,
    ...notification
  }: SellerNotification & { type: SellerNotificationType; channel: Notification['channel'] },
  member: NotifiedMember,
): Notification {
  const language = pickLanguage(member.language);
  const addBusinessTo = (path: string) => addBusiness(path, businessId, member.has_other_business);
  const url = addBusinessTo(notification.url);
  const template = notification.templates?.[type] ?? type;
  const values = {
    ...notification.values(language),
    url: publicUrl + url,
    settings: publicUrl + addBusinessTo('/account/notifications'),
  };
  return {
    userId: member.user_id,
    channel,
    mail: {
      to: member.email,
      ...composeMail(`seller.${template}`, language, values, { hasQuotes: member.is_verified }),
      // Reports have a deadline to answer, so their mails are not optional; other types are in the app as
      // well.
      ...(type !== 'report' && { unsubscribe: { what: type, userId: member.user_id } }),
    },
    push: {
      ...composePush(`seller.${template}`, language, values, { url, tag }),
      ...(notification.question && { question: notification.question(member.user_id, language) }),
    },
    until,
  };
}

/** A notification for one user, with its texts for both channels. */
export interface Notification {
  userId: number;
  channel: 'push' | 'mail';
  /** Null: it is sent by another notification, or the address is not proved and the mail has words of others. */
  mail: TextMail | null;
  push: PushMessage;
  /** Not delivered after this instant. */
  until: Date;
}

export type PushJob = Queues['notifications.send-push'];

/** Transactional mails (without an unsubscribe link) are sent however late. */
const limitMail = ({ mail, until }: Notification): TextMail | null =>
  mail?.unsubscribe ? { ...mail, until: until.toISOString() } : mail;

/**
 * Runs in the transaction that records the notification: a push to each browser of the user, or a mail if
 * there is none or the message is too long for a push.
 */
export async function enqueueNotifications(
  { jobs, clock }: Context,
  trx: Trx,
  notifications: readonly Notification[],
): Promise<void> {
  const pushUserIds = notifications.filter(({ channel }) => channel === 'push').map(({ userId }) => userId);
  const subscriptionsByUser = pushUserIds.length
    ? Map.groupBy(await listActiveSubscriptions(trx, pushUserIds, clock.now()), (row) => row.user_id)
    : new Map<number, { id: number }[]>();
  const subscriptionsFor = ({ channel, userId, push }: Notification) =>
    channel === 'push' && !isTooLongForPush(push) ? (subscriptionsByUser.get(userId) ?? []) : [];
  const pushJobs = notifications.flatMap((notification) =>
    subscriptionsFor(notification).map(
      ({ id }): PushJob => ({
        subscriptionId: id,
        message: notification.push,
        mail: limitMail(notification),
        until: notification.until.toISOString(),
      }),
    ),
  );
  const mails = notifications
    .filter((notification) => subscriptionsFor(notification).length === 0)
    .flatMap((notification) => limitMail(notification) ?? []);
  await jobs.enqueueAll(
    trx,
    'notifications.send-push',
    pushJobs.map((data) => ({ data })),
  );
  await jobs.enqueueAll(
    trx,
    'notifications.send-mail',
    mails.map((data) => ({ data })),
  );
}

/** Mails with an unsubscribe link. */
export type OptionalMailType = Static<(typeof endpoints)['unsubscribe']['body']>['what'];

/**
 * For mail programs: a POST unsubscribes. A GET shows a page that asks for confirmation. The key is in the path, because
 * the request of a mail program has no fragment.
 */
export const buildUnsubscribeUrl = (publicUrl: string, type: string, key: string): string =>
  `${publicUrl}/unsubscribe/${type}/${key}`;

const ID_BYTES = 4;
const MAC_BYTES = 12;

/**
 * Identifies a user in unsubscribe links and grants nothing else: id and keyed hash in the form of a UUID.
 * Not stored.
 */
export function createUnsubscribeKey(secrets: Secrets, userId: number): string {
  const id = Buffer.alloc(ID_BYTES);
  id.writeUInt32BE(userId);
  const mac = secrets.hash('unsubscribe', String(userId)).subarray(0, MAC_BYTES);
  return Buffer.concat([id, mac])
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Null when the key was not made by `createUnsubscribeKey`. */
export function parseUnsubscribeKey(secrets: Secrets, key: string): number | null {
  const bytes = Buffer.from(key.replaceAll('-', ''), 'hex');
  if (bytes.length !== ID_BYTES + MAC_BYTES) return null;
  const userId = bytes.readUInt32BE();
  const expected = Buffer.from(createUnsubscribeKey(secrets, userId).replaceAll('-', ''), 'hex');
  return timingSafeEqual(bytes, expected) ? userId : null;
}
