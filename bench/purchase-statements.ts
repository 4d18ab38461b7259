import pg from 'pg';
import { startEmbedded } from '../apps/api/src/platform/db/embedded.ts';
import { createBuyers, createWopackPurchase, prepareProductsOnSale } from './purchase.ts';
import { waitUntilIdle } from './servers.ts';

const PURCHASE_COUNT = 20;
const MAX_TEXT_LENGTH = 150;
const PREPARED_MARK = '/* prepared */';
/** What pg-boss sends to fetch and complete jobs: once for many of them, so under load little of it is a purchase's. */
const JOB_UPKEEP = /pgboss/;
/** Sent by nobody: PostgreSQL runs deferred constraints at the commit. */
const DEFERRED_CONSTRAINT = /FROM ONLY "|checked_id|TG_TABLE_NAME|total_cents IS DISTINCT/;
const JOB_INSERT = /INSERT INTO pgboss\.job/;

interface StatementCount {
  query: string;
  calls: number;
  /** Time to plan and to run it, of all calls. */
  ms: number;
}

/** Restarts the embedded PostgreSQL with the extension that counts statements, which must be loaded at its start. */
export async function startCountingPostgres(dataDir: string) {
  const postgres = await startEmbedded(dataDir);
  const db = new pg.Client(postgres.ownerUrl);
  await db.connect();
  await db.query("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
  await db.query("ALTER SYSTEM SET pg_stat_statements.track_planning = 'on'");
  await db.end();
  await postgres.stop();
  return startEmbedded(dataDir);
}

/** Prints the statements of a purchase and of the jobs it causes: on as many products, and on one. */
export async function printPurchaseStatements(url: string, databaseUrl: string): Promise<void> {
  const db = new pg.Client(databaseUrl);
  await db.connect();
  try {
    await db.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    const products = await prepareProductsOnSale(db, PURCHASE_COUNT);
    const buyers = await createBuyers(url, db);
    const purchase = createWopackPurchase(url);
    const purchaseAll = async (productAt: (index: number) => (typeof products)[number]) => {
      for (let index = 0; index < PURCHASE_COUNT; index++)
        await purchase(buyers[index % buyers.length]!, productAt(index));
      await waitUntilIdle(db);
    };
    // Creates the ledger accounts of buyers and sellers, which is done once.
    await purchaseAll((index) => products[index]!);
    await db.query('SELECT pg_stat_statements_reset()');
    await purchaseAll((index) => products[index]!);
    printCounts(`${PURCHASE_COUNT} products`, await listCounts(db));
    await db.query('SELECT pg_stat_statements_reset()');
    await purchaseAll(() => products[0]!);
    printCounts('one product', await listCounts(db));
  } finally {
    await db.end();
  }
}

/** Those of triggers and immediate constraints are part of the statement that fires them. */
async function listCounts(db: pg.Client): Promise<StatementCount[]> {
  const { rows } = await db.query<StatementCount>(
    `SELECT query, calls::int, total_plan_time + total_exec_time AS ms FROM pg_stat_statements
     WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND calls > 0 AND query !~ 'pg_stat_statements|SELECT count.* AS count FROM pgboss.job'
     ORDER BY calls DESC, query`,
  );
  return rows;
}

function printCounts(title: string, counts: StatementCount[]): void {
  const isUpkeep = ({ query }: StatementCount) => JOB_UPKEEP.test(query) && !JOB_INSERT.test(query);
  const deferred = counts.filter(({ query }) => DEFERRED_CONSTRAINT.test(query));
  const upkeep = counts.filter((row) => isUpkeep(row) && !deferred.includes(row));
  const sent = counts.filter((row) => !isUpkeep(row) && !deferred.includes(row));
  const prepared = sent.filter(({ query }) => query.includes(PREPARED_MARK));
  const control = sent.filter(({ query }) => /^(begin|commit|rollback)$/i.test(query));
  process.stdout.write(`
${title}, a purchase: ${perPurchase(sent, 'calls')} statements, ${perPurchase(sent, 'ms')} ms
  of these prepared ${perPurchase(prepared, 'calls')}, begin and commit ${perPurchase(control, 'calls')}
  beside them: deferred constraints ${perPurchase(deferred, 'calls')}, fetching and completing jobs ${perPurchase(upkeep, 'calls')}
`);
  for (const { query, calls, ms } of sent) {
    const count = (calls / PURCHASE_COUNT).toFixed(2).padStart(6);
    const text = query.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT_LENGTH);
    process.stdout.write(
      `${count} ${(ms / calls).toFixed(3).padStart(7)} ms ${query.includes(PREPARED_MARK) ? 'P' : ' '} ${text}\n`,
    );
  }
}

const perPurchase = (counts: StatementCount[], key: 'calls' | 'ms'): string =>
  (counts.reduce((sum, count) => sum + count[key], 0) / PURCHASE_COUNT).toFixed(2);
