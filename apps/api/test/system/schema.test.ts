import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  allergens,
  allocationChoices,
  authProviders,
  codePurposes,
  commissionInvoiceFailures,
  commissionInvoiceKinds,
  commissionInvoiceOutcomes,
  commissionInvoiceStates,
  contentReportGrounds,
  creditSources,
  decisionOutcomes,
  decisionSubjects,
  diets,
  discountEffects,
  discountPayers,
  disputeStatuses,
  drawStates,
  entryStates,
  handOutConflictReasons,
  invoicingServices,
  launchStates,
  legalTexts,
  memberRoles,
  operatorRoles,
  orderStates,
  paymentMethods,
  payoutAccountStates,
  payoutStates,
  productTypeIcons,
  providerPayoutStatuses,
  referralSignKinds,
  refundGrounds,
  refundStates,
  reportedContents,
  reportWishes,
  sandboxAccountOutcomes,
  securityEventKinds,
  sellerKinds,
  shareReasons,
  shareSides,
  statementRoles,
  transferStates,
  trustVerdicts,
  valueAnswers,
} from '@wopack/contract';
import { languages, readyReasons } from '@wopack/domain';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { technicalColumns } from '../security/personal-columns.ts';
import { buyProduct, createProductOnSale, createTestUser } from '../support/builders.ts';
import { useTestApp } from '../support/test-app.ts';

const api = useTestApp();

/** Rules for the whole schema: the reader of `schema.sql` may rely on them. */
describe('names', () => {
  test('no column has a reserved word of SQL as its name', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname || '.' || a.attname as name
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_get_keywords() k on k.word = a.attname
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and k.catcode in ('R', 'T')`.execute(api.db);
    expect(rows).toEqual([]);
  });

  test('a check constraint is named after what it holds, or after its one column', async () => {
    const { rows } = await sql<{ name: string }>`
      select conrelid::regclass || ': ' || conname as name
      from pg_constraint c join pg_class t on t.oid = c.conrelid
      where connamespace = 'public'::regnamespace and contype = 'c'
        and conname ~ '_check\\d*$'
        and conname not in (select t.relname || '_' || attname || '_check' from pg_attribute
          where attrelid = c.conrelid and array[attnum] = c.conkey)`.execute(api.db);
    expect(rows).toEqual([]);
  });
});

const WRITES =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)|\b(?:insert\s+into|update|delete\s+from|truncate|merge\s+into)\s+(?:only\s+)?"?(\w+)/gi;

test('each table is written by one module, which owns it', async () => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(api.db);
  const tables = new Set(rows.map(({ name }) => name));
  const writers = new Map<string, Set<string>>();
  const source = join(import.meta.dirname, '../../src');
  for (const file of globSync('**/*.ts', { cwd: source })) {
    if (/\.(test|gen)\.ts$/.test(file)) continue;
    const module = /^(?:modules\/)?(.+?)\//.exec(file)?.[1] ?? file;
    const code = readFileSync(join(source, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    for (const [, fromBuilder, fromSql] of code.matchAll(WRITES)) {
      const name = fromBuilder ?? fromSql!;
      if (tables.has(name)) writers.set(name, (writers.get(name) ?? new Set()).add(module));
    }
  }
  expect(writers.size).toBeGreaterThan(70);
  expect([...writers].filter(([, modules]) => modules.size > 1)).toEqual([]);
});

/** Foreign keys without an index: nobody looks for their rows, and what they refer to is neither deleted nor renumbered. */
const UNINDEXED: Record<string, string> = {
  'activity (order_id)': 'orders stay',
  'activity (product_id)': 'products stay when they are removed',
  'activity (subject_user_id)': 'users stay when they are erased',
  'content_reports (decided_by)': 'users stay when they are erased',
  'decisions (objection_operator_id)': 'users stay when they are erased',
  'decisions (operator_id)': 'users stay when they are erased',
  'ledger_transactions (order_id, restorations, refunded_total_cents)':
    'refunds of orders stay; those of an order are found by it',
  'look_alikes (decided_by)': 'users stay when they are erased',
  'orders (handed_out_by)': 'users stay when they are erased',
  'orders (seller_id, product_id)': 'those of a product are found by it',
  'orders (seller_id, sale_place_id)': 'those of a sale place are found by it',
  'payments (product_id)': 'products stay when they are removed',
  'payouts (changed_by)': 'users stay when they are erased',
  'place_claims (decided_by)': 'users stay when they are erased',
  'place_claims (new_place_id)': 'sale places stay when they are removed',
  'product_import_rows (product_id)': 'products stay when they are removed',
  'product_imports (business_id)': 'businesses stay; those of a member are found by both',
  'products (price_cents)': 'price tiers stay when they are retired',
  'products (seller_id, sale_place_id)': 'those of a sale place are found by it',
  'refunds (changed_by)': 'users stay when they are erased',
  'saved_searches (type_id)': 'product types stay when they are retired',
  'tokens (business_id)': 'businesses stay',
};

test('every foreign key has an index that serves, or is listed with the reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select t.relname || ' (' || (select string_agg(attname, ', ' order by key.n)
      from unnest(c.conkey) with ordinality key (number, n)
      join pg_attribute on attrelid = c.conrelid and attnum = key.number) || ')' as name
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indisvalid
        and (select array_agg(number order by number)
            from unnest((i.indkey::int2[])[0:array_length(c.conkey, 1) - 1]) number)
          = (select array_agg(number order by number) from unnest(c.conkey) number)
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) in (
          select format('(%I IS NOT NULL)', attname) from pg_attribute
          where attrelid = c.conrelid and attnum = any(c.conkey))))
    order by 1`.execute(api.db);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(UNINDEXED).sort());
});

/** Codes of each text column that holds one, null where only the schema has them. */
const CODES: Record<string, readonly string[] | null> = {
  'affiliate_shares.reason': shareReasons,
  'affiliate_shares.side': shareSides,
  'affiliate_shares.state': null,
  'allocation_entries.state': entryStates,
  'launch_checks.state': launchStates,
  'former_legal_identities.kind': sellerKinds,
  'legal_identities.kind': sellerKinds,
  'legal_text_versions.text': legalTexts,
  'content_reports.ground': contentReportGrounds,
  'content_reports.language': languages,
  'content_reports.state': null,
  'content_reports.subject_kind': reportedContents,
  'decisions.language': languages,
  'decisions.objection_outcome': null,
  'decisions.outcome': decisionOutcomes,
  'decisions.role': null,
  'decisions.subject_kind': decisionSubjects,
  'disputes.status': disputeStatuses,
  'draws.state': drawStates,
  'hand_out_conflicts.reason': handOutConflictReasons,
  'ledger_accounts.account_kind': null,
  'login_codes.purpose': codePurposes,
  'member_invitations.language': languages,
  'member_invitations.role': memberRoles,
  'product_import_rows.plan': null,
  'product_imports.state': null,
  'member_notification_settings.cancelled': null,
  'member_notification_settings.draw': null,
  'member_notification_settings.last_sold': null,
  'member_notification_settings.report': null,
  'member_notification_settings.sold': null,
  'member_notification_settings.stock_question': null,
  'members.role': memberRoles,
  'look_alikes.state': null,
  'notification_settings.channel': null,
  'operators.role': operatorRoles,
  'credit_grants.source': creditSources,
  'discount_codes.effect': discountEffects,
  'orders.discount_payer': discountPayers,
  'order_refunds.decided_by': null,
  'order_refunds.ground': refundGrounds,
  'orders.cancel_reason_code': Object.keys(readyReasons),
  'orders.cancel_reason_language': languages,
  'orders.payout_way': null,
  'orders.state': orderStates,
  'payment_sync_cursors.provider': null,
  'payment_customers.provider': null,
  'payments.method': paymentMethods,
  'payments.provider': null,
  'payments.state': null,
  'payout_accounts.provider': null,
  'payout_accounts.state': payoutAccountStates,
  'payouts.role': statementRoles,
  'payouts.state': payoutStates,
  'provider_payouts.status': providerPayoutStatuses,
  'provider_transfers.role': statementRoles,
  'provider_transfers.state': transferStates,
  'pickup_slots.allocation': null,
  'place_claims.state': null,
  'product_texts.language': languages,
  'product_types.icon': productTypeIcons,
  'products.allergens': allergens,
  'products.allocation': allocationChoices,
  'products.diet': diets,
  'products.language': languages,
  'products.state': null,
  'reconciliations.kind': null,
  'referral_signs.kind': referralSignKinds,
  'refund_transfers.status': null,
  'refund_transfers.way': null,
  'commission_invoice_tries.outcome': commissionInvoiceOutcomes,
  'commission_invoices.failure': commissionInvoiceFailures,
  'commission_invoices.kind': commissionInvoiceKinds,
  'commission_invoices.service': invoicingServices,
  'commission_invoices.state': commissionInvoiceStates,
  'refunds.state': refundStates,
  'report_messages.author': null,
  'reports.answered_by': null,
  'reports.language': languages,
  'ratings.language': languages,
  'review_replies.language': languages,
  'review_translations.author': null,
  'review_translations.language': languages,
  'reports.wish': reportWishes,
  'sale_places.language': languages,
  'sandbox_accounts.kind': null,
  'trust_nights.verdict': trustVerdicts,
  'sandbox_accounts.outcome': sandboxAccountOutcomes,
  'sandbox_payouts.status': providerPayoutStatuses,
  'sandbox_disputes.status': disputeStatuses,
  'sandbox_intents.answer': null,
  'sandbox_intents.method': paymentMethods,
  'sandbox_intents.status': null,
  'sandbox_refunds.status': null,
  'security_events.kind': securityEventKinds,
  'social_flows.language': languages,
  'social_flows.provider': authProviders,
  'social_identities.provider': authProviders,
  'statements.role': statementRoles,
  'users.avoided_allergens': allergens,
  'saved_searches.diets': diets,
  'saved_searches.avoided_allergens': allergens,
  'users.diets': diets,
  'users.language': languages,
  'value_answers.answer': valueAnswers,
  'value_proposals.outcome': null,
};

/** Text that neither holds a person's words nor one of a few codes of WoPack. */
const OTHER_TEXTS: Record<string, readonly string[]> = {
  'names of calls and commands': ['activity.kind', 'audit_entries.action', 'audit_entries.subject_kind'],
  'codes of two letters, checked as such': [
    'former_legal_identities.country',
    'former_legal_identities.tax_country',
    'legal_identities.country',
    'legal_identities.tax_country',
  ],
  'digits, checked as such': ['payments.phone_ending'],
  'copied when it is issued, from a column that is checked': ['receipts.seller_country'],
  'checked together with the columns that belong to each kind': ['ledger_transactions.kind'],
  'codes and words of a provider or bank, which may add some': [
    'disputes.reason',
    'payments.failure_code',
    'payout_accounts.bank_country',
    'payout_accounts.disabled_reason',
    'payout_accounts.payout_anchor',
    'payout_accounts.payout_interval',
    'payout_accounts.requirements',
    'sandbox_accounts.country',
    'refund_transfers.failure',
    'provider_payouts.failure',
    'provider_transfers.error',
    'sandbox_refunds.failure',
  ],
  'time zones of the IANA database, which PostgreSQL has in its own version': [
    'sale_places.time_zone',
    'slot_horizons.time_zone',
  ],
  'keys of towns, checked as such': ['towns.key', 'sale_place_towns.town_key', 'town_impacts.town_key'],
  'references, keys and ciphertexts': [
    'allocation_entries.card_fingerprint',
    'audit_entries.request_id',
    'commission_invoices.atcud',
    'commission_invoices.document_ref',
    'commission_invoices.number',
    'commission_invoices.reference',
    'installation.reference_prefix',
    'invoicing_tokens.service',
    'invoicing_tokens.tokens',
    'audit_entries.subject_id',
    'disputes.provider_ref',
    'draws.sealed_seed',
    'launch_checks.id',
    'legal_text_acceptances.text',
    'legal_text_notices.text',
    'operators.totp_secret',
    'orders.pin',
    'payment_customers.ref',
    'payments.card_fingerprint',
    'payments.client_secret',
    'payments.provider_ref',
    'payments.token',
    'payout_accounts.ref',
    'payouts.return_reference',
    'product_types.slug',
    'rate_limits.key',
    'refund_transfers.reference',
    'provider_payouts.account_ref',
    'provider_payouts.reference',
    'provider_transfers.account_ref',
    'provider_transfers.arrival_reference',
    'provider_transfers.reference',
    'sandbox_payouts.account_ref',
    'sandbox_payouts.ref',
    'sandbox_transfer_reversals.idempotency_key',
    'sandbox_transfer_reversals.ref',
    'sandbox_transfer_reversals.transfer_ref',
    'sandbox_transfers.account_ref',
    'sandbox_transfers.idempotency_key',
    'sandbox_transfers.payment_ref',
    'sandbox_transfers.ref',
    'sandbox_transfers.transfer_group',
    'refunds.noted_reference',
    'sale_place_types.slug',
    'sandbox_account_links.account_ref',
    'sandbox_account_links.refresh_url',
    'sandbox_account_links.return_url',
    'sandbox_account_links.token',
    'sandbox_accounts.ref',
    'sandbox_cards.brand',
    'sandbox_cards.customer_ref',
    'sandbox_cards.fingerprint',
    'sandbox_cards.intent_ref',
    'sandbox_cards.last4',
    'sandbox_cards.ref',
    'sandbox_disputes.intent_ref',
    'sandbox_disputes.ref',
    'sandbox_intents.card_fingerprint',
    'sandbox_intents.card_last4',
    'sandbox_intents.client_secret',
    'sandbox_intents.customer_ref',
    'sandbox_intents.idempotency_key',
    'sandbox_intents.ref',
    'sandbox_refunds.id',
    'sandbox_refunds.idempotency_key',
    'sandbox_refunds.ref',
    'search_index_state.version',
    'social_flows.code_verifier',
    'social_flows.nonce',
    'social_flows.referral_code',
    'users.password_hash',
    'users.referral_code',
  ],
  'addresses of files and pages': [
    'content_reports.photo_path',
    'draws.beacon_url',
    'sale_places.logo',
    'social_flows.return_path',
    'product_import_photos.path',
    'uploads.path',
    'uploads.srcset',
    'users.avatar_path',
  ],
  'words of WoPack': [
    'document_numbers.issuer',
    'reconciliations.differences',
    'refunds.error',
    'search_words.word',
    'statements.issuer',
  ],
};

/** Codes that the check of a text column lets pass, by column. */
async function listCheckedCodes(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select t.relname || '.' || a.attname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and array[a.attnum] = c.conkey
    where c.connamespace = 'public'::regnamespace and c.contype = 'c' and c.convalidated
      and pg_get_constraintdef(c.oid) ~ 'ARRAY\\['`.execute(api.db);
  return new Map(
    rows.map(({ name, definition }) => [
      name,
      [...definition.matchAll(/'([^']+)'::text/g)].map(([, code]) => code!),
    ]),
  );
}

describe('codes', () => {
  test('every technical text column is a list of codes or stands among the others, once', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname || '.' || a.attname as name
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'varchar'::regtype, 'citext'::regtype)`.execute(
      api.db,
    );
    const technical = Object.entries(technicalColumns).flatMap(([table, columns]) =>
      columns.map((column) => `${table}.${column}`),
    );
    const texts = rows.map(({ name }) => name).filter((name) => technical.includes(name));
    expect([...Object.keys(CODES), ...Object.values(OTHER_TEXTS).flat()].sort()).toEqual(texts.sort());
  });

  test('every column of codes has a check with exactly the codes of the contract', async () => {
    const checked = await listCheckedCodes();
    for (const [column, codes] of Object.entries(CODES)) {
      expect(checked.get(column), column).toBeDefined();
      if (codes) expect(checked.get(column)!.sort(), column).toEqual([...codes].sort());
    }
  });
});

describe('times of day', () => {
  test('no text column is checked to look like a time, and each time is to the minute before 24:00', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname || '.' || a.attname as name
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped
        and ((a.atttypid = 'time'::regtype and not exists (select from pg_constraint
            where conrelid = c.oid and conkey = array[a.attnum] and pg_get_constraintdef(oid) like '%24:00%date_trunc%'))
          or (a.atttypid = 'text'::regtype and exists (select from pg_constraint
            where conrelid = c.oid and conkey @> array[a.attnum] and pg_get_constraintdef(oid) like '%:[0-5]%')))`.execute(
      api.db,
    );
    expect(rows).toEqual([]);
  });

  test.each(['29:59', '24:00', '17:60', '17:30:30'])('%s is refused wherever a time stands', async (time) => {
    const { seller, productId } = await createProductOnSale(api);
    const date = '2026-12-01';
    const statements = [
      sql`insert into date_overrides (product_id, date, time_start, time_end) values (${productId}, ${date}, ${time}, '18:00')`,
      sql`insert into date_overrides (product_id, date, time_start, time_end) values (${productId}, ${date}, '18:00', ${time})`,
      sql`insert into notification_settings values (${seller.id}, 'mail', 60, ${time}, '08:00')`,
      sql`insert into notification_settings values (${seller.id}, 'mail', 60, '22:00', ${time})`,
      sql`update products set schedule = ${JSON.stringify({ mon: { time_start: time, time_end: '10:00' } })} where id = ${productId}`,
      sql`update products set schedule = ${JSON.stringify({ sun: { time_start: '10:00', time_end: time } })} where id = ${productId}`,
    ];
    for (const statement of statements) await expect(statement.execute(api.db)).rejects.toThrow();
  });

  test('windows past midnight, and one that ends at midnight, stand as the call gives them', async () => {
    const { seller, productId, salePlaceId } = await createProductOnSale(api);
    for (const [time_start, time_end] of [
      ['23:30', '00:30'],
      ['17:30', '00:00'],
    ] as const) {
      await seller.call('updateDateOverride', {
        params: { id: productId, date: '2026-11-21' },
        body: { plan: 'hours', time_start, time_end },
      });
      const { data } = await seller.call('getSellerWeek', { query: { sale_place_id: salePlaceId } });
      expect(data.packs[0]!.days.find(({ date }) => date === '2026-11-21')).toMatchObject({
        time_start,
        time_end,
      });
    }
  });
});

describe('what a row repeats of another', () => {
  test('the price of an order is its commission and earning', async () => {
    const { productId } = await createProductOnSale(api);
    const { id } = await buyProduct(await createTestUser(api), productId);
    const update = sql`update orders set earning_cents = earning_cents - 1 where id = ${id}`;
    await expect(update.execute(api.db)).rejects.toThrow(/orders_price_is_commission_and_earning/);
  });

  test('an order is of the seller whose sale place has the product', async () => {
    const [{ productId }, other] = [await createProductOnSale(api), await createProductOnSale(api)];
    const { id } = await buyProduct(await createTestUser(api), productId);
    for (const change of [
      { seller_id: other.seller.id },
      { sale_place_id: other.salePlaceId },
      { product_id: other.productId },
      { seller_id: other.seller.id, sale_place_id: other.salePlaceId },
    ]) {
      const update = api.db.updateTable('orders').set(change).where('id', '=', id);
      await expect(update.execute(), JSON.stringify(change)).rejects.toThrow(
        /orders_(product|sale_place)_of/,
      );
    }
  });

  test('types of products and sale places exist, and stay while they are used', async () => {
    const { productId, salePlaceId } = await createProductOnSale(api);
    for (const types of [sql`array[999]`, sql`array[1, 1]`, sql`array[1, null]`]) {
      const updates = [
        sql`update products set type_ids = ${types} where id = ${productId}`,
        sql`update sale_places set type_ids = ${types} where id = ${salePlaceId}`,
      ];
      for (const update of updates)
        await expect(update.execute(api.db)).rejects.toThrow(/type_ids .* each once/);
    }
    await sql`update products set type_ids = array[2, 1] where id = ${productId}`.execute(api.db);
    const removals = [
      sql`delete from product_types where id = 2`,
      sql`update product_types set id = 99 where id = 2`,
    ];
    for (const removal of removals)
      await expect(removal.execute(api.ownerDb)).rejects.toThrow(/is used in products/);
  });
});

test('slots have numbers beyond 32 bits, from the offer to the order and back', async () => {
  await sql`select setval('pickup_slots_id_seq', 3000000000)`.execute(api.ownerDb);
  const { seller, productId } = await createProductOnSale(api);
  const buyer = await createTestUser(api);
  const { data: offer } = await buyer.call('getOffer', { params: { id: productId } });
  const slotId = offer.slot_id!;
  expect(slotId).toBeGreaterThan(3_000_000_000);
  const { id } = await buyProduct(buyer, productId);
  const { data: slot } = await seller.call('updateSlotQuantity', {
    params: { id: slotId },
    body: { quantity: 6 },
  });
  expect(slot).toMatchObject({ id: slotId, quantity: 6 });
  const { data: orders } = await seller.call('listSellerOrders', { query: {} });
  expect(orders.find((order) => order.id === id)).toMatchObject({ slot_id: slotId });
  await seller.call('cancelSlot', { params: { id: slotId }, body: { reason: 'the oven is broken' } });
  expect((await buyer.call('getOrder', { params: { id } })).data.state).toBe('cancelled_by_store');
});
