import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeApi } from '../apps/api/src/describe.ts';
import { generateRoutes } from '../packages/contract/generate-routes.ts';

/** The committed files that the endpoint table makes must be what it makes now. */
const root = join(import.meta.dirname, '..');
const wanted: Record<string, string> = {
  'openapi.json': `${JSON.stringify(await describeApi(), null, 2)}\n`,
  ...Object.fromEntries(
    Object.entries(generateRoutes()).map(([name, text]) => [`packages/contract/src/${name}.gen.ts`, text]),
  ),
};
const stale = Object.entries(wanted).filter(([path, text]) => {
  const squeeze = (content: string) => content.replace(/\s+/g, '');
  return squeeze(readFileSync(join(root, path), 'utf8')) !== squeeze(text);
});
for (const [path] of stale) console.error(`${path} is not what the endpoint table says: npm run generate`);
process.exit(stale.length ? 1 : 0);
