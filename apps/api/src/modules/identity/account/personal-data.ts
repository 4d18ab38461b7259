import type { endpoints } from '@wopack/contract';
import { DAY_MS, type Language } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { type Call, SUCCESS } from '../../../platform/http/route.ts';
import { raiseAlert } from '../../../platform/observability/alert.ts';
import type { DataSubject, PersonalDataHandler } from '../../../platform/personal-data.ts';
import { scheduleRemoveFiles, scheduleRemovePhoto } from '../../media/index.ts';
import {
  deleteAllIdentities,
  getUser,
  getUserForExport,
  listBusinessesLeftToBlocked,
  listEndingBusinesses,
  listIdentities,
  listOwnBusinesses,
  listUsersDeletedBefore,
  lockOwnedBusinesses,
  lockUser,
  type UserUpdate,
  updateUser,
} from '../identity.queries.ts';
import { getSessionEnd } from '../identity.rules.ts';
import { endSessions, lockSession } from '../sessions/end-sessions.ts';
import { generateReferralCode } from '../sessions/register.ts';
import { deleteLoginCodes, listTokens } from '../sessions/sessions.queries.ts';
import { getLastUsedAt } from '../sessions/sessions.ts';
import { reauthenticate } from './credentials.ts';

/** Secrets are left out: hashes are useless to the user and useful to a thief. */
export async function exportAccount(
  { db, clock, secrets }: Context,
  { actor }: Call<typeof endpoints.exportAccount>,
  personalDataHandlers: readonly PersonalDataHandler[],
) {
  const now = clock.now();
  const user = await getUserForExport(db, actor.id);
  const tokens = await listTokens(db, actor.id, now);
  const identities = await listIdentities(db, actor.id);
  const subject = { id: actor.id, businessIds: await listOwnBusinesses(db, actor.id) };
  const moduleExports = await Promise.all(
    personalDataHandlers.map(async (handler) => handler.export?.(db, subject, secrets)),
  );
  return {
    exported_at: now.toISOString(),
    profile: {
      id: user.id,
      name: user.name,
      sname: user.surname,
      email: user.email,
      phone: user.phone,
      city: user.city,
      latitude: user.latitude,
      longitude: user.longitude,
      avatar_path: user.avatar_path,
      is_owner: user.is_seller,
      is_partner: user.is_partner,
      language: user.language,
      food: { diets: user.diets, free_of: user.avoided_allergens },
      ref_code: user.referral_code,
      email_verified_at: user.email_verified_at?.toISOString() ?? null,
      invited: user.referred_by !== null,
      terms_accepted_at: user.terms_accepted_at.toISOString(),
      created_at: user.created_at.toISOString(),
    },
    devices: tokens.map((token) => ({
      device_name: token.device_name,
      created_at: token.created_at.toISOString(),
      last_used: getLastUsedAt(token).toISOString(),
      expires_at: getSessionEnd(token).toISOString(),
    })),
    linked_accounts: identities.map(({ provider, subject, created_at }) => ({
      provider,
      subject,
      linked_at: created_at.toISOString(),
    })),
    ...Object.assign({}, ...moduleExports),
  };
}

/** Column values of a deleted account; the e-mail address stays until the account is purged. */
const anonymisedUser = {
  name: '',
  surname: '',
  phone: '',
  city: '',
  latitude: null,
  longitude: null,
  avatar_path: null,
  password_hash: null,
  is_seller: false,
  is_partner: false,
  diets: [],
  avoided_allergens: [],
} satisfies UserUpdate;

/**
 * The account is anonymised at once: it is not shown and cannot be signed in to. Data that payment disputes
 * may still need is erased weeks later (`purgeDeletedAccounts`).
 */
export async function deleteAccount(
  context: Context,
  { actor, body, language }: Call<typeof endpoints.deleteAccount>,
  personalDataHandlers: readonly PersonalDataHandler[],
) {
  const { db } = context;
  const user = await getUser(db, actor.id);
  // Checked before the proof, so that a refusal does not consume the code.
  const subject = { id: user.id, businessIds: await listEndingBusinesses(db, user.id) };
  await assertNothingToSettle(db, subject, language, personalDataHandlers);
  await reauthenticate(context, user, body, 'deletion');

  await db.transaction().execute(async (trx) => {
    await lockSession(trx, actor);
    await deleteAccountInTransaction(context, trx, { user, language }, personalDataHandlers);
  });
  return SUCCESS;
}

/** Refused while something is open. */
export async function deleteAccountInTransaction(
  { clock, jobs }: Pick<Context, 'clock' | 'jobs'>,
  trx: Trx,
  { user, language }: { user: { id: number; avatar_path: string | null }; language: Language },
  personalDataHandlers: readonly PersonalDataHandler[],
): Promise<void> {
  const now = clock.now();
  if (!(await lockUser(trx, user.id))) throw new AppError('notSignedIn');
  await lockOwnedBusinesses(trx, user.id);
  const subject = { id: user.id, businessIds: await listEndingBusinesses(trx, user.id) };
  const blockedBusinessIds = await listBusinessesLeftToBlocked(trx, user.id);
  for (const handler of personalDataHandlers)
    await handler.unpublish?.(trx, { ...subject, blockedBusinessIds }, now);
  await assertNothingToSettle(trx, subject, language, personalDataHandlers);
  await endSessions(trx, user.id, null);
  await updateUser(trx, user.id, { ...anonymisedUser, deleted_at: now });
  await scheduleRemoveFiles(jobs, trx, [user.avatar_path]);
  await jobs.enqueue(trx, 'notifications.send-mail', { template: 'deletion', userId: user.id });
}

async function assertNothingToSettle(
  db: DbOrTrx,
  subject: DataSubject,
  language: Language,
  personalDataHandlers: readonly PersonalDataHandler[],
): Promise<void> {
  // Sequential: a transaction has a single connection.
  const openItems = [];
  for (const handler of personalDataHandlers)
    openItems.push(...((await handler.listDeletionBlockers?.(db, subject, language)) ?? []));
  if (openItems.length === 0) return;
  throw new AppError('conflict', {
    message: 'identity.deletionBlocked',
    fields: Object.fromEntries(openItems.map(({ name }) => [name, `identity.deletionBlocker.${name}`])),
    values: Object.fromEntries(openItems.map(({ name, detail }) => [name, detail])),
  });
}

/** Users are promised 30 days; the job runs once a day. */
const RETENTION_MS = 29 * DAY_MS;

/**
 * Erases the remaining personal data of deleted accounts and frees their e-mail address for registration. An account that
 * fails stops no other; it is tried again the next night, and the operator is told.
 */
export async function purgeDeletedAccounts(
  context: Context,
  personalDataHandlers: readonly PersonalDataHandler[],
): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const failed: number[] = [];
  for (const user of await listUsersDeletedBefore(db, new Date(now.getTime() - RETENTION_MS))) {
    try {
      await purgeAccount(context, user, personalDataHandlers, now);
    } catch (error) {
      failed.push(user.id);
      context.log.error({ user_id: user.id, err: error }, 'deleted account not erased');
    }
  }
  if (failed.length > 0)
    await raiseAlert(
      context,
      'erasure',
      failed.map((id) => `user ${id}`),
    );
}

const purgeAccount = (
  { db, jobs }: Context,
  { id, email }: { id: number; email: string },
  personalDataHandlers: readonly PersonalDataHandler[],
  now: Date,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    // First, because users are locked before what is theirs.
    await updateUser(trx, id, { erased_at: now });
    const subject = { id, businessIds: await listEndingBusinesses(trx, id) };
    for (const handler of personalDataHandlers) {
      for (const photo of (await handler.erase?.(trx, subject, now)) ?? [])
        await scheduleRemovePhoto(jobs, trx, photo);
    }
    await deleteLoginCodes(trx, email, id);
    await deleteAllIdentities(trx, id);
    await updateUser(trx, id, {
      ...anonymisedUser,
      email: `erased-${id}@wopack.invalid`,
      email_verified_at: null,
      referral_code: generateReferralCode(),
      language: 'en',
    });
  });
