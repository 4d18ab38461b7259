import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOpenApiDocument } from '../apps/api/src/openapi.ts';

/** Writes the committed openapi.json; `npm run check` fails when it differs from the endpoint table. */
writeFileSync(
  join(import.meta.dirname, '../openapi.json'),
  `${JSON.stringify(await buildOpenApiDocument(), null, 2)}\n`,
);
process.exit(0);
