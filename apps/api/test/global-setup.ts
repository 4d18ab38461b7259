import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../src/platform/db/embedded.ts';
import { prepareDatabase } from '../src/platform/db/prepare-database.ts';
import { buildTestUrls, runSql } from './support/test-databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A server, by its owner, with a migrated database 'wopack_template' to clone from. */
    serverUrl: string;
  }
}

/** One PostgreSQL for all test files: a new embedded one, or TEST_DATABASE_URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-api-test-'));
  const externalUrl = process.env.TEST_DATABASE_URL;
  const embedded = externalUrl ? null : await startEmbedded(dataDir);
  const serverUrl = externalUrl ?? embedded!.ownerUrl;
  // Durability is off, because waiting for the disk takes a large part of the duration of a test.
  if (embedded) {
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
      await runSql(serverUrl, `ALTER SYSTEM SET ${setting} = off`);
    await runSql(serverUrl, 'SELECT pg_reload_conf()');
  }
  await runSql(serverUrl, 'DROP DATABASE IF EXISTS wopack_template WITH (FORCE)');
  await runSql(serverUrl, 'CREATE DATABASE wopack_template');

  const urls = buildTestUrls(serverUrl, 'wopack_template');
  // The embedded PostgreSQL has the role, with a password of its own.
  if (embedded) await runSql(serverUrl, "ALTER ROLE wopack_app PASSWORD 'wopack_app'");
  await prepareDatabase(urls);
  // Tests set the clock of their app, which the database does not know.
  await runSql(urls.ownerUrl, 'ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_stamp');
  project.provide('serverUrl', serverUrl);

  return async () => {
    await embedded?.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
