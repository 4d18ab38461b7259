import { writeFileSync } from 'node:fs';
import { endpoints } from './src/endpoints.ts';

// The browser needs method and path of a call, not its schemas: they would cost it a validator library.
const lines = Object.entries(endpoints).map(([name, endpoint]) => {
  const file = 'file' in endpoint ? `, file: '${endpoint.file}'` : '';
  return `  ${name}: { method: '${endpoint.method}', path: '${endpoint.path}'${file} },`;
});

writeFileSync(
  new URL('./src/routes.gen.ts', import.meta.url),
  `// Made by \`npm run generate\` from the endpoint table.\nexport const routes = {\n${lines.join('\n')}\n} as const;\n`,
);
