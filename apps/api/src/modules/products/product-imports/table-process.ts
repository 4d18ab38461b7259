import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readXlsx } from 'hucre/xlsx';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { AppError } from '../../../platform/http/app-error.ts';
import { cutStackedMarks } from '../../../platform/text-rules.ts';
import { serveWork } from '../../../platform/work-process/serve-work.ts';
import {
  assertTextAmount,
  type CellContent,
  MAX_TABLE_COLUMNS,
  MAX_TABLE_LINES,
  parseCsvTable,
  readFormula,
  TableError,
} from './tables.rules.ts';

export type TableTasks = {
  /** Cells by line, as the spreadsheet shows them; the first line is 0. */
  readTable: (input: { path: string }) => Promise<CellContent[][]>;
  /** Writes the pictures of a ZIP file to a folder; throws when it has too much. */
  unpackPhotos: (input: { path: string; folder: string; limits: PhotoLimits }) => Promise<UnpackedPhoto[]>;
};

export interface PhotoLimits {
  count: number;
  bytesOfOne: number;
  bytesOfAll: number;
}

export interface UnpackedPhoto {
  /** File name without folders. */
  name: string;
  path: string;
}

/** A full table takes 100 MB with what the reader of XLSX builds of it. */
const MAX_MEMORY_MB = 400;

const ZIP_START = Buffer.from('PK\u0003\u0004');

const createRefusal = (message: string, values?: Record<string, string | number>) =>
  new AppError('uploadRefused', { message: `products.import.${message}`, ...(values && { values }) });

function refuse(message: string, values?: Record<string, string | number>): never {
  throw createRefusal(message, values);
}

async function readTable({ path }: { path: string }): Promise<CellContent[][]> {
  const content = await readFile(path);
  if (!content.subarray(0, ZIP_START.length).equals(ZIP_START))
    return refuseTableErrors(() => parseCsvTable(content));
  await assertSmallWorkbook(path);
  // Nobody can tell what the reader throws from a file that is none.
  const workbook = await readXlsx(content, {
    sheets: (_info, index) => index === 0,
    maxRows: MAX_TABLE_LINES + 1,
  }).catch(() => refuse('noTable'));
  const [sheet] = workbook!.sheets;
  const rows = sheet?.rows ?? [];
  if (rows.length > MAX_TABLE_LINES) refuse('tableTooLarge');
  const lines = rows.map((row, line) =>
    row.slice(0, MAX_TABLE_COLUMNS + 1).map((value, column): CellContent => {
      const formula = sheet!.cells?.get(`${line},${column}`)?.formula;
      return formula === undefined ? formatCell(value) : readFormula(`=${formula.replace(/^=/, '')}`);
    }),
  );
  refuseTableErrors(() => assertTextAmount(lines));
  return lines;
}

function refuseTableErrors<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof TableError ? createRefusal(error.reason) : error;
  }
}

function formatCell(value: string | number | boolean | Date | null): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  // Without what binary fractions add: 4.99 is stored as 4.9900000000000002.
  return typeof value === 'number' ? String(Number(value.toPrecision(15))) : String(value);
}

const MAX_WORKBOOK_ENTRIES = 200;
const MAX_WORKBOOK_BYTES = 60_000_000;

/** Inflates every part without keeping it, because the sizes that a file declares may be wrong. */
async function assertSmallWorkbook(path: string): Promise<void> {
  let bytes = 0;
  let count = 0;
  await readZip(path, 'noTable', async (zip, entry) => {
    count++;
    if (entry.isEncrypted()) refuse('encrypted');
    if (count > MAX_WORKBOOK_ENTRIES || bytes + entry.uncompressedSize > MAX_WORKBOOK_BYTES)
      refuse('tableTooLarge');
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      bytes += (chunk as Buffer).length;
      if (bytes > MAX_WORKBOOK_BYTES) refuse('tableTooLarge');
    }
  });
}

const PICTURE_NAME = /\.(jpe?g|png|webp)$/i;
/** What macOS and Windows add. */
const HIDDEN_FILE = /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i;

/** As much as file systems allow. */
const MAX_NAME_LENGTH = 255;

/** Without characters that nobody sees, and without the beginning of one that no file can have. */
const restoreName = (name: string): string =>
  cutStackedMarks(name.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, ''))
    .normalize('NFC')
    .slice(-MAX_NAME_LENGTH)
    .toWellFormed();

async function unpackPhotos({
  path,
  folder,
  limits,
}: Parameters<TableTasks['unpackPhotos']>[0]): Promise<UnpackedPhoto[]> {
  const photos = new Map<string, UnpackedPhoto>();
  let bytes = 0;
  await readZip(path, 'brokenZip', async (zip, entry) => {
    const { fileName, uncompressedSize } = entry;
    if (fileName.endsWith('/') || HIDDEN_FILE.test(fileName) || !PICTURE_NAME.test(fileName)) return;
    const name = restoreName(basename(fileName));
    if (entry.isEncrypted()) refuse('encrypted');
    if (photos.has(name)) refuse('photoTwice', { name });
    if (photos.size >= limits.count) refuse('tooManyPhotos', { limit: limits.count });
    if (uncompressedSize > limits.bytesOfOne)
      refuse('photoTooLarge', { name, limit: Math.floor(limits.bytesOfOne / 1_048_576) });
    bytes += uncompressedSize;
    if (bytes > limits.bytesOfAll)
      refuse('photosTooLarge', { limit: Math.floor(limits.bytesOfAll / 1_048_576) });
    const photo = { name, path: join(folder, String(photos.size)) };
    // The reader refuses an entry that has more bytes than it declares.
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(photo.path));
    photos.set(name, photo);
  });
  if (photos.size === 0) refuse('noPhotos');
  return [...photos.values()];
}

/** Entries one after the other. */
async function readZip(
  path: string,
  broken: 'brokenZip' | 'noTable',
  read: (zip: ZipFile, entry: Entry) => Promise<void>,
): Promise<void> {
  try {
    const zip = await openPromise(path);
    try {
      for await (const entry of zip.eachEntry()) await read(zip, entry);
    } finally {
      zip.close();
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    refuse(broken);
  }
}

serveWork({ readTable, unpackPhotos } satisfies TableTasks, { maxMemoryMb: MAX_MEMORY_MB });
