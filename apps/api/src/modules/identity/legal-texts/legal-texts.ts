import type { endpoints } from '@wopack/contract';
import { findLegalTextVersion, type Language, type LegalText } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { type Actor, type Call, SUCCESS } from '../../../platform/http/route.ts';
import type { PersonalDataHandler } from '../../../platform/personal-data.ts';
import { lockSession } from '../sessions/end-sessions.ts';
import {
  deleteNotices,
  insertAcceptance,
  insertAcceptances,
  insertVersions,
  listAcceptances,
  listNotices,
  listStoredVersions,
  lockVersions,
} from './legal-texts.queries.ts';
import {
  allTexts,
  findAnnouncementRefusal,
  findTextState,
  listAcceptedTexts,
  listChangesFor,
  listVersionsToRecord,
  type StoredVersion,
} from './legal-texts.rules.ts';

export const getChanges = (text: LegalText, version: string, language: Language): string =>
  findLegalTextVersion(text, version)?.changes?.[language] ?? '';

/** What holds without an announcement holds since the server first had it. */
export async function recordVersions({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await insertVersions(db, listVersionsToRecord(await listStoredVersions(db), clock.now()));
}

/** Each text that this database has a version of. */
export async function listTextStates(db: DbOrTrx, now: Date) {
  const stored = await listStoredVersions(db);
  return allTexts.flatMap((text) => findTextState(stored, text, now) ?? []);
}

/** The version of a text that held at an instant: of the terms at a hold, the one that the purchase goes on under. */
export const findVersionAt = async (db: DbOrTrx, text: LegalText, at: Date): Promise<string | null> =>
  findTextState(await listStoredVersions(db), text, at)?.inForce.version ?? null;

const viewVersion = ({ version, holds_from }: Pick<StoredVersion, 'version' | 'holds_from'>) => ({
  version,
  holds_from: holds_from.toISOString(),
});

export async function listLegalTexts(
  { db, clock }: Context,
  { language }: Call<typeof endpoints.listLegalTexts>,
) {
  const states = await listTextStates(db, clock.now());
  return {
    data: states.map(({ text, inForce, earlier, planned }) => ({
      text,
      ...viewVersion(inForce),
      earlier: earlier.map(viewVersion),
      planned: planned && {
        ...viewVersion(planned),
        changes: getChanges(text, planned.version, language),
      },
    })),
  };
}

async function findChanges(db: DbOrTrx, { id, isPartner }: Pick<Actor, 'id' | 'isPartner'>, now: Date) {
  const stored = await listStoredVersions(db);
  // Mostly nothing has changed, and nobody's acceptances are asked for.
  if (listChangesFor(stored, { isPartner, confirmed: [] }, now).length === 0) return [];
  return listChangesFor(stored, { isPartner, confirmed: await listAcceptances(db, id) }, now);
}

export const hasLegalTextChanges = async (
  db: DbOrTrx,
  actor: Pick<Actor, 'id' | 'isPartner'>,
  now: Date,
): Promise<boolean> => (await findChanges(db, actor, now)).length > 0;

export async function listLegalTextChanges(
  { db, clock }: Context,
  { actor, language }: Call<typeof endpoints.listLegalTextChanges>,
) {
  const changes = await findChanges(db, actor, clock.now());
  return {
    data: changes.map(({ text, isInForce, needsAcceptance, ...version }) => ({
      text,
      ...viewVersion(version),
      changes: getChanges(text, version.version, language),
      is_in_force: isInForce,
      needs_acceptance: needsAcceptance,
    })),
  };
}

export async function confirmLegalText(
  { db, clock }: Context,
  { actor, body: { text, version } }: Call<typeof endpoints.confirmLegalText>,
) {
  await db.transaction().execute(async (trx) => {
    await lockSession(trx, actor);
    const now = clock.now();
    const state = findTextState(await listStoredVersions(trx), text, now);
    if (![state?.inForce.version, state?.planned?.version].includes(version))
      throw new AppError('conflict', { message: 'identity.notThisVersion' });
    await insertAcceptance(trx, { user_id: actor.id, text, version, accepted_at: now });
  });
  return SUCCESS;
}

/** Who opens an account, or becomes a partner, accepts the versions that hold. */
export const acceptVersionsInForce = (
  trx: Trx,
  { userId, isPartner, now }: { userId: number; isPartner: boolean; now: Date },
) => insertAcceptances(trx, { userId, texts: listAcceptedTexts({ isPartner }), now });

/** Throws when it would hold too soon, or is not the next version. */
export async function announceVersion(
  trx: Trx,
  { text, version, holdsFrom, now }: { text: LegalText; version: string; holdsFrom: Date; now: Date },
): Promise<void> {
  await lockVersions(trx, text);
  const state = findTextState(await listStoredVersions(trx), text, now);
  if (!state) throw new AppError('notFound');
  const refusal = findAnnouncementRefusal(state, { version, holdsFrom, now });
  if (refusal) {
    const message = `identity.announcement.${refusal}` as const;
    throw new AppError('conflict', {
      message,
      ...(refusal === 'tooSoon' && { fields: { holds_from: message } }),
    });
  }
  await insertVersions(trx, [{ text, version, announced_at: now, holds_from: holdsFrom }]);
}

/** Acceptances stay with the erased account, whose row has no data of a person any more: they prove an agreement. */
export const legalTextPersonalData: PersonalDataHandler = {
  async export(db, { id: userId }) {
    const [acceptances, notices] = await Promise.all([listAcceptances(db, userId), listNotices(db, userId)]);
    return {
      legal_texts: {
        accepted: acceptances.map(({ text, version, accepted_at }) => ({
          text,
          version,
          at: accepted_at.toISOString(),
        })),
        announced: notices.map(({ text, version, notified_at }) => ({
          text,
          version,
          at: notified_at.toISOString(),
        })),
      },
    };
  },
  async erase(trx, { id: userId }) {
    await deleteNotices(trx, userId);
    return [];
  },
};
