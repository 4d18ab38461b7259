import type { ImportColumn, ImportState } from '@wopack/contract';
import { sql } from 'kysely';
import { workInBatches } from '../../../platform/db/batches.ts';
import { type BusinessScope, isInScope } from '../../../platform/db/business-scope.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Cells, TableRow } from './import-columns.rules.ts';
import type { CheckedRow, ImportedPhoto, RowError } from './import-rows.rules.ts';

/** The names of columns in a file. */
export type FileColumns = Partial<Record<ImportColumn, string>>;

const selectImports = (db: DbOrTrx) =>
  db
    .selectFrom('product_imports as import')
    .innerJoin('users', 'users.id', 'import.user_id')
    .select(['import.id', 'import.business_id', 'import.user_id', 'import.file_name', 'import.photos_name'])
    .select(['import.only_valid', 'import.created_at', 'import.started_at', 'import.ended_at'])
    .select(['users.name', 'users.surname'])
    .select(sql<ImportState>`import.state`.as('state'))
    .select(sql<FileColumns>`import.column_names`.as('column_names'));

export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>;

export interface ImportReader {
  userId: number;
  member: BusinessScope;
}

const selectMyImports = (db: DbOrTrx, { userId, member: { businessId } }: ImportReader) =>
  selectImports(db).where('import.business_id', '=', businessId).where('import.user_id', '=', userId);

/** Those of the reader, and those of others that concern only sale places of the reader. */
const selectVisibleImports = (db: DbOrTrx, { userId, member: { businessId, salePlaceIds } }: ImportReader) =>
  selectImports(db)
    .where('import.business_id', '=', businessId)
    .$if(salePlaceIds !== null, (query) =>
      query.where(
        sql<boolean>`(import.user_id = ${userId} or import.sale_place_ids <@ ${[...salePlaceIds!]}::int[])`,
      ),
    );

export const findMyImport = (db: DbOrTrx, id: number, reader: ImportReader) =>
  selectMyImports(db, reader).where('import.id', '=', id).executeTakeFirst();

/** Newest first. */
export const listMyImports = (db: DbOrTrx, reader: ImportReader, limit: number) =>
  selectMyImports(db, reader).orderBy('import.id', 'desc').limit(limit).execute();

export const findVisibleImport = (db: DbOrTrx, id: number, reader: ImportReader) =>
  selectVisibleImports(db, reader).where('import.id', '=', id).executeTakeFirst();

/** Newest first. */
export const listVisibleImports = (db: DbOrTrx, reader: ImportReader, limit: number) =>
  selectVisibleImports(db, reader).orderBy('import.id', 'desc').limit(limit).execute();

export const findImport = (db: DbOrTrx, id: number) =>
  selectImports(db).where('import.id', '=', id).executeTakeFirst();

export const lockImport = (trx: Trx, id: number) =>
  selectImports(trx).where('import.id', '=', id).forUpdate('import').executeTakeFirst();

/** Serialises what a member does with imports. */
export const lockImportsOf = (trx: Trx, { userId }: Pick<ImportReader, 'userId'>) =>
  sql`select pg_advisory_xact_lock(hashtext('product-imports'), ${userId}::int)`.execute(trx);

export const insertImport = async (
  trx: Trx,
  values: {
    business_id: number;
    user_id: number;
    file_name: string;
    column_names: FileColumns;
    created_at: Date;
  },
): Promise<number> =>
  (
    await trx
      .insertInto('product_imports')
      .values({ ...values, column_names: JSON.stringify(values.column_names), state: 'checking' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

export const updateImport = (
  db: DbOrTrx,
  id: number,
  change: Partial<{
    state: ImportState;
    photos_name: string | null;
    sale_place_ids: number[] | null;
    only_valid: boolean;
    started_at: Date;
    ended_at: Date;
  }>,
) => db.updateTable('product_imports').set(change).where('id', '=', id).execute();

/** With its rows and photos. */
export const deleteImport = (db: DbOrTrx, id: number) =>
  db.deleteFrom('product_imports').where('id', '=', id).execute();

export const insertImportRows = (trx: Trx, importId: number, rows: readonly TableRow[]) =>
  sql`insert into product_import_rows (import_id, row_number, cells, plan, errors)
    select ${importId}, (row->>'number')::int, row->'cells', 'wrong', '[]'
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as row`.execute(trx);

/** In the order of the file; those that are written are not read again. */
export const listDueRows = async (db: DbOrTrx, importId: number): Promise<TableRow[]> =>
  db
    .selectFrom('product_import_rows')
    .select(['row_number as number'])
    .select(sql<Cells>`cells`.as('cells'))
    .where('import_id', '=', importId)
    .where('written_at', 'is', null)
    .where('failed_at', 'is', null)
    .orderBy('row_number')
    .execute();

const toSavedCheck = ({ number, plan, errors, linkedCount, previous }: CheckedRow) => ({
  number,
  plan,
  errors,
  linkedCount,
  productId: previous?.id ?? null,
});

export const saveChecks = (trx: DbOrTrx, importId: number, rows: readonly CheckedRow[]) =>
  sql`update product_import_rows as saved
    set plan = row->>'plan', errors = row->'errors', linked_count = (row->>'linkedCount')::int,
      product_id = (row->>'productId')::int
    from jsonb_array_elements(${JSON.stringify(rows.map(toSavedCheck))}::jsonb) as row
    where saved.import_id = ${importId} and saved.row_number = (row->>'number')::int`.execute(trx);

/** Notes the product of a row that is written. */
export const setWrittenProduct = (trx: Trx, importId: number, number: number, productId: number) =>
  trx
    .updateTable('product_import_rows')
    .set({ product_id: productId })
    .where('import_id', '=', importId)
    .where('row_number', '=', number)
    .execute();

/** In the order of the rows, with names and states of now; at sale places of the scope. */
export const listWrittenProducts = (
  db: DbOrTrx,
  importId: number,
  scope: BusinessScope,
  { afterRow, limit }: { afterRow: number; limit: number },
) =>
  db
    .selectFrom('product_import_rows as row')
    .innerJoin('products', 'products.id', 'row.product_id')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select(['row.row_number', 'products.id', 'products.name', 'products.state'])
    .select(['sale_places.id as sale_place_id', 'sale_places.name as sale_place_name'])
    .select(sql<boolean>`row.plan = 'new'`.as('is_new'))
    .where('row.import_id', '=', importId)
    .where('row.written_at', 'is not', null)
    .where('row.row_number', '>', afterRow)
    .where(isInScope(scope, 'sale_places.seller_id', 'sale_places.id'))
    .orderBy('row.row_number')
    .limit(limit)
    .execute();

/** Rows that change other products too, in the order of the file. */
export const listLinkedRows = (db: DbOrTrx, importId: number, limit: number) =>
  db
    .selectFrom('product_import_rows as row')
    .innerJoin('products', 'products.id', 'row.product_id')
    .select(['row.row_number', 'row.linked_count', 'products.name'])
    .where('row.import_id', '=', importId)
    .where('row.linked_count', '>', 0)
    .orderBy('row.row_number')
    .limit(limit)
    .execute();

/** Marks a row as written, once. */
export const claimRow = async (trx: Trx, importId: number, number: number, now: Date): Promise<boolean> =>
  (
    await trx
      .updateTable('product_import_rows')
      .set({ written_at: now })
      .where('import_id', '=', importId)
      .where('row_number', '=', number)
      .where('written_at', 'is', null)
      .where('failed_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

export const failRow = (
  db: DbOrTrx,
  importId: number,
  { number, errors, now }: { number: number; errors: RowError[]; now: Date },
) =>
  db
    .updateTable('product_import_rows')
    .set({ failed_at: now, errors: JSON.stringify(errors) })
    .where('import_id', '=', importId)
    .where('row_number', '=', number)
    .where('written_at', 'is', null)
    .execute();

export interface ImportCounts {
  import_id: number;
  total: number;
  new: number;
  changed: number;
  unchanged: number;
  wrong: number;
  written: number;
  failed: number;
  error_count: number;
  linked: number;
}

export const countImportRows = (db: DbOrTrx, importIds: readonly number[]): Promise<ImportCounts[]> => {
  const count = (condition: string) => sql<number>`(count(*) filter (where ${sql.raw(condition)}))::int`;
  return db
    .selectFrom('product_import_rows')
    .select(['import_id', sql<number>`count(*)::int`.as('total')])
    .select([count("plan = 'new'").as('new'), count("plan = 'changed'").as('changed')])
    .select([count("plan = 'unchanged'").as('unchanged'), count("plan = 'wrong'").as('wrong')])
    .select([count('written_at is not null').as('written'), count('failed_at is not null').as('failed')])
    .select(sql<number>`coalesce(sum(jsonb_array_length(errors)), 0)::int`.as('error_count'))
    .select(count('linked_count > 0').as('linked'))
    .where('import_id', '=', sql<number>`any(${importIds}::int[])`)
    .groupBy('import_id')
    .execute();
};

/** Rows with errors, in the order of the file. */
export const listWrongRows = (db: DbOrTrx, importId: number, limit: number) =>
  db
    .selectFrom('product_import_rows')
    .select(['row_number as number'])
    .select([sql<Cells>`cells`.as('cells'), sql<RowError[]>`errors`.as('errors')])
    .where('import_id', '=', importId)
    .where(sql<boolean>`errors <> '[]'`)
    .orderBy('row_number')
    .limit(limit)
    .execute();

export const listImportedPhotos = (db: DbOrTrx, importId: number) =>
  db
    .selectFrom('product_import_photos')
    .select(['name', 'path', sql<ImportedPhoto['error']>`error`.as('error')])
    .select(sql<string>`encode(content_hash, 'hex')`.as('hash'))
    .where('import_id', '=', importId)
    .orderBy('name')
    .execute();

export const countImportedPhotos = (db: DbOrTrx, importIds: readonly number[]) =>
  db
    .selectFrom('product_import_photos')
    .select(['import_id', sql<number>`count(*)::int`.as('total')])
    .where('import_id', '=', sql<number>`any(${importIds}::int[])`)
    .groupBy('import_id')
    .execute();

/** Returns the path of the upload that nothing shows any more. The same photo, sent again, stays as it is. */
export async function replacePhoto(
  trx: Trx,
  importId: number,
  { name, content }: { name: string; content: Buffer },
): Promise<string | null> {
  const { rows } = await sql<{ former: string }>`
    with sent as (select ${content}::bytea as content),
    former as (select path from product_import_photos where import_id = ${importId} and name = ${name}),
    replaced as (
      insert into product_import_photos as photo (import_id, name, content, content_hash)
      select ${importId}, ${name}, content, sha256(content) from sent
      on conflict (import_id, name) do update
      set content = excluded.content, content_hash = excluded.content_hash, path = null, error = null
      where photo.content_hash is distinct from excluded.content_hash
      returning 1)
    select former.path as former from former
    where former.path is not null and exists (select from replaced) and not exists (
      select from product_import_photos other
      where other.import_id = ${importId} and other.name <> ${name} and other.path = former.path)`.execute(
    trx,
  );
  return rows[0]?.former ?? null;
}

/** Bytes of photos that are not prepared. */
export async function sumWaitingBytes(db: DbOrTrx, importId: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('product_import_photos')
    .select(sql<number>`coalesce(sum(octet_length(content)), 0)::float8`.as('bytes'))
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();
  return bytes;
}

/** A photo under another name has been prepared already. */
export const reusePreparedPhotos = (db: DbOrTrx, importId: number) =>
  sql`update product_import_photos as due set content = null, path = prepared.path, error = prepared.error
    from product_import_photos prepared
    where due.import_id = ${importId} and due.content is not null and prepared.import_id = due.import_id
      and prepared.content is null and prepared.content_hash = due.content_hash`.execute(db);

export const findPhotoContent = (db: DbOrTrx, importId: number, name: string) =>
  db
    .selectFrom('product_import_photos')
    .select(['content', 'content_hash'])
    .where('import_id', '=', importId)
    .where('name', '=', name)
    .where('content', 'is not', null)
    .executeTakeFirst();

/** Holds for all equal photos of the import. False when another job was first, or the photo was replaced. */
export const setPhotoResult = async (
  trx: Trx,
  importId: number,
  contentHash: Buffer,
  { path, error }: Pick<ImportedPhoto, 'path' | 'error'>,
): Promise<boolean> =>
  (
    await trx
      .updateTable('product_import_photos')
      .set({ content: null, path, error: error && JSON.stringify(error) })
      .where('import_id', '=', importId)
      .where('content_hash', '=', contentHash)
      .where('content', 'is not', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

/** The photos of an import go on to the one that replaces it. */
export const movePhotos = (trx: Trx, from: number, to: number) =>
  trx.updateTable('product_import_photos').set({ import_id: to }).where('import_id', '=', from).execute();

export const deletePhotos = (db: DbOrTrx, importId: number) =>
  db.deleteFrom('product_import_photos').where('import_id', '=', importId).returning('path').execute();

export const listImportIdsInState = async (db: DbOrTrx, state: ImportState): Promise<number[]> =>
  (
    await db.selectFrom('product_imports').select('id').where('state', '=', state).orderBy('id').execute()
  ).map(({ id }) => id);

/** Each takes up to 500 rows with it. */
const IMPORTS_AT_ONCE = 20;

export const deleteImportsBefore = (db: DbOrTrx, before: Date) =>
  workInBatches(async (limit) => {
    const { numAffectedRows } = await sql`delete from product_imports where id = any (array(
      select id from product_imports where created_at < ${before} order by created_at limit ${limit}
      for update skip locked))`.execute(db);
    return Number(numAffectedRows);
  }, IMPORTS_AT_ONCE);

export const deleteImportsOf = (trx: Trx, userId: number) =>
  trx.deleteFrom('product_imports').where('user_id', '=', userId).execute();

/** A product of the business by path of a photo that it has. */
export async function findProductsByPhoto(
  db: DbOrTrx,
  businessId: number,
  paths: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ path: string; id: number }>`
    select photo ->> 'path' as path, min(products.id) as id
    from products join sale_places on sale_places.id = products.sale_place_id
    cross join jsonb_array_elements(products.photos) photo
    where sale_places.seller_id = ${businessId} and products.state <> 'removed'
      and photo ->> 'path' = any(${paths}::text[])
    group by 1`.execute(db);
  return new Map(rows.map(({ path, id }) => [path, id]));
}
