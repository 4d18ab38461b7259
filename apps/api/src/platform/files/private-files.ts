import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * For files with personal or bank data and their folders: accessible only to the user that WoPack runs as.
 */
export const PRIVATE_FILE_MODE = 0o600;
export const PRIVATE_FOLDER_MODE = 0o700;

/**
 * Reads a secret file of DATA_DIR, or creates it. Of two processes that start at once the first one's
 * content wins.
 */
export async function readOrCreateFile(file: string, create: () => Promise<string>): Promise<string> {
  const readExisting = () => readFile(file, 'utf8');
  return readExisting().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await mkdir(dirname(file), { recursive: true });
    const temporaryFile = `${file}.${randomUUID()}`;
    await writeFile(temporaryFile, await create(), { mode: PRIVATE_FILE_MODE });
    await link(temporaryFile, file).catch((failure: NodeJS.ErrnoException) => {
      if (failure.code !== 'EEXIST') throw failure;
    });
    await rm(temporaryFile);
    return readExisting();
  });
}
