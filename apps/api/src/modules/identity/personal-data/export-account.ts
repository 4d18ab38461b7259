import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { Call } from '../../../platform/http/route.ts';
import type { PersonalDataHandler } from '../../../platform/personal-data.ts';
import { getUserForExport } from '../identity.queries.ts';
import { listTokens } from '../sessions/sessions.queries.ts';
import { getLastUsedAt } from '../sessions/sessions.ts';
import { listIdentities } from '../social/social.queries.ts';

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
  const moduleExports = await Promise.all(
    personalDataHandlers.map(async (handler) => handler.export?.(db, actor.id, secrets)),
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
      expires_at: token.expires_at.toISOString(),
    })),
    linked_accounts: identities.map(({ provider, subject, created_at }) => ({
      provider,
      subject,
      linked_at: created_at.toISOString(),
    })),
    ...Object.assign({}, ...moduleExports),
  };
}
