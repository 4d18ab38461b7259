import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type endpoints, importColumns } from '@wopack/contract';
import { getFullName, type Language } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { type Cell, createCsvStream, restoreText } from '../../../platform/files/csv.ts';
import { AppError, type FieldErrors } from '../../../platform/http/app-error.ts';
import type { Call, MemberActor } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { cutStackedMarks, toSingleLine } from '../../../platform/text-rules.ts';
import { createWorkProcess } from '../../../platform/work-process/work-process.ts';
import { assertWithinUnprovedQuota } from '../../identity/index.ts';
import { type FileKind, receiveFile, scheduleRemovePhoto, withArrivalFolder } from '../../media/index.ts';
import { listMySalePlaces } from '../../sale-places/index.ts';
import { assertMayWait, claimUploads } from '../../uploads/index.ts';
import { countMyProducts } from '../my-products.queries.ts';
import { listPriceTiers, listProductTypes } from '../products.queries.ts';
import { checkImport, listNamedPhotos } from './check-import.ts';
import { type Header, readHeader, readTableRows, type TableRow } from './import-columns.rules.ts';
import type { RowError } from './import-rows.rules.ts';
import {
  countImportedPhotos,
  countImportRows,
  deleteImport,
  deletePhotos,
  type FileColumns,
  findMyImport,
  findVisibleImport,
  type ImportReader,
  type ImportRow,
  insertImport,
  insertImportRows,
  listImportedPhotos,
  listLinkedRows,
  listMyImports,
  listVisibleImports,
  listWrittenProducts,
  listWrongRows,
  lockImport,
  lockImportsOf,
  movePhotos,
  replacePhoto,
  sumWaitingBytes,
  updateImport,
} from './product-imports.queries.ts';
import type { PhotoLimits, TableTasks } from './table-process.ts';
import { columnNames, createErrorTexts, nameColumn } from './table-texts.ts';
import type { CellContent } from './tables.rules.ts';

export const MAX_IMPORT_ROWS = 500;
const MAX_TABLE_MB = 5;
const MAX_ZIP_MB = 50;
const MB = 1_048_576;

const PHOTO_LIMITS: PhotoLimits = { count: 1000, bytesOfOne: 10 * MB, bytesOfAll: 100 * MB };
/** What may wait in the database: photos of 500 products as phones reduce them. */
const MAX_WAITING_MB = 200;

/** Reads one file at a time, which bounds the memory of a server. */
const tables = createWorkProcess<TableTasks>({
  script: join(import.meta.dirname, 'table-process.ts'),
  maxHeapMb: 256,
  timeoutMs: 20_000,
  maxWaiting: 8,
});

const message = (key: string) => `products.import.${key}`;

const createKind = (maxMb: number, refused: string, assertStart: (start: Buffer) => void): FileKind => ({
  maxBytes: maxMb * MB,
  assertStart,
  messages: {
    refused: message(refused),
    tooLarge: message(`${refused}TooLarge`),
    tooDemanding: message('tooDemanding'),
    tooSlow: message('tooSlow'),
  },
});

/** Any bytes may be text; what is none is found when it is read. */
const TABLE = createKind(MAX_TABLE_MB, 'noTable', () => {});
const ZIP = createKind(MAX_ZIP_MB, 'brokenZip', (start) => {
  if (!start.subarray(0, 2).equals(Buffer.from('PK')))
    throw new AppError('uploadRefused', { message: message('brokenZip') });
});

const getReader = ({ id, member }: MemberActor): ImportReader => ({ userId: id, member });

/** Replaces the import of the member that was not started, and keeps its photos. */
export async function createProductImport(
  context: Context,
  call: Call<typeof endpoints.createProductImport>,
) {
  const { db, clock } = context;
  const { actor, request } = call;
  const { fileName, header, rows } = await receiveFile(
    context,
    request,
    'file',
    async ({ path, name }) => {
      const lines = await tables.run('readTable', { path });
      return { fileName: toSingleLine(name, 100) || '?', ...readTable(lines, call.language) };
    },
    TABLE,
  );
  const id = await db.transaction().execute(async (trx) => {
    const maker = getReader(actor);
    await lockImportsOf(trx, maker);
    const former = await findUnfinishedImport(trx, maker);
    const columns = Object.fromEntries([...header.places].map(([column, { name }]) => [column, name]));
    const importId = await insertImport(trx, {
      business_id: actor.member.businessId,
      user_id: actor.id,
      file_name: fileName,
      column_names: columns as FileColumns,
      created_at: clock.now(),
    });
    await insertImportRows(trx, importId, rows);
    if (former) {
      await movePhotos(trx, former.id, importId);
      await updateImport(trx, importId, { photos_name: former.photos_name });
      await deleteImport(trx, former.id);
    }
    await checkAgain(context, trx, importId, actor);
    return importId;
  });
  return { data: await buildImportView(context, await requireImport(db, id, actor), call) };
}

/** Refuses a second one while one is written. */
async function findUnfinishedImport(trx: Trx, maker: ImportReader) {
  const imports = await listMyImports(trx, maker, MAX_LISTED);
  if (imports.some(({ state }) => state === 'importing'))
    throw new AppError('conflict', { message: message('running') });
  return imports.find(({ state }) => state === 'checking' || state === 'checked');
}

/** What is wrong with the file as a whole is refused at once. */
function readTable(
  lines: readonly (readonly CellContent[])[],
  language: Language,
): { header: Header; rows: TableRow[] } {
  const texts = lines.map((line) => line.map(restoreCell));
  const first = texts.findIndex((line) =>
    line.some((cell) => typeof cell !== 'string' || cell.trim() !== ''),
  );
  if (first < 0) throw new AppError('validation', { fields: { file: message('empty') } });
  const header = readHeader(texts[first]!, columnNames);
  const rows = readTableRows(texts.slice(first + 1), header, first + 2);
  const list = (key: string, names: readonly string[]): FieldErrors =>
    names.length === 0
      ? {}
      : {
          [`columns.${key}`]: {
            key: message(`${key}Columns`),
            values: { names: names.slice(0, 30).join(', ') },
          },
        };
  const isTable = header.places.size > 0;
  const fields: FieldErrors = {
    ...(!isTable && { file: message('noHeader') }),
    ...(isTable &&
      list(
        'missing',
        header.missing.map((column) => nameColumn(column, language)),
      )),
    ...(isTable && list('unknown', header.unknown)),
    ...list('repeated', header.repeated),
  };
  if (isTable && rows.length === 0) fields.file = message('empty');
  if (rows.length > MAX_IMPORT_ROWS)
    fields.file = { key: message('tooManyRows'), values: { rows: rows.length, limit: MAX_IMPORT_ROWS } };
  if (Object.keys(fields).length > 0) throw new AppError('validation', { fields });
  return { header, rows };
}

/** As `createCsvStream` writes it; what no column can store and no letter can carry is left out. */
function restoreCell(cell: CellContent): CellContent {
  const storable = (text: string) => cutStackedMarks(text.toWellFormed().replaceAll('\0', ''));
  return typeof cell === 'string' ? restoreText(storable(cell)) : { formula: storable(cell.formula) };
}

export async function addImportPhotos(context: Context, call: Call<typeof endpoints.addImportPhotos>) {
  const { db } = context;
  const { actor, request, params } = call;
  assertNotBegun(await requireImport(db, params.id, actor));
  await receiveFile(
    context,
    request,
    'photos',
    ({ path, name }) =>
      withArrivalFolder(context, async (folder) => {
        const photos = await tables.run('unpackPhotos', { path, folder, limits: PHOTO_LIMITS });
        await db.transaction().execute(async (trx) => {
          assertNotBegun(await lockMyImport(trx, params.id, actor));
          await assertMayWait(trx, actor.id, photos.length);
          const formerPaths: string[] = [];
          for (const photo of photos) {
            const content = await readFile(photo.path);
            const former = await replacePhoto(trx, params.id, { name: photo.name, content });
            if (former !== null) formerPaths.push(former);
          }
          await removeUploads(context, trx, actor.id, formerPaths);
          if ((await listImportedPhotos(trx, params.id)).length > PHOTO_LIMITS.count)
            throw new AppError('uploadRefused', {
              message: message('tooManyPhotos'),
              values: { limit: PHOTO_LIMITS.count },
            });
          if ((await sumWaitingBytes(trx, params.id)) > MAX_WAITING_MB * MB)
            throw new AppError('uploadRefused', {
              message: message('photosWaiting'),
              values: { limit: MAX_WAITING_MB },
            });
          await updateImport(trx, params.id, { photos_name: toSingleLine(name, 100) || '?' });
          await checkAgain(context, trx, params.id, actor);
        });
      }),
    ZIP,
  );
  return { data: await buildImportView(context, await requireImport(db, params.id, actor), call) };
}

async function removeUploads(
  context: Context,
  trx: Trx,
  userId: number,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  for (const photo of await claimUploads(trx, userId, paths))
    await scheduleRemovePhoto(context.jobs, trx, photo);
}

/** Checks the rows; while photos that they name are not prepared, a job does that. */
async function checkAgain(context: Context, trx: Trx, id: number, actor: MemberActor): Promise<void> {
  const { areAllPhotosReady, salePlaceIds } = await checkImport(context, trx, id, actor.member);
  await updateImport(trx, id, {
    state: areAllPhotosReady ? 'checked' : 'checking',
    sale_place_ids: salePlaceIds,
  });
  if (!areAllPhotosReady)
    await context.jobs.enqueue(trx, 'products.prepare-import-photos', { importId: id }, { urgent: true });
}

function assertNotBegun({ state }: ImportRow): void {
  if (state !== 'checking' && state !== 'checked')
    throw new AppError('conflict', { message: message('begun') });
}

async function requireImport(db: DbOrTrx, id: number, actor: MemberActor): Promise<ImportRow> {
  const row = await findMyImport(db, id, getReader(actor));
  if (!row) throw new AppError('notFound');
  return row;
}

async function requireVisibleImport(db: DbOrTrx, id: number, actor: MemberActor): Promise<ImportRow> {
  const row = await findVisibleImport(db, id, getReader(actor));
  if (!row) throw new AppError('notFound');
  return row;
}

async function lockMyImport(trx: Trx, id: number, actor: MemberActor): Promise<ImportRow> {
  await lockImportsOf(trx, getReader(actor));
  await requireImport(trx, id, actor);
  return (await lockImport(trx, id))!;
}

export async function startProductImport(context: Context, call: Call<typeof endpoints.startProductImport>) {
  const { db, clock, jobs } = context;
  const { actor, params, body } = call;
  const { id } = params;
  await db.transaction().execute(async (trx) => {
    const locked = await lockMyImport(trx, id, actor);
    assertNotBegun(locked);
    if (locked.state === 'checking') throw new AppError('conflict', { message: message('checking') });
    // Sale places, prices and products may have changed since.
    const { checked, salePlaceIds } = await checkImport(context, trx, id, actor.member);
    await updateImport(trx, id, { sale_place_ids: salePlaceIds });
    const wrong = checked.filter(({ plan }) => plan === 'wrong').length;
    if (wrong > 0 && !body.only_valid) return;
    const added = checked.filter(({ plan }) => plan === 'new').length;
    const { businessId } = actor.member;
    if (added > 0)
      await assertWithinUnprovedQuota(
        trx,
        businessId,
        'products',
        async () => (await countMyProducts(trx, businessId)) + added - 1,
      );
    await updateImport(trx, id, {
      state: 'importing',
      only_valid: body.only_valid ?? false,
      started_at: clock.now(),
    });
    await jobs.enqueue(trx, 'products.write-import', { importId: id }, { urgent: true });
  });
  const current = await requireImport(db, id, actor);
  // After the commit, so that the new errors are there to be read.
  if (current.state === 'checked') throw new AppError('conflict', { message: message('hasErrors') });
  return { data: await buildImportView(context, current, call) };
}

export async function discardProductImport(
  context: Context,
  { actor, params: { id } }: Call<typeof endpoints.discardProductImport>,
) {
  await context.db.transaction().execute(async (trx) => {
    const { state } = await lockMyImport(trx, id, actor);
    if (state === 'importing') throw new AppError('conflict', { message: message('running') });
    const photos = await deletePhotos(trx, id);
    await removeUploads(
      context,
      trx,
      actor.id,
      photos.flatMap(({ path }) => path ?? []),
    );
    await deleteImport(trx, id);
  });
  return { data: { id } };
}

const MAX_LISTED = 20;

export async function listProductImports(
  { db }: Context,
  { actor }: Call<typeof endpoints.listProductImports>,
) {
  return {
    data: await buildSummaries(db, await listVisibleImports(db, getReader(actor), MAX_LISTED), actor),
  };
}

export async function getProductImport(context: Context, call: Call<typeof endpoints.getProductImport>) {
  const current = await requireVisibleImport(context.db, call.params.id, call.actor);
  return { data: await buildImportView(context, current, call) };
}

export async function listImportedProducts(
  { db }: Pick<Context, 'db'>,
  { actor, params, query }: Call<typeof endpoints.listImportedProducts>,
) {
  const { cursor, limit = 50 } = query;
  await requireVisibleImport(db, params.id, actor);
  const afterRow = Number(cursor ?? 0);
  const rows = await listWrittenProducts(db, params.id, actor.member, { afterRow, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return {
    data: page.map(({ row_number: row, sale_place_id, sale_place_name, ...product }) => ({
      ...product,
      row,
      sale_place: { id: sale_place_id, name: sale_place_name },
    })),
    next_cursor: rows.length > limit ? String(page.at(-1)!.row_number) : null,
  };
}

async function buildSummaries(db: DbOrTrx, imports: readonly ImportRow[], actor: MemberActor) {
  const ids = imports.map(({ id }) => id);
  const counts = new Map((await countImportRows(db, ids)).map((row) => [row.import_id, row]));
  const photos = new Map((await countImportedPhotos(db, ids)).map((row) => [row.import_id, row.total]));
  return Promise.all(
    imports.map(async (row) => {
      const { id, user_id, name, surname, state, file_name, photos_name } = row;
      const { created_at, started_at, ended_at } = row;
      const count = counts.get(id);
      const isStarted = started_at !== null;
      const named = state === 'checking' ? await listNamedPhotos(db, id) : [];
      return {
        id,
        made_by: { id: user_id, name: getFullName(name, surname) },
        is_mine: user_id === actor.id,
        state,
        file_name,
        created_at: created_at.toISOString(),
        started_at: started_at?.toISOString() ?? null,
        ended_at: ended_at?.toISOString() ?? null,
        rows: {
          total: count?.total ?? 0,
          new: count?.new ?? 0,
          changed: count?.changed ?? 0,
          unchanged: count?.unchanged ?? 0,
          wrong: count?.wrong ?? 0,
        },
        photos: {
          file_name: photos_name,
          total: photos.get(id) ?? 0,
          due: named.filter(({ path, error }) => path === null && error === null).length,
          named: named.length,
        },
        written: {
          total: isStarted ? (count?.new ?? 0) + (count?.changed ?? 0) : 0,
          done: count?.written ?? 0,
          failed: count?.failed ?? 0,
        },
        error_count: count?.error_count ?? 0,
      };
    }),
  );
}

const MAX_SHOWN_ERRORS = 200;
const MAX_SHOWN_LINKED = 200;
const MAX_VALUE_LENGTH = 200;

interface Reader {
  actor: MemberActor;
  language: Language;
}

async function buildImportView({ db }: Pick<Context, 'db'>, row: ImportRow, reader: Reader) {
  const [summary] = await buildSummaries(db, [row], reader.actor);
  const errors = await listErrors(db, row, reader, MAX_SHOWN_ERRORS);
  const [counts] = await countImportRows(db, [row.id]);
  const linked = await listLinkedRows(db, row.id, MAX_SHOWN_LINKED);
  return {
    ...summary!,
    errors: errors.take(MAX_SHOWN_ERRORS).toArray(),
    linked: {
      total: counts?.linked ?? 0,
      rows: linked.map(({ row_number, name, linked_count }) => ({
        row: row_number,
        name,
        others: linked_count,
      })),
    },
  };
}

/** Describes errors in the caller's language when they are read: the import stores their codes. */
async function listErrors(db: DbOrTrx, row: ImportRow, { actor, language }: Reader, limit: number) {
  const describe = createErrorTexts(
    {
      types: await listProductTypes(db),
      tiers: await listPriceTiers(db),
      salePlaces: await listMySalePlaces(db, actor.member),
    },
    language,
  );
  const rows = await listWrongRows(db, row.id, limit);
  const compare = (a: RowError, b: RowError) =>
    importColumns.indexOf(a.column) - importColumns.indexOf(b.column);
  return rows.values().flatMap(({ number, cells, errors }) =>
    errors
      .toSorted(compare)
      .values()
      .map((error) => ({
        row: number,
        code: getText(cells.code).slice(0, MAX_VALUE_LENGTH) || null,
        column: error.column,
        column_name: row.column_names[error.column] ?? nameColumn(error.column, language),
        value: getText(cells[error.column]).slice(0, MAX_VALUE_LENGTH),
        message: describe(error),
      })),
  );
}

const getText = (cell: CellContent | undefined): string =>
  cell === undefined ? '' : typeof cell === 'string' ? cell : cell.formula;

const ERROR_COLUMNS = ['row', 'code', 'column', 'value', 'message'] as const;

export async function exportImportErrors(
  { db }: Pick<Context, 'db'>,
  { actor, params, language }: Call<typeof endpoints.exportImportErrors>,
) {
  const row = await requireVisibleImport(db, params.id, actor);
  const errors = await listErrors(db, row, { actor, language }, MAX_IMPORT_ROWS);
  const head = ERROR_COLUMNS.map((column) => translate(`products.import.errors.${column}`, language));
  const lines = errors.map((error): Cell[] => [
    error.row,
    error.code ?? '',
    error.column_name,
    error.value,
    error.message,
  ]);
  return { name: 'wopack-import-errors.csv', content: createCsvStream(head, lines, language) };
}
