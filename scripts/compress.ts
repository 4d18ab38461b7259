import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const text = /\.(js|json|css|svg|html|txt|webmanifest)$/;
/** Less than one packet: there is nothing to win. */
const LEAST_BYTES = 1000;

const packed = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

/** Packs the files of a folder once and as small as can be, beside themselves: the server sends what a browser takes. */
export async function compressFolder(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  await Promise.all(
    files
      // The page itself is filled in at each request.
      .filter((file) => text.test(file) && file !== 'index.html')
      .map(async (file) => {
        const bytes = await readFile(join(folder, file));
        if (bytes.length < LEAST_BYTES) return;
        for (const [ending, pack] of Object.entries(packed)) {
          await writeFile(join(folder, `${file}.${ending}`), await pack(bytes));
        }
      }),
  );
}
