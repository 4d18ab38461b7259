import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = join(import.meta.dirname, '../apps/web/dist');

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const REQUIRED_CHUNKS = ['index.html', 'app/routes/buyer/offers.tsx'];
/** Beside chunks; texts in the language that has the longest. */
const ASSET_PATTERN = /^assets\/(texts-[^/]+\/ru\/(common|errors|offers)\.json|first-paint-[^/]+\.js)$/;

/** What a first visit to `/offers` loads before it can be used, packed by gzip: at most 175 KiB of script, 15 of style. */
export function benchFirstLoad(): void {
  const chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const files = new Set<string>();
  const addChunk = (name: string): void => {
    const { file, imports = [], css = [] } = chunks[name]!;
    for (const dependency of [file, ...css]) files.add(dependency);
    for (const dependency of imports) if (!files.has(chunks[dependency]!.file)) addChunk(dependency);
  };
  for (const name of REQUIRED_CHUNKS) addChunk(name);
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
    if (ASSET_PATTERN.test(name)) files.add(name);
  const scriptCount = [...files].filter((file) => file.endsWith('.js')).length;
  const sumKibibytes = (extension: string) =>
    [...files]
      .filter((file) => file.endsWith(extension))
      .reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1024, 0);
  process.stdout.write(
    `first load of /offers: ${sumKibibytes('.js').toFixed(1)} KiB of script (175) in ${scriptCount} files, ${sumKibibytes('.css').toFixed(1)} KiB of style (15), ${sumKibibytes('.json').toFixed(1)} KiB of texts\n`,
  );
}
