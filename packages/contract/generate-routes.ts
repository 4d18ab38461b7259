import { writeFileSync } from 'node:fs';
import type { Endpoint } from './src/endpoint.ts';
import { endpoints } from './src/endpoints.ts';
import { account } from './src/modules/identity/account.ts';
import { business } from './src/modules/identity/business.ts';
import { notifications } from './src/modules/notifications.ts';

const settingsEndpoints: Endpoint[] = Object.values({ ...account, ...business, ...notifications });

/** Endpoints that the first page does not need: those of sellers, partners, ledger, draws and settings. */
const isDeferred = (endpoint: Endpoint): boolean =>
  endpoint.auth === 'owner' ||
  endpoint.module === 'allocation' ||
  // Public calls of the console's module: reports of content, and decisions.
  endpoint.module === 'admin' ||
  (endpoint.auth === 'user' && ['affiliates', 'ledger'].includes(endpoint.module)) ||
  settingsEndpoints.includes(endpoint);

/** Endpoints of the operator console, which is an app of its own. */
const isOfConsole = ({ path }: Endpoint): boolean => path.startsWith('/api/v1/admin/');

/** The client needs method and path of an endpoint, not its schemas, which would add a validation library. */
export function generateRoutes(): Record<'routes' | 'deferred-routes' | 'admin-routes', string> {
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

function formatRoute(endpointName: string, { method, path, file, produces }: Endpoint): string {
  const options = Object.entries({ file, produces }).map(([key, value]) =>
    value ? `, ${key}: '${value}'` : '',
  );
  return `  ${endpointName}: { method: '${method}', path: '${path}'${options.join('')} },`;
}

if (import.meta.main) {
  for (const [name, source] of Object.entries(generateRoutes()))
    writeFileSync(new URL(`./src/${name}.gen.ts`, import.meta.url), source);
}
