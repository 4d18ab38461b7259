import pg from 'pg';

/** SECRET_KEY of every server that a test starts: they may share a database. */
export const TEST_SECRET_KEY = 'a key for tests that has 32 characters';

/** Role and password of the application on the PostgreSQL of the tests. */
const APP_ROLE = 'wopack_app';

/** A database by the application's role, as the server uses it, and by the role that owns its schema. */
export interface TestDatabase {
  url: string;
  ownerUrl: string;
  drop: () => Promise<void>;
}

/** URLs of a database by the URL of its server. */
export function buildTestUrls(serverUrl: string, name: string): { url: string; ownerUrl: string } {
  const ownerUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` });
  const url = Object.assign(new URL(ownerUrl), { username: APP_ROLE, password: APP_ROLE });
  return { url: url.href, ownerUrl: ownerUrl.href };
}

export async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Creates a migrated database. */
export async function createTestDatabase(serverUrl: string): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  for (let attempt = 0; ; attempt++) {
    try {
      // Half of the time of WAL_LOG, which logs every page.
      await runSql(serverUrl, `CREATE DATABASE ${name} TEMPLATE wopack_template STRATEGY FILE_COPY`);
      // Rights on the database itself are not copied.
      await runSql(serverUrl, `REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
      break;
    } catch (error) {
      // Another worker is copying the template.
      if ((error as { code?: string }).code !== '55006' || attempt === 50) throw error;
    }
  }
  return {
    ...buildTestUrls(serverUrl, name),
    drop: () => runSql(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** Creates an empty database, in which the application's role has no rights. */
export async function createEmptyDatabase(serverUrl: string): Promise<TestDatabase> {
  const name = `empty_${crypto.randomUUID().replaceAll('-', '')}`;
  await runSql(serverUrl, `CREATE DATABASE ${name}`);
  return {
    ...buildTestUrls(serverUrl, name),
    drop: () => runSql(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
