import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchemaFiles } from '../apps/api/db/schema/build-schema-files.ts';
import { buildOpenApiDocuments } from '../apps/api/src/openapi.ts';
import { generateRoutes } from '../packages/contract/generate-routes.ts';

/** Fails when a committed file differs from what the endpoint table or the migrations generate now. */
const root = join(import.meta.dirname, '..');
const expectedFiles: Record<string, string> = {
  ...(await buildSchemaFiles()),
  ...Object.fromEntries(
    Object.entries(await buildOpenApiDocuments()).map(([name, document]) => [name, JSON.stringify(document)]),
  ),
  ...Object.fromEntries(
    Object.entries(generateRoutes()).map(([name, text]) => [`packages/contract/src/${name}.gen.ts`, text]),
  ),
};
const staleFiles = Object.entries(expectedFiles).filter(([path, text]) => {
  // The formatter breaks long lines, and ends the last of their fields with a comma.
  const removeFormat = (content: string) => content.replace(/\s+/g, '').replaceAll(',}', '}');
  return removeFormat(readFileSync(join(root, path), 'utf8')) !== removeFormat(text);
});
for (const [path] of staleFiles) console.error(`${path} is not up to date: npm run generate`);
process.exit(staleFiles.length ? 1 : 0);
