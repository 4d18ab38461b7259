import { type FileHandle, open } from 'node:fs/promises';

/** Of files with personal or bank data, and of the folders for them: the user that WoPack runs as, nobody else. */
export const PRIVATE_FILE_MODE = 0o600;
export const PRIVATE_FOLDER_MODE = 0o700;

/** Opens a file to write it anew. One that was there before may have been readable by others. */
export async function openPrivateFile(path: string): Promise<FileHandle> {
  const file = await open(path, 'w', PRIVATE_FILE_MODE);
  // A terminal or a pipe (/dev/stdout) keeps its mode.
  if ((await file.stat()).isFile()) await file.chmod(PRIVATE_FILE_MODE);
  return file;
}
