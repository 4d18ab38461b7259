import { join } from 'node:path';
import type { RouteObject } from 'react-router';
import { type Plugin, runnerImport } from 'vite';

/** Of the tables of pages only the addresses are wanted: what guards, frames and loads the pages needs a browser. */
const alone: Plugin = {
  name: 'tables-alone',
  enforce: 'pre',
  resolveId(id, importer = '') {
    const inRouter = importer.endsWith('/src/app/router.tsx') && /^\.\.?\/(?!routes\/)/.test(id);
    const inTable = /\/src\/app\/routes\/\w+\.ts$/.test(importer) && id.startsWith('../');
    return inRouter || inTable ? '\0nothing' : null;
  },
  load: (id) =>
    id === '\0nothing' ? 'export const lazyPage = () => undefined, firstPage = lazyPage;' : null,
};

/** Where the app has a page, as its router writes it down: `/clients/:id`. */
export async function readAddresses(): Promise<string[]> {
  const { module } = await runnerImport<typeof import('./table.ts')>(join(import.meta.dirname, 'table.ts'), {
    configFile: false,
    logLevel: 'warn',
    plugins: [alone],
  });
  return addressesOf(module.table);
}

/** Of these routes and all below them; what catches everything else is no address. */
export const addressesOf = (routes: RouteObject[], above = ''): string[] =>
  routes.flatMap(({ path, index, children = [] }) => {
    if (path === '*') return [];
    const own = path ? `${above}/${path}` : above;
    return [...(path || index ? [own || '/'] : []), ...addressesOf(children, own)];
  });
