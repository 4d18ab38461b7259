import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The module that owns each table; only it may write the table. */
export const TABLES_BY_OWNER: Record<string, string[]> = {
  admin: [
    'audit_chain',
    'audit_entries',
    'content_reports',
    'decisions',
    'operator_recovery_codes',
    'operator_sessions',
    'operators',
    'referral_signs',
    'seller_quarters',
  ],
  platform: ['last_writes', 'rate_limits', 'recoveries', 'secret_key_checks'],
  backup: ['backups'],
  identity: [
    'businesses',
    'recognised_devices',
    'login_code_attempts',
    'login_codes',
    'security_events',
    'social_flows',
    'social_identities',
    'tokens',
    'users',
  ],
  ledger: [
    'reconciliations',
    'earning_holds',
    'document_numbers',
    'ledger_accounts',
    'ledger_closed_balances',
    'ledger_closed_months',
    'ledger_entries',
    'ledger_transactions',
    'payout_details',
    'payout_holds',
    'payout_months',
    'payout_runs',
    'payouts',
    'statement_entries',
    'statements',
  ],
  notifications: [
    'mail_failures',
    'notification_settings',
    'push_subscriptions',
    'seller_notification_settings',
  ],
  uploads: ['uploads'],
  'sale-places': ['look_alikes', 'place_claims', 'sale_place_types', 'sale_places'],
  products: [
    'date_overrides',
    'holidays',
    'pickup_slots',
    'price_tiers',
    'product_texts',
    'product_types',
    'products',
    'search_index_state',
    'search_words',
    'slot_deletions',
    'slot_horizons',
    'unsold_units',
  ],
  offers: [
    'back_on_sale_checks',
    'back_on_sale_notifications',
    'favourites',
    'map_cell_state',
    'map_cells',
    'map_changes',
    'place_followers',
  ],
  allocation: ['allocation_entries', 'draws'],
  affiliates: ['affiliate_credits', 'affiliate_shares', 'affiliate_visits'],
  payments: [
    'disputes',
    'payments',
    'refund_transfers',
    'refunds',
    'sandbox_disputes',
    'sandbox_intents',
    'sandbox_refunds',
  ],
  checkout: ['payment_sync_cursors'],
  orders: [
    'order_refunds',
    'order_reminders',
    'orders',
    'pin_attempts',
    'ratings',
    'report_messages',
    'reports',
    'sold_out_notifications',
  ],
};

/** Folders whose queries may join tables of any module, to read them only. */
export const READ_MODELS = ['admin', 'offers', 'ledger/statements', 'operator'];

/**
 * Existing exceptions by module. New ones are refused, and an entry that no query needs must be deleted, so the lists
 * only shrink.
 */
export const FOREIGN_WRITES: Record<string, string[]> = {};
export const FOREIGN_READS: Record<string, string[]> = {
  affiliates: ['sale_places', 'users'],
  backup: ['users'],
  checkout: ['payments', 'products', 'users'],
  identity: ['ledger_accounts', 'ledger_entries', 'orders', 'payments', 'products', 'sale_places'],
  ledger: ['businesses', 'orders', 'payments', 'products', 'users'],
  notifications: ['tokens', 'users'],
  orders: ['payments', 'pickup_slots', 'products', 'sale_places', 'users'],
  payments: ['products', 'sale_places'],
  platform: [
    'backups',
    'mail_failures',
    'orders',
    'payments',
    'reconciliations',
    'refunds',
    'security_events',
  ],
  products: ['orders', 'payments', 'sale_places', 'users'],
  'sale-places': ['businesses', 'users'],
};

/** Refuses queries that write a table of another module, or read one outside a read model, unless listed above. */

interface TableUses {
  reads: Set<string>;
  writes: Set<string>;
}

const READ_METHODS = String.raw`(?:\bselectFrom|\w+Join(?:Lateral)?|\.from|\.using)`;
const WRITE_METHODS = String.raw`\b(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)`;
/** The first argument of a Kysely call: a name, or an array of names. */
const ARGUMENT = String.raw`\(\s*(\[[^\]]*\]|'[^']*'|[^'\s(),]+)`;
const SQL_WRITE =
  /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?|merge\s+into)\s+(?:only\s+)?(?:public\.)?"?(\w+)/gi;
const SQL_READ = /\b(?:from|join|using)\s+((?:[\w."]+(?:\s+(?:as\s+)?\w+)?\s*,\s*)*[\w."]+)/gi;

/** Tables that a source file uses in Kysely calls and in SQL. Table names elsewhere do not count. */
function findTableUses(source: string, tables: ReadonlySet<string>): TableUses {
  const text = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const uses: TableUses = { reads: new Set(), writes: new Set() };
  const add = (set: Set<string>, name: string | undefined) => name && tables.has(name) && set.add(name);
  const listNames = (argument: string) => [...argument.matchAll(/'(\w+)/g)].map(([, name]) => name);
  for (const [, argument] of text.matchAll(new RegExp(READ_METHODS + ARGUMENT, 'g')))
    for (const name of listNames(argument!)) add(uses.reads, name);
  for (const [, argument] of text.matchAll(new RegExp(WRITE_METHODS + ARGUMENT, 'g'))) {
    for (const name of listNames(argument!)) add(uses.writes, name);
    // The name is in a variable: it may be any table that the file mentions and does not read.
    if (!/^['[]/.test(argument!))
      for (const [, name] of text.replace(new RegExp(READ_METHODS + ARGUMENT, 'g'), '').matchAll(/'(\w+)'/g))
        add(uses.writes, name);
  }
  for (const [, name] of text.matchAll(SQL_WRITE)) add(uses.writes, name);
  for (const [, list] of text.matchAll(SQL_READ))
    for (const item of list!.split(',')) add(uses.reads, /^(?:public\.)?"?(\w+)/.exec(item.trim())?.[1]);
  return uses;
}

/** Self-test of the patterns above. */
function assertFindsEveryForm(): void {
  const tables = new Set(['a', 'b', 'c', 'd']);
  const samples: [source: string, reads: string[], writes: string[]][] = [
    [
      "db.selectFrom('a').innerJoin('b as x', 'x.id', 'a.id').leftJoin(\n  'c', 'c.id', 'a.id')",
      ['a', 'b', 'c'],
      [],
    ],
    ["db.updateTable('a').from(['b', 'c as x']).set({})", ['b', 'c'], ['a']],
    ["db.insertInto('a').expression((eb) => eb.selectFrom('b'))", ['b'], ['a']],
    ["trx.deleteFrom('a as x').using('b')", ['b'], ['a']],
    [
      "for (const t of ['a', 'b'] as const) db.deleteFrom(t).where('x', '=', db.selectFrom('c'))",
      ['c'],
      ['a', 'b'],
    ],
    [
      'sql`SELECT 1 FROM a x, b AS y JOIN public.c ON true WHERE EXISTS (SELECT FROM "d")`',
      ['a', 'b', 'c', 'd'],
      [],
    ],
    [
      'sql`WITH x AS (DELETE FROM a RETURNING id) INSERT INTO b SELECT 1 FROM x FOR UPDATE OF c`',
      ['a'],
      ['a', 'b'],
    ],
    ['sql`UPDATE a SET x = 1 FROM b`; sql`TRUNCATE c`', ['b'], ['a', 'c']],
    ["/** delete from a */\n  // update b\nconst column = 'c';", [], []],
  ];
  for (const [source, reads, writes] of samples) {
    const uses = findTableUses(source, tables);
    assert.deepEqual(
      { reads: [...uses.reads].sort(), writes: [...uses.writes].sort() },
      { reads, writes },
      source,
    );
  }
}

function findViolations(): string[] {
  const root = join(import.meta.dirname, '..');
  const schema = readFileSync(join(root, 'apps/api/db/schema.sql'), 'utf8');
  const tables = new Set(
    [...schema.matchAll(/^CREATE (?:UNLOGGED )?TABLE (\w+)/gm)].map(([, name]) => name!),
  );
  const owners = new Map(
    Object.entries(TABLES_BY_OWNER).flatMap(([owner, names]) => names.map((name) => [name, owner] as const)),
  );
  const violations = [
    ...[...tables]
      .filter((name) => !owners.has(name))
      .map((name) => `${name} has no owner in TABLES_BY_OWNER`),
    ...[...owners.keys()].filter((name) => !tables.has(name)).map((name) => `${name} is no table any more`),
  ];
  const usedExceptions = new Set<string>();
  const sourceDir = 'apps/api/src';
  for (const file of globSync(`${sourceDir}/**/*.ts`, { cwd: root }).sort()) {
    if (/\.(test|gen)\.ts$/.test(file)) continue;
    const folder = file.slice(sourceDir.length + 1).replace(/^modules\//, '');
    const [module] = folder.split('/') as [string];
    const { reads, writes } = findTableUses(readFileSync(join(root, file), 'utf8'), tables);
    const check = (table: string, exceptions: Record<string, string[]>, verb: string) => {
      if (owners.get(table) === module) return;
      if (exceptions[module]?.includes(table)) usedExceptions.add(`${verb} ${module} ${table}`);
      else violations.push(`${file} ${verb} ${table}, which belongs to ${owners.get(table)}`);
    };
    for (const table of writes) check(table, FOREIGN_WRITES, 'writes');
    const isReadModel = READ_MODELS.some((readModel) => folder.startsWith(`${readModel}/`));
    if (!isReadModel) for (const table of reads) check(table, FOREIGN_READS, 'reads');
  }
  for (const [verb, exceptions] of Object.entries({ writes: FOREIGN_WRITES, reads: FOREIGN_READS }))
    for (const [module, names] of Object.entries(exceptions))
      for (const table of names)
        if (!usedExceptions.has(`${verb} ${module} ${table}`))
          violations.push(`${module} ${verb} ${table} no more: delete the exception`);
  return violations;
}

if (import.meta.main) {
  assertFindsEveryForm();
  const violations = findViolations();
  for (const violation of violations) console.error(violation);
  process.exit(violations.length > 0 ? 1 : 0);
}
