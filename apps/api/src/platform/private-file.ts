import { type FileHandle, open } from 'node:fs/promises';

/**
 * For files with personal or bank data and their folders: accessible only to the user that WoPack runs as.
 */
export const PRIVATE_FILE_MODE = 0o600;
export const PRIVATE_FOLDER_MODE = 0o700;

/** Truncates or creates a file with private permissions, also if it existed with wider ones. */
export async function openPrivateFile(path: string): Promise<FileHandle> {
  const file = await open(path, 'w', PRIVATE_FILE_MODE);
  // A terminal or pipe (/dev/stdout) keeps its mode.
  if ((await file.stat()).isFile()) await file.chmod(PRIVATE_FILE_MODE);
  return file;
}
