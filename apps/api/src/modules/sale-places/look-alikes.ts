import { DAY_MS, getLocale, type Position, pickLanguage } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import { composeMail, insertNote } from '../../platform/mail/compose-mail.ts';
import type { MailTemplates } from '../../platform/mail/mail.ts';
import { translate } from '../../platform/messages/translate.ts';
import {
  findLookAlikeForMail,
  insertLookAlikes,
  listNearPlaces,
  listPlacesWithNewPair,
} from './look-alikes.queries.ts';
import { isLookAlike, LOOK_ALIKE_METRES } from './look-alikes.rules.ts';
import { findClaimForMail } from './place-claims.queries.ts';

type NamedPosition = Position & { name: string };

/** Other sellers' sale places that may be the same, hidden ones too. */
export const listLookAlikes = async (db: DbOrTrx, place: NamedPosition, sellerId: number) =>
  (await listNearPlaces(db, place, LOOK_ALIKE_METRES, sellerId)).filter((other) => isLookAlike(place, other));

const MAIL_INTERVAL_MS = DAY_MS;

/**
 * Puts a new or changed sale place with those that it looks like before the operators, and tells their owners: once a
 * day and sale place, whatever others register.
 */
export async function recordLookAlikes(
  { clock, jobs }: Pick<Context, 'clock' | 'jobs'>,
  trx: Trx,
  place: NamedPosition & { id: number; seller_id: number },
): Promise<void> {
  const lookAlikes = await listLookAlikes(trx, place, place.seller_id);
  if (lookAlikes.length === 0) return;
  const now = clock.now();
  const earlierIds = lookAlikes.map(({ id }) => id);
  const since = new Date(now.getTime() - MAIL_INTERVAL_MS);
  const recentIds = await listPlacesWithNewPair(trx, earlierIds, since);
  const pairs = await insertLookAlikes(
    trx,
    earlierIds.map((id) => ({ sale_place_id: place.id, earlier_place_id: id, created_at: now })),
  );
  for (const { id, earlier_place_id: earlierId } of pairs)
    if (!recentIds.includes(earlierId))
      await jobs.enqueue(trx, 'notifications.send-mail', { template: 'lookAlike', lookAlikeId: id });
}

/** Nothing that somebody else wrote is in these mails but the reason of an operator. */
export const salePlaceMails = ({ db, config }: Pick<Context, 'db' | 'config'>): MailTemplates => {
  const url = `${config.publicUrl}/seller/claims`;
  return {
    /** To the owner of a sale place near which a like one was registered. */
    lookAlike: async ({ lookAlikeId }: { lookAlikeId: number }) => {
      const row = await findLookAlikeForMail(db, lookAlikeId);
      if (!row || row.deleted_at) return null;
      const language = pickLanguage(row.language);
      const { name, address } = row;
      return {
        to: row.email,
        ...composeMail('lookAlike', language, { name, address }),
      };
    },
    /** To the owner of a sale place that somebody claims. */
    placeClaimed: async ({ claimId }: { claimId: number }) => {
      const claim = await findClaimForMail(db, claimId);
      if (!claim || claim.owner_deleted_at || claim.state !== 'open') return null;
      const language = pickLanguage(claim.owner_language);
      const until = new Intl.DateTimeFormat(getLocale(language), {
        dateStyle: 'long',
        timeZone: claim.time_zone,
      });
      const { name, address } = claim;
      const values = { name, address, until: until.format(claim.answer_until), url };
      return {
        to: claim.owner_email,
        url,
        ...composeMail('placeClaimed', language, values),
      };
    },
    /** To either side, when it is decided. */
    claimDecided: async ({ claimId, side }: { claimId: number; side: 'claimant' | 'owner' }) => {
      const claim = await findClaimForMail(db, claimId);
      if (!claim || claim[`${side}_deleted_at`] || claim.state === 'open') return null;
      const language = pickLanguage(claim[`${side}_language`]);
      const { name, address, reason, state } = claim;
      const isTransferred = side === 'claimant' && state === 'approved';
      const target = isTransferred ? `${config.publicUrl}/seller` : url;
      const values = { name, address, reason: reason ?? '', url: target };
      const mail = composeMail('claimDecided', language, values, { text: `${side}.${state}` });
      // Whom it concerns decides only where nobody else can.
      const isAlone = [claim.claimant_id, claim.owner_id].includes(claim.decided_by!);
      return {
        to: claim[`${side}_email`],
        url: target,
        ...(isAlone ? insertNote(mail, translate('mail.decidedAlone', language)) : mail),
      };
    },
  };
};
