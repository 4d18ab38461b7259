import { tmpdir } from 'node:os';
import { buildApp } from './app.ts';
import { parseConfig } from './config/config.ts';
import { sandboxProvider } from './modules/payments/index.ts';
import type { Context } from './platform/context.ts';
import { systemClock } from './platform/context.ts';
import { openDatabase } from './platform/db/database.ts';
import { createPrimaryReadRouter } from './platform/db/read-router.ts';
import { createFolderStorage } from './platform/files/storage.ts';

/** Builds the OpenAPI documents by file name, without a database. */
export async function buildOpenApiDocuments(): Promise<Record<string, object>> {
  const config = { ...parseConfig({ LOG_LEVEL: 'silent' }), mediaDir: tmpdir() };
  const db = openDatabase('postgresql://nobody@127.0.0.1:1/none', 2);
  const context = {
    config,
    db,
    readRouter: createPrimaryReadRouter(db),
    clock: systemClock,
    storage: createFolderStorage(tmpdir()),
  } as Context;
  const app = await buildApp(context, {
    provider: sandboxProvider(db, systemClock),
    paintDemo: null,
    webDir: null,
  });
  await app.ready();
  return { 'openapi.json': app.swagger(), 'openapi-admin.json': app.describeAdminApi() };
}
