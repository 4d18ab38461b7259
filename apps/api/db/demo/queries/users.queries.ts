import { randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@wopack/domain';
import { sql } from 'kysely';
import type { Trx } from '../../../src/platform/db/database.ts';
import {
  type DemoRole,
  type DemoUser,
  demoAccounts,
  demoCity,
  demoMembers,
  demoOperators,
  getAccountAgeDays,
} from '../accounts.ts';

/** The three demo accounts; the partner referred the other two. */
export async function insertAccounts(
  trx: Trx,
  passwordHashes: readonly string[],
  now: Date,
): Promise<Record<DemoRole, number>> {
  const ids: Partial<Record<DemoRole, number>> = {};
  for (const [i, account] of demoAccounts.entries()) {
    const since = new Date(now.getTime() - account.accountAgeDays * DAY_MS);
    const { id } = await trx
      .insertInto('users')
      .values({
        name: account.name,
        surname: account.surname,
        email: account.email,
        email_verified_at: since,
        password_hash: passwordHashes[i]!,
        phone: account.phone,
        ...demoCity,
        avatar_path: `/media/demo/avatar-${account.role}.webp`,
        is_seller: account.isSeller,
        is_partner: account.isPartner,
        language: 'pt',
        referral_code: account.referralCode,
        referred_by: ids.partner ?? null,
        terms_accepted_at: since,
        created_at: since,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids[account.role] = id;
  }
  return ids as Record<DemoRole, number>;
}

/**
 * The team of the demo seller's business: who hands out does so at its first sale place, where a paired counter device
 * asks who is there; an invitation waits.
 */
export async function insertDemoMembers(
  trx: Trx,
  { sellerId, passwordHash, now }: { sellerId: number; passwordHash: string; now: Date },
): Promise<void> {
  const salePlaces = await trx
    .selectFrom('sale_places')
    .select('id')
    .where('seller_id', '=', sellerId)
    .orderBy('id')
    .execute();
  await sql`update members set joined_at = users.created_at from users
    where users.id = members.user_id and users.id = ${sellerId}`.execute(trx);
  for (const { role, email, name, surname, daysAgo, lastVisitHoursAgo } of demoMembers) {
    const since = new Date(now.getTime() - daysAgo * DAY_MS);
    const { id: userId } = await trx
      .insertInto('users')
      .values({
        name,
        surname,
        email,
        email_verified_at: since,
        password_hash: passwordHash,
        ...demoCity,
        language: 'pt',
        referral_code: `${role}4team`,
        terms_accepted_at: since,
        created_at: since,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: memberId } = await trx
      .insertInto('members')
      .values({
        business_id: sellerId,
        user_id: userId,
        role,
        has_all_sale_places: role !== 'counter',
        joined_at: since,
        last_seen_at: new Date(now.getTime() - lastVisitHoursAgo * HOUR_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (role === 'counter')
      await trx
        .insertInto('member_sale_places')
        .values({ member_id: memberId, sale_place_id: salePlaces[0]!.id })
        .execute();
  }
  const since = new Date(now.getTime() - 20 * DAY_MS);
  const counter = { business_id: sellerId, sale_place_id: salePlaces[0]!.id, created_at: since };
  await trx
    .insertInto('devices')
    .values({
      ...counter,
      name: 'Tablet da Trindade',
      token_hash: randomBytes(32),
      paired_at: since,
      last_used_at: new Date(now.getTime() - HOUR_MS / 4),
      asks_name: true,
    })
    .execute();
  await trx
    .insertInto('counter_names')
    .values({ ...counter, name: 'Rosa' })
    .execute();
  const sentAt = new Date(now.getTime() - DAY_MS);
  await trx
    .insertInto('member_invitations')
    .values({
      business_id: sellerId,
      email: 'daria@wopack.example',
      role: 'counter',
      has_all_sale_places: false,
      sale_place_ids: [salePlaces.at(-1)!.id],
      invited_by: sellerId,
      language: 'pt',
      sent_at: sentAt,
      expires_at: new Date(sentAt.getTime() + 7 * DAY_MS),
    })
    .execute();
}

/**
 * Users without a password: buyers of other orders and sellers of other sale places. Returns their ids in
 * order.
 */
export async function insertUsers(
  trx: Trx,
  users: readonly DemoUser[],
  {
    isSeller,
    getReferrerId,
    now,
  }: { isSeller: boolean; getReferrerId: (index: number) => number | null; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into users (name, surname, email, email_verified_at, city, is_seller, language, referral_code, referred_by,
      terms_accepted_at, created_at)
    select name, surname, email, since, ${demoCity.city}, ${isSeller}, 'pt', split_part(email, '@', 1), partner, since, since
    from unnest(${users.map(({ name }) => name)}::text[], ${users.map(({ surname }) => surname)}::text[],
      ${users.map(({ email }) => email)}::text[], ${users.map((_, i) => getReferrerId(i))}::int[],
      ${users.map((_, i) => getAccountAgeDays(i))}::int[])
      with ordinality as new_user (name, surname, email, partner, days, n),
      lateral (select ${now}::timestamptz - days * interval '1 day' as since) as joined
    order by n
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Legal identities of all sellers: of two thirds with what tax authorities want to know, of the others, the demo seller
 * among them, without. Two are not verified.
 */
export const insertBusinesses = (trx: Trx, demoSellerId: number, now: Date) =>
  sql`insert into legal_identities (user_id, legal_name, address, country, vat_number, updated_at, kind, first_name, last_name,
      birth_date, register_number, tax_number, tax_country, post_code, city, verified_at)
    select seller_id, concat(name, ' ', surname, case when kind = 'person' then '' else ', Unipessoal Lda.' end),
      case when kind is null then address else substring(address from '^(.*), [0-9]{4}-[0-9]{3} ') end,
      'PT', 'PT' || number, ${now}, kind, case when kind = 'person' then name end,
      case when kind = 'person' then surname end,
      case when kind = 'person' then date '1960-03-01' + seller_id * 37 % 14000 end,
      case when kind = 'company' then number end, case when kind is not null then number end,
      case when kind is not null then 'PT' end,
      case when kind is not null then substring(address from '[0-9]{4}-[0-9]{3}') end,
      case when kind is not null then substring(address from ', [0-9]{4}-[0-9]{3} (.*)$') end,
      case when n > 2 then ${now}::timestamptz - interval '20 days' end
    from (
      select row_number() over (order by seller_id desc) as n, * from (
      select distinct on (seller_id) seller_id, users.name, users.surname, sale_places.address,
        case when seller_id = ${demoSellerId} or seller_id % 3 = 0 then null when seller_id % 6 = 1 then 'person' else 'company' end as kind
      from sale_places join users on users.id = seller_id order by seller_id, sale_places.id) places) sellers
    left join lateral (
      select digits || case when sum % 11 < 2 then 0 else 11 - sum % 11 end as number
      from (select case kind when 'person' then '2' else '5' end || lpad(seller_id::text, 7, '0') as digits) made
      cross join lateral (
        select sum(substr(digits, place, 1)::int * (10 - place))::int as sum from generate_series(1, 8) place) weighted) tax on true`.execute(
    trx,
  );

/** Example IBANs of the IBAN registry, which exist at no bank. */
const ibanByRole: Partial<Record<DemoRole, string>> = {
  seller: 'PT50000201231234567890154',
  partner: 'ES9121000418450200051332',
};

/** Payout details of the demo seller and partner, and the legal identity of the partner. */
export async function insertPayoutDetails(
  trx: Trx,
  accounts: Record<DemoRole, number>,
  now: Date,
): Promise<void> {
  await sql`insert into legal_identities (user_id, legal_name, address, country, vat_number, updated_at)
    select id, concat(name, ' ', surname), 'Rua da Rosa 41, 1200-382 Lisboa', 'PT', 'PT299999998', ${now}
    from users where id = ${accounts.partner}`.execute(trx);
  for (const [role, iban] of Object.entries(ibanByRole))
    await sql`insert into payout_details (user_id, iban, holder, updated_at)
      select user_id, ${iban}, legal_name, ${now} from legal_identities
      where user_id = ${accounts[role as DemoRole]}`.execute(trx);
}

/** How many days ago an account was sent, its document is due in, and another was verified before it was restricted. */
const ACCOUNT_DAYS = { sent: 60, begun: 61, documentDue: 5, restricted: 2 };

/**
 * Accounts at the sandbox of all sellers and partners, so that they sell and are paid at once. Of those without the data
 * for tax authorities, one still owes a document, one is restricted, and one has begun none; the demo seller is verified.
 */
export async function insertPayoutAccounts(trx: Trx, now: Date): Promise<void> {
  const instants = sql`(select ${now}::timestamptz as now,
    ${now}::timestamptz - ${ACCOUNT_DAYS.begun} * interval '1 day' as begun_at,
    ${now}::timestamptz - ${ACCOUNT_DAYS.sent} * interval '1 day' as sent_at,
    ${now}::timestamptz + ${ACCOUNT_DAYS.documentDue} * interval '1 day' as due_at,
    ${now}::timestamptz - ${ACCOUNT_DAYS.restricted} * interval '1 day' as restricted_at)`;
  await sql`
    insert into sandbox_accounts (ref, user_id, country, kind, outcome, deadline, created_at)
    select 'acct_sandbox_demo_' || id, id, 'PT', kind, outcome, case outcome when 'needs_document' then due_at end, begun_at
    from (
      select users.id, case legal_identities.kind when 'company' then 'company' else 'individual' end as kind,
        case when password_hash is not null or legal_identities.kind is not null then 'verified'
          else (array['needs_document', 'restricted', null, 'verified'])[least(row_number() over (
            partition by password_hash is null and legal_identities.kind is null order by users.id), 4)] end as outcome
      from users left join legal_identities on legal_identities.user_id = users.id
      where is_partner or exists (select from sale_places where seller_id = users.id)) payees
    cross join ${instants} instants
    where outcome is not null`.execute(trx);
  await sql`
    insert into payout_accounts (user_id, provider, ref, state, state_since, requirements, disabled_reason, deadline,
      submitted_at, first_verified_at, payouts_enabled, transfers_enabled, bank_country, bank_last4, bank_holder, payout_interval,
      payout_anchor, created_at, updated_at)
    select user_id, 'sandbox', ref,
      case outcome when 'verified' then 'verified' when 'needs_document' then 'needs_details' else 'restricted' end,
      case outcome when 'restricted' then restricted_at else sent_at end,
      case outcome when 'verified' then '{}'::text[] else array['individual.verification.document'] end,
      case outcome when 'restricted' then 'requirements.past_due' end, deadline, sent_at, sent_at,
      outcome <> 'restricted', outcome <> 'restricted', 'PT', '4321', coalesce(legal_name, concat_ws(' ', users.name, users.surname)), 'weekly', 'monday', begun_at, now
    from sandbox_accounts join users on users.id = user_id left join legal_identities using (user_id) cross join ${instants} instants`.execute(
    trx,
  );
}

export async function insertFavourites(trx: Trx, userId: number, productIds: readonly number[], now: Date) {
  if (productIds.length === 0) return;
  await trx
    .insertInto('favourites')
    .values(productIds.map((productId) => ({ user_id: userId, product_id: productId, created_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Operators who can enter with the demo's second factor. */
export async function insertDemoOperators(
  trx: Trx,
  {
    passwordHash,
    encryptedTotpSecret,
    now,
  }: { passwordHash: string; encryptedTotpSecret: string; now: Date },
): Promise<void> {
  for (const { role, ...person } of demoOperators) {
    const { id } = await trx
      .insertInto('users')
      .values({
        ...person,
        email_verified_at: now,
        password_hash: passwordHash,
        language: role === 'support' ? 'ru' : 'en',
        referral_code: `console-${role}`,
        terms_accepted_at: now,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('operators')
      .values({
        user_id: id,
        role,
        totp_secret: encryptedTotpSecret,
        totp_confirmed_at: now,
        created_at: now,
      })
      .execute();
  }
}

/**
 * Runs inserts without the indexes and foreign keys of some tables and recreates them afterwards, which is
 * much faster for a million rows. Unique constraints stay.
 */
export async function withoutIndexes(
  trx: Trx,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows: foreignKeys } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid = any(${tables}::regclass[])`.execute(trx);
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = any(${tables}::regclass[]) and not indisunique`.execute(trx);
  for (const { table, name } of foreignKeys) {
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.id(name)}`.execute(trx);
  }
  for (const { name } of indexes) await sql`drop index ${sql.raw(name)}`.execute(trx);
  await work();
  for (const { definition } of indexes) await sql.raw(definition).execute(trx);
  for (const { table, name, definition } of foreignKeys) {
    await sql`alter table ${sql.raw(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
      trx,
    );
  }
}

const DEMO_LOCK_KEY = 20261121;

/**
 * Whether there are no users. Of concurrent processes one gets the lock, the others wait until it has
 * seeded.
 */
export async function lockAndCheckEmpty(trx: Trx): Promise<boolean> {
  // Another process may be making the demo.
  await sql`SET LOCAL lock_timeout = 0`.execute(trx);
  await sql`SELECT pg_advisory_xact_lock(${DEMO_LOCK_KEY})`.execute(trx);
  return (await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}
