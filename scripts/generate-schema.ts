import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchemaFiles } from '../apps/api/db/schema/build-schema-files.ts';

/** Writes the committed files that follow from the migrations; `npm run check` fails when they are not up to date. */
for (const [path, text] of Object.entries(await buildSchemaFiles()))
  writeFileSync(join(import.meta.dirname, '..', path), text);
process.exit(0);
