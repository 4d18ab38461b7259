import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSchemaFiles } from '../apps/api/db/schema/build-schema-files.ts';
import { buildApp } from '../apps/api/src/app.ts';
import { parseConfig } from '../apps/api/src/config/config.ts';
import { sandboxProvider } from '../apps/api/src/modules/payments/index.ts';
import type { Context } from '../apps/api/src/platform/context.ts';
import { openDatabase } from '../apps/api/src/platform/db/database.ts';
import { createPrimaryReadRouter } from '../apps/api/src/platform/db/read-router.ts';
import { createFolderStorage } from '../apps/api/src/platform/files/storage.ts';
import {
  columnsOfDeletedRows,
  keptColumns,
  personalColumns,
} from '../apps/api/test/security/personal-columns.ts';
import {
  buyerScreens,
  screens,
  screensOfTwoLayouts,
  sellerAndPartnerScreens,
} from '../apps/web/test/screens.ts';
import type { Endpoint } from '../packages/contract/src/endpoint.ts';
import { endpoints } from '../packages/contract/src/endpoints.ts';
import { account } from '../packages/contract/src/modules/identity/account.ts';
import { business } from '../packages/contract/src/modules/identity/business.ts';
import { notifications } from '../packages/contract/src/modules/notifications.ts';

/**
 * Writes the committed files that the endpoint table gives: the client's tables of routes and the OpenAPI documents.
 * With --check it fails when one of them, or one that the migrations give, differs from what would be generated now.
 */
const root = join(import.meta.dirname, '..');
const settingsEndpoints: Endpoint[] = Object.values({ ...account, ...business, ...notifications });

/** Endpoints that the first page does not need: those of sellers, partners, ledger, draws and settings. */
const isDeferred = (endpoint: Endpoint): boolean =>
  endpoint.auth === 'member' ||
  endpoint.module === 'allocation' ||
  // Public calls of the console's module: reports of content, and decisions.
  endpoint.module === 'admin' ||
  (endpoint.auth === 'user' && ['affiliates', 'ledger'].includes(endpoint.module)) ||
  settingsEndpoints.includes(endpoint);

/** Endpoints of the operator console, which is an app of its own. */
const isOfConsole = ({ path }: Endpoint): boolean => path.startsWith('/api/v1/admin/');

const routeFiles = Object.fromEntries(
  Object.entries(generateRoutes()).map(([name, text]) => [`packages/contract/src/${name}.gen.ts`, text]),
);
const listFiles = {
  'apps/api/src/modules/admin/launch/personal-columns.gen.ts': generatePersonalColumns(),
  'apps/web/app/features/legal/tested-pages.gen.ts': generateTestedPages(),
};
const documents = await readOpenApiDocuments();
if (process.argv.includes('--check')) {
  checkFiles({ ...(await buildSchemaFiles()), ...documents, ...routeFiles, ...listFiles });
} else {
  writeFiles(routeFiles);
  writeFiles(documents);
  writeFiles(listFiles);
}
process.exit();

/** The OpenAPI documents by file name, as a server answers them; it needs no database for that. */
async function readOpenApiDocuments(): Promise<Record<string, string>> {
  const config = { ...parseConfig({ LOG_LEVEL: 'silent' }), mediaDir: tmpdir() };
  const db = openDatabase('postgresql://nobody@127.0.0.1:1/none', 2);
  const clock = { now: () => new Date() };
  const context = {
    config,
    db,
    readRouter: createPrimaryReadRouter(db),
    clock,
    storage: createFolderStorage(tmpdir()),
  } as Context;
  const app = await buildApp(context, {
    provider: sandboxProvider(db, clock),
    paintDemo: null,
    webDir: null,
  });
  const names = ['openapi.json', 'openapi-admin.json'];
  const documents = await Promise.all(names.map(async (name) => [name, (await app.inject(`/${name}`)).body]));
  return Object.fromEntries(documents);
}

function writeFiles(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
}

function checkFiles(expectedFiles: Record<string, string>): void {
  const staleFiles = Object.entries(expectedFiles).filter(([path, text]) => {
    // The formatter breaks long lines, and ends the last of their fields with a comma.
    const removeFormat = (content: string) => content.replace(/\s+/g, '').replaceAll(',}', '}');
    return removeFormat(readFileSync(join(root, path), 'utf8')) !== removeFormat(text);
  });
  for (const [path] of staleFiles) console.error(`${path} is not up to date: npm run generate`);
  process.exitCode = staleFiles.length ? 1 : 0;
}

/** The client needs method and path of an endpoint, not its schemas, which would add a validation library. */
function generateRoutes(): Record<'routes' | 'deferred-routes' | 'admin-routes', string> {
  const allEndpoints: [string, Endpoint][] = Object.entries(endpoints);
  return {
    routes: buildTable('routes', (endpoint) => !isOfConsole(endpoint) && !isDeferred(endpoint)),
    'deferred-routes': buildTable(
      'deferredRoutes',
      (endpoint) => !isOfConsole(endpoint) && isDeferred(endpoint),
    ),
    'admin-routes': buildTable('adminRoutes', isOfConsole),
  };

  function buildTable(name: string, isIncluded: (endpoint: Endpoint) => boolean): string {
    const lines = allEndpoints
      .filter(([, endpoint]) => isIncluded(endpoint))
      .map(([endpointName, endpoint]) => formatRoute(endpointName, endpoint));
    return `// Made by \`npm run generate\` from the endpoint table.\nexport const ${name} = {\n${lines.join('\n')}\n} as const;\n`;
  }
}

/** What the console's processing record is made of: columns with what becomes of them when an account is deleted. */
function generatePersonalColumns(): string {
  const rows = [
    ...Object.entries(personalColumns).flatMap(([table, columns]) =>
      Object.entries(columns).map(([column, { fate }]) => [table, column, fate]),
    ),
    ...Object.entries(columnsOfDeletedRows).flatMap(([table, columns]) =>
      // They share the fate of the row.
      columns.map((column) => [table, column, Object.values(personalColumns[table]!)[0]!.fate]),
    ),
    ...Object.entries(keptColumns).flatMap(([table, columns]) =>
      Object.keys(columns).map((column) => [table, column, 'kept']),
    ),
  ];
  const lines = rows.map((row) => `  [${row.map((text) => `'${text}'`).join(', ')}],`).sort();
  return `// Made by \`npm run generate\` from the list of columns with personal data.\nexport const personalColumns = [\n${lines.join('\n')}\n] as const;\n`;
}

/** What the accessibility statement says: pages that are checked by axe, each once whoever visits it. */
function generateTestedPages(): string {
  const lists = [screens, buyerScreens, screensOfTwoLayouts, sellerAndPartnerScreens];
  const pages = new Set(lists.flat().map(([path]) => path.replace(/[?#].*/, '')));
  return `// Made by \`npm run generate\` from the list of screens in the tests.\nexport const TESTED_PAGES = ${pages.size};\n`;
}

function formatRoute(endpointName: string, { method, path, file, produces }: Endpoint): string {
  const options = Object.entries({ file, produces }).map(([key, value]) =>
    value ? `, ${key}: '${value}'` : '',
  );
  return `  ${endpointName}: { method: '${method}', path: '${path}'${options.join('')} },`;
}
