import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = join(import.meta.dirname, '../apps/web/dist');

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** Without these the list does not show; texts in the language that has the longest. */
const needed = ['index.html', 'src/pages/buyer/offers.tsx'];
const texts = /^assets\/texts-[^/]+\/ru\/(common|errors|offers)\.json$/;

/** What a first visit to `/offers` loads before it can be used, packed by gzip: at most 150 KiB of script, 15 of style. */
export function benchFirstLoad(): void {
  const chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const files = new Set(['first-paint.js', 'token.js', 'first-list.js']);
  const add = (name: string): void => {
    const { file, imports = [], css = [] } = chunks[name]!;
    for (const one of [file, ...css]) files.add(one);
    for (const one of imports) if (!files.has(chunks[one]!.file)) add(one);
  };
  for (const name of needed) add(name);
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
    if (texts.test(name)) files.add(name);
  const kibibytes = (ending: string) =>
    [...files]
      .filter((file) => file.endsWith(ending))
      .reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1024, 0);
  process.stdout.write(
    `first load of /offers: ${kibibytes('.js').toFixed(1)} KiB of script (150), ${kibibytes('.css').toFixed(1)} KiB of style (15), ${kibibytes('.json').toFixed(1)} KiB of texts\n`,
  );
}
