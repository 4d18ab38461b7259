import pg from 'pg';

/** SECRET_KEY of every server that a test starts: they may share a database. */
export const TEST_SECRET_KEY = 'a key for tests that has 32 characters';

export async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Creates a migrated database. Returns its URL and a function that drops it. */
export async function createTestDatabase(
  serverUrl: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  for (let attempt = 0; ; attempt++) {
    try {
      // Half of the time of WAL_LOG, which logs every page.
      await runSql(serverUrl, `CREATE DATABASE ${name} TEMPLATE wopack_template STRATEGY FILE_COPY`);
      break;
    } catch (error) {
      // Another worker is copying the template.
      if ((error as { code?: string }).code !== '55006' || attempt === 50) throw error;
    }
  }
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  return { url, drop: () => runSql(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** Creates an empty database. Returns its URL and a function that drops it. */
export async function createEmptyDatabase(
  serverUrl: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `empty_${crypto.randomUUID().replaceAll('-', '')}`;
  await runSql(serverUrl, `CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  return { url, drop: () => runSql(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}
