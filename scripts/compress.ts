import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE_PATTERN = /\.(js|json|css|svg|html|txt|webmanifest)$/;
/** Smaller than a network packet: compression gains nothing. */
const MIN_BYTES = 1000;

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

/**
 * Precompresses the files of a folder at maximum level; the server picks the variant that the client
 * accepts.
 */
export async function compressFolder(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  await Promise.all(
    files
      // index.html is rendered per request.
      .filter((file) => COMPRESSIBLE_PATTERN.test(file) && file !== 'index.html')
      .map(async (file) => {
        const bytes = await readFile(join(folder, file));
        if (bytes.length < MIN_BYTES) return;
        for (const [extension, compress] of Object.entries(compressors)) {
          await writeFile(join(folder, `${file}.${extension}`), await compress(bytes));
        }
      }),
  );
}
