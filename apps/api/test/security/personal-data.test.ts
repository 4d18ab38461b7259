import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createInvitation,
  createProductOnSale,
  createTestUser,
  postTestPayout,
  setUpPayouts,
  TEST_PASSWORD,
  type TestUser,
} from '../support/builders.ts';
import { handOutOrder } from '../support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../support/test-app.ts';
import { injectRequest } from '../support/test-request.ts';
import {
  columnsOfDeletedRows,
  keptColumns,
  type PersonalColumn,
  personalColumns,
  technicalColumns,
} from './personal-columns.ts';

const api = useTestApp();
const DAY_MS = 86_400_000;

const listTextColumns = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.table_name || '.' || c.column_name as name
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'kysely%'
      and (c.data_type in ('text', 'character varying', 'json', 'jsonb') or c.udt_name in ('citext', '_text'))
    order by 1`.execute(api.db);
  return rows.map(({ name }) => name);
};

const listNames = (columns: Record<string, readonly string[] | Record<string, unknown>>): string[] =>
  Object.entries(columns).flatMap(([table, names]) =>
    (Array.isArray(names) ? names : Object.keys(names)).map((name) => `${table}.${name}`),
  );

test('every column that can hold text is classified, once', async () => {
  const classified = [personalColumns, columnsOfDeletedRows, keptColumns, technicalColumns].flatMap(
    listNames,
  );
  const columns = await listTextColumns();
  const missing = columns.filter((name) => !classified.includes(name));
  expect(
    missing,
    `Classify ${missing.join(', ')} in apps/api/test/security/personal-columns.ts: under personalColumns what can hold a ` +
      `user's words or address (then add it to the export and erase functions of its module's PersonalDataHandler, and ` +
      `a row to insertOtherRows of this test), under columnsOfDeletedRows what such a row has besides, under keptColumns ` +
      'what must stay, with the reason; all else under technicalColumns.',
  ).toEqual([]);
  expect(
    classified.filter((name, index) => !columns.includes(name) || classified.indexOf(name) !== index),
    'These columns of apps/api/test/security/personal-columns.ts do not exist any more, or stand there twice.',
  ).toEqual([]);
});

const JOB_MARK = 'mark of a job';

interface Planted extends PersonalColumn {
  name: string;
  mark: string;
}

/** Somebody who buys, sells, reports and was decided on, and who has a row for every personal column. */
async function createPerson(): Promise<TestUser> {
  api.clock.set(FRIDAY_NOON);
  const person = await createTestUser(api, { isSeller: true });
  const [buyer, seller] = [await createTestUser(api), await createProductOnSale(api, { quantity: 7 })];
  const own = await createProductOnSale(api, { seller: person, quantity: 7 });
  await setUpPayouts(api, person);
  await person.call('saveHoliday', {
    params: { id: own.salePlaceId },
    body: { name: 'Férias', date_from: '2026-12-24', date_to: '2026-12-26' },
  });
  const bought = [await buyProduct(person, seller.productId), await buyProduct(person, seller.productId)];
  const sold = [await buyProduct(buyer, own.productId), await buyProduct(buyer, own.productId)];
  await person.call('cancelOrder', { params: { id: bought[1]!.id }, body: { reason: 'Doente.' } });
  await person.call('cancelSellerOrder', { params: { id: sold[1]!.id }, body: { reason: 'Forno.' } });
  api.clock.set('2026-11-20T17:45:00Z');
  await handOutOrder(seller.seller, bought[0]!.id, bought[0]!.pin!);
  await handOutOrder(person, sold[0]!.id, sold[0]!.pin!);
  await person.call('rateOrder', { params: { id: bought[0]!.id }, body: { stars: 5, text: 'Bom.' } });
  await seller.seller.call('replyToReview', { params: { id: bought[0]!.id }, body: { text: 'Obrigado.' } });
  await buyer.call('rateOrder', { params: { id: sold[0]!.id }, body: { stars: 4, text: 'Bom.' } });
  await person.call('replyToReview', { params: { id: sold[0]!.id }, body: { text: 'Obrigada.' } });
  await person.call('reportOrder', { params: { id: bought[0]!.id }, body: { text: 'Vazio.', wish: 'part' } });
  await seller.seller.call('answerReport', { params: { id: bought[0]!.id }, body: { answer: 'Desculpe.' } });
  await buyer.call('reportOrder', { params: { id: sold[0]!.id }, body: { text: 'Vazio.' } });
  await person.call('answerReport', {
    params: { id: sold[0]!.id },
    body: { answer: 'Desculpe.', refunded_cents: 100 },
  });
  await person.call('reportContent', {
    body: { subject_kind: 'product', subject_id: seller.productId, ground: 'other', text: 'Isto.' },
  });
  await api.jobs.runDue();
  await insertOtherRows(person, {
    productId: own.productId,
    orderId: sold[0]!.id,
    reviewIds: [bought[0]!.id, sold[0]!.id],
  });
  return person;
}

/** Rows of which a test of their own shows how they come about. */
async function insertOtherRows(
  { id, email }: TestUser,
  { productId, orderId, reviewIds }: { productId: number; orderId: number; reviewIds: number[] },
): Promise<void> {
  const now = api.clock.now();
  const { db } = api;
  await sql`insert into report_messages (order_id, author, text, created_at) values (${orderId}, 'seller', 'Sim.', ${now})`.execute(
    db,
  );
  await sql`insert into review_translations (order_id, author, language, text)
    select id, author, 'ru', 'x' from unnest(${reviewIds}::int[]) as id, unnest(array['buyer', 'seller']) as author`.execute(
    db,
  );
  await sql`insert into product_texts (product_id, language, name, description, is_translated)
    values (${productId}, 'en', 'Basket', 'Bread', false) on conflict do nothing`.execute(db);
  await sql`update orders set invoice_tax_number = 'x', invoice_given_at = ${now}
    where user_id = ${id} and state = 'collected'`.execute(db);
  await sql`update payments set invoice_tax_number = 'x' where user_id = ${id}`.execute(db);
  await sql`insert into invoice_details (user_id, name, tax_number, updated_at) values (${id}, 'x', 'x', ${now})`.execute(
    db,
  );
  await sql`update products set own_code = 'x' where id = ${productId}`.execute(db);
  await sql`with import as (
      insert into product_imports (business_id, user_id, state, file_name, photos_name, column_names, created_at)
      values (${id}, ${id}, 'checked', 'x', 'x', '{}', ${now}) returning id),
    photo as (insert into product_import_photos (import_id, name, error) select id, 'x', '{}' from import)
    insert into product_import_rows (import_id, row_number, cells, plan, errors)
      select id, 2, '{}', 'wrong', '[]' from import`.execute(db);
  await sql`insert into content_reports (created_at, subject_kind, subject_id, seller_id, ground, text, reporter_email, language)
    values (${now}, 'seller', ${id}, ${id}, 'other', 'As a guest.', ${email}, 'pt')`.execute(db);
  await sql`insert into decisions (created_at, user_id, email, language, role, subject_kind, subject_id, subject_name, outcome,
      reason, objection, objected_at, objection_outcome, objection_reason, objection_decided_at)
    values (${now}, ${id}, null, 'pt', 'affected', 'seller', ${id}, 'x', 'suspended', 'x', 'x', ${now}, 'upheld', 'x', ${now}),
      (${now}, null, ${email}, 'pt', 'reporter', 'seller', ${id}, 'x', 'kept', 'x', null, null, null, null, null)`.execute(
    db,
  );
  await sql`insert into saved_searches (user_id, text, query, earth, created_at)
    values (${id}, 'x', 'x', ll_to_earth(38.72, -9.14), ${now})`.execute(db);
  await sql`insert into credit_grants (user_id, source, amount_cents, left_cents, ended_cents, note, created_at)
    values (${id}, 'support', 100, 0, 100, 'x', ${now})`.execute(db);
  await sql`insert into counter_names (business_id, sale_place_id, name, created_at)
    select ${id}, sale_place_id, 'x', ${now} from products where id = ${productId}`.execute(db);
  await createInvitation(api, { id } as TestUser, 'ana@example.com');
  await sql`insert into social_identities (provider, subject, user_id, created_at) values ('google', 'x', ${id}, ${now})`.execute(
    db,
  );
  await sql`insert into login_codes (email, hash, expires_at, purpose, sent_at)
    values (${email}, ${Buffer.alloc(32)}, ${new Date(now.getTime() + 90 * DAY_MS)}, 'sign_in', ${now}) on conflict do nothing`.execute(
    db,
  );
  await sql`insert into recognised_devices (user_id, hash, device_name, created_at, last_sign_in_at)
    values (${id}, ${Buffer.alloc(32)}, 'x', ${now}, ${now})`.execute(db);
  await sql`insert into security_events (user_id, kind, created_at, network, device_name)
    values (${id}, 'sign_in', ${now}, 'x', 'x')`.execute(db);
  await sql`insert into mail_failures (recipient, subject, mail, reason, failures, failed_at)
    values (${email}, 'x', '{}', 'x', 1, ${now})`.execute(db);
  await sql`update legal_identities set kind = 'company', register_number = 'x', tax_number = 'x', tax_country = 'PT',
    post_code = 'x', city = 'x' where user_id = ${id}`.execute(db);
  await sql`insert into former_legal_identities (user_id, ended_at, legal_name, address, country, vat_number, kind,
      register_number, tax_number, tax_country, post_code, city, iban, holder, retain_until)
    values (${id}, ${now}, 'x', 'x', 'PT', 'x', 'company', 'x', 'x', 'PT', 'x', 'x', 'x', 'x', ${new Date(now.getTime() + 4000 * DAY_MS)})`.execute(
    db,
  );
  await sql`insert into place_claims (created_at, sale_place_id, claimant_id, owner_id, text, phone, answer_until, state,
      answer, answered_at, reason, decided_at)
    select ${now}, place.id, other.claimant, other.owner, 'x', 'x', ${now}, 'refused', 'x', ${now}, 'x', ${now}
    from (select id from sale_places limit 1) place,
      lateral (select min(id) as id from users where id <> ${id}) someone,
      lateral (values (${id}::int, someone.id), (someone.id, ${id}::int)) other (claimant, owner)`.execute(
    db,
  );
  await sql`insert into pgboss.job (name, state, data) values
    ('notifications.send-mail', 'completed', jsonb_build_object('to', upper(${email}), 'text', ${JOB_MARK}::text)),
    ('notifications.send-push', 'failed', jsonb_build_object('mail', jsonb_build_object('to', ${email}::text, 'text',
      ${JOB_MARK}::text)))`.execute(db);
  const { rows } = await sql<{ id: number }>`select id from tokens where user_id = ${id}`.execute(db);
  await sql`insert into payout_accounts (user_id, provider, bank_last4, bank_holder, state_since, created_at, updated_at)
    values (${id}, 'sandbox', 'x', 'x', ${now}, ${now}, ${now})`.execute(db);
  await sql`insert into push_subscriptions (user_id, token_id, endpoint, p256dh, auth, created_at)
    values (${id}, ${rows[0]!.id}, 'x', 'x', 'x', ${now})`.execute(db);
}

async function plantMarks({ id, email }: TestUser): Promise<Planted[]> {
  const planted: Planted[] = [];
  const newEmail = 'mark-users-email@mark.example';
  for (const [table, columns] of Object.entries(personalColumns))
    for (const [column, personal] of Object.entries(columns)) {
      const { rows, value } = personal;
      const mark = personal.mark ?? `mark-${table}-${column}`.replaceAll('_', '-');
      const address = table === 'users' && column === 'email' ? email : newEmail;
      const fill = (text: string) =>
        text.replaceAll('$user', String(id)).replaceAll('$email', `'${address}'`);
      const assigned = fill(value ? value(mark) : `'${mark}'`);
      const { numAffectedRows } = await sql
        .raw(`update ${table} set ${column} = ${assigned} where ${fill(rows)}`)
        .execute(api.db);
      expect(Number(numAffectedRows), `${table}.${column}: nobody has such a row`).toBeGreaterThan(0);
      if (table === 'users' && column === 'email') await renameAddress(email, newEmail);
      planted.push({
        ...personal,
        name: `${table}.${column}`,
        mark: assigned === `'${newEmail}'` ? newEmail : mark,
      });
    }
  return planted;
}

/** The rows that are found by the address. */
async function renameAddress(from: string, to: string): Promise<void> {
  for (const [table, column] of [
    ['content_reports', 'reporter_email'],
    ['decisions', 'email'],
    ['login_codes', 'email'],
    ['mail_failures', 'recipient'],
  ])
    await sql.raw(`update ${table} set ${column} = '${to}' where ${column} = '${from}'`).execute(api.db);
  await sql`update pgboss.job set data = regexp_replace(data::text, ${from}, ${to}, 'gi')::jsonb`.execute(
    api.db,
  );
}

/** Tables whose rows have the text, in any column. */
async function findTables(text: string, schemas = ['public', 'pgboss']): Promise<string[]> {
  const { rows } = await sql<{ query: string }>`
    select string_agg(format('select %L as name from %I.%I t where to_jsonb(t)::text ilike %L', table_name, table_schema, table_name,
      ${`%${text}%`}::text), ' union ') as query
    from information_schema.tables where table_schema = any(${schemas}) and table_type = 'BASE TABLE'`.execute(
    api.db,
  );
  const { rows: tables } = await sql<{ name: string }>`${sql.raw(rows[0]!.query)}`.execute(api.db);
  return tables.map(({ name }) => name).sort();
}

describe('somebody with all kinds of personal data', () => {
  let person: TestUser;
  let planted: Planted[];
  beforeAll(async () => {
    person = await createPerson();
    planted = await plantMarks(person);
  });

  test('gets them in the export', async () => {
    const { status, text } = await injectRequest(api, 'GET', '/api/v1/user/export', {
      headers: { authorization: `Bearer ${person.token}` },
    });
    expect(status).toBe(200);
    const missing = planted.filter(({ isExported, mark }) => isExported && !text.includes(mark));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  test('leaves none of them behind, but for what the law or others need', async () => {
    await settleBalance(person);
    await person.call('deleteAccount', { body: { password: TEST_PASSWORD } });
    await api.jobs.runDue();
    api.clock.advance(30 * DAY_MS);
    await api.jobs.runScheduled('identity.purge-deleted-accounts');
    const listLeft = async (fates: readonly string[]) => {
      const left: string[] = [];
      for (const { name, fate, mark } of planted)
        if (!fates.includes(fate))
          left.push(...(await findTables(mark)).map((table) => `${name} in ${table}`));
      return left;
    };
    expect(await listLeft(['retained', 'kept'])).toEqual([]);
    expect(await findTables(JOB_MARK)).toEqual([]);

    api.clock.advance(12 * 366 * DAY_MS);
    await api.jobs.runScheduled('identity.delete-expired-data');
    await api.jobs.runScheduled('ledger.delete-expired-data');
    await api.jobs.runScheduled('orders.delete-expired-data');
    expect(await listLeft(['kept'])).toEqual([]);
  });
});

/** Nobody deletes an account with money in it. */
async function settleBalance(person: TestUser): Promise<void> {
  const { rows } = await sql<{ cents: string }>`
    select coalesce(sum(amount_cents), 0) as cents from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where a.user_id = ${person.id} and a.account_kind = 'seller'`.execute(api.db);
  await postTestPayout(api, person, -Number(rows[0]!.cents));
}

test('reporters without an account are forgotten once no objection is possible any more', async () => {
  const { productId } = await createProductOnSale(api);
  const email = 'guest@mark.example';
  await api.client()('reportContent', {
    body: { subject_kind: 'product', subject_id: productId, ground: 'other', text: 'mark of a guest', email },
  });
  await sql`update content_reports set state = 'kept', decided_at = ${api.clock.now()} where reporter_email = ${email}`.execute(
    api.db,
  );
  await sql`insert into decisions (created_at, email, language, role, subject_kind, subject_id, subject_name, outcome, reason)
    values (${api.clock.now()}, ${email}, 'pt', 'reporter', 'product', ${productId}, 'x', 'kept', 'x')`.execute(
    api.db,
  );
  api.clock.advance(212 * DAY_MS);
  await api.jobs.runScheduled('admin.erase-guests');
  expect(await findTables(email, ['public'])).toEqual(['content_reports', 'decisions']);
  api.clock.advance(2 * DAY_MS);
  await api.jobs.runScheduled('admin.erase-guests');
  // Finished jobs are deleted after a week by the clock of the database.
  expect([await findTables(email, ['public']), await findTables('mark of a guest', ['public'])]).toEqual([
    [],
    [],
  ]);
});
