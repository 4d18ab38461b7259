import { writeFileSync } from 'node:fs';
import { endpoints } from './src/endpoints.ts';

const target = new URL('./src/routes.gen.ts', import.meta.url);

/** The browser needs method and path of a call, not its schemas: they would cost it a validator library. */
export function generateRoutes(): string {
  const lines = Object.entries(endpoints).map(([name, endpoint]) => {
    const file = 'file' in endpoint ? `, file: '${endpoint.file}'` : '';
    const produces = 'produces' in endpoint ? `, produces: '${endpoint.produces}'` : '';
    return `  ${name}: { method: '${endpoint.method}', path: '${endpoint.path}'${file}${produces} },`;
  });
  return `// Made by \`npm run generate\` from the endpoint table.\nexport const routes = {\n${lines.join('\n')}\n} as const;\n`;
}

if (import.meta.main) writeFileSync(target, generateRoutes());
