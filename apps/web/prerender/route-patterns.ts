import { join } from 'node:path';
import type { RouteObject } from 'react-router';
import { type Plugin, runnerImport } from 'vite';

/** Of the tables of pages only the addresses are wanted: what guards, frames and loads the pages needs a browser. */
const stubImportsPlugin: Plugin = {
  name: 'tables-alone',
  enforce: 'pre',
  resolveId(id, importer = '') {
    const isRouterImport = importer.endsWith('/app/router.tsx') && /^\.\.?\/(?!route-tables\/)/.test(id);
    const isRouteTableImport = /\/app\/route-tables\/\w+\.ts$/.test(importer) && id.startsWith('../');
    return isRouterImport || isRouteTableImport ? '\0nothing' : null;
  },
  load: (id) =>
    id === '\0nothing' ? 'export const lazyPage = () => undefined, lazyPageWithBaseStyles = lazyPage;' : null,
};

/** Where the app has a page, as its router writes it down: `/clients/:id`. */
export async function readRoutePatterns(): Promise<string[]> {
  const { module } = await runnerImport<typeof import('./all-routes.ts')>(
    join(import.meta.dirname, 'all-routes.ts'),
    {
      configFile: false,
      logLevel: 'warn',
      plugins: [stubImportsPlugin],
    },
  );
  return listRoutePatterns(module.allRoutes);
}

/** Of these routes and all below them; what catches everything else is no address. */
export const listRoutePatterns = (routes: RouteObject[], parentPath = ''): string[] =>
  routes.flatMap(({ path, index, children = [] }) => {
    if (path === '*') return [];
    const pattern = path ? `${parentPath}/${path}` : parentPath;
    return [...(path || index ? [pattern || '/'] : []), ...listRoutePatterns(children, pattern)];
  });
