import { writeFileSync } from 'node:fs';
import { account } from './src/account.ts';
import { business } from './src/business.ts';
import type { Endpoint } from './src/endpoint.ts';
import { endpoints } from './src/endpoints.ts';
import { notifications } from './src/notifications.ts';

const settings: Endpoint[] = Object.values({ ...account, ...business, ...notifications });

/** What sellers and partners call, who looks at their money, and settings: the first page needs none of it. */
const isFurther = (endpoint: Endpoint): boolean =>
  endpoint.auth === 'owner' ||
  (endpoint.auth === 'user' && ['affiliates', 'ledger'].includes(endpoint.module)) ||
  settings.includes(endpoint);

/** The browser needs method and path of a call, not its schemas: they would cost it a validator library. */
export function generateRoutes(): Record<'routes' | 'further-routes', string> {
  const all: [string, Endpoint][] = Object.entries(endpoints);
  return {
    routes: table('routes', (endpoint) => !isFurther(endpoint)),
    'further-routes': table('furtherRoutes', isFurther),
  };

  function table(name: string, belongs: (endpoint: Endpoint) => boolean): string {
    const lines = all
      .filter(([, endpoint]) => belongs(endpoint))
      .map(([call, endpoint]) => line(call, endpoint));
    return `// Made by \`npm run generate\` from the endpoint table.\nexport const ${name} = {\n${lines.join('\n')}\n} as const;\n`;
  }
}

function line(call: string, { method, path, file, produces }: Endpoint): string {
  const more = Object.entries({ file, produces }).map(([key, value]) =>
    value ? `, ${key}: '${value}'` : '',
  );
  return `  ${call}: { method: '${method}', path: '${path}'${more.join('')} },`;
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(generateRoutes()))
    writeFileSync(new URL(`./src/${name}.gen.ts`, import.meta.url), text);
}
