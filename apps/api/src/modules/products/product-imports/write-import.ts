import { hasMemberRight } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { runConcurrently } from '../../../platform/jobs.ts';
import { findMember } from '../../businesses/index.ts';
import { scheduleRemovePhoto, storePhotoBytes } from '../../media/index.ts';
import { insertUpload } from '../../uploads/index.ts';
import { writeSchedule } from '../pickup-calendar/update-schedule.ts';
import { type HasEntrants, type ProductWriter, writeProduct } from '../save-product.ts';
import { checkImport, listNamedPhotos } from './check-import.ts';
import { getColumn, type RowError, type RowTarget } from './import-rows.rules.ts';
import {
  claimRow,
  deletePhotos,
  failRow,
  findImport,
  findPhotoContent,
  findProductsByPhoto,
  type ImportRow,
  lockImport,
  reusePreparedPhotos,
  setPhotoResult,
  setWrittenProduct,
  updateImport,
} from './product-imports.queries.ts';

/** The member with the rights of now; null when they have lost them. */
async function findWriter({ db }: Pick<Context, 'db'>, row: ImportRow): Promise<ProductWriter | null> {
  const member = await findMember(db, row.business_id, row.user_id);
  return member && hasMemberRight(member.role, 'products.manage')
    ? { id: row.user_id, member, device: null }
    : null;
}

/** Two are decoded while one is stored. */
const PHOTOS_AT_ONCE = 3;

/**
 * Stores the photos that rows name, equal ones once, as uploads of the member; then the rows are checked again. May run
 * twice at once.
 */
export async function prepareImportPhotos(context: Context, importId: number): Promise<void> {
  const { db } = context;
  const row = await findImport(db, importId);
  if (row?.state !== 'checking') return;
  await reusePreparedPhotos(db, importId);
  const named = await listNamedPhotos(db, importId);
  const due = named.filter(({ path, error }) => path === null && error === null);
  const distinct = new Map(due.map(({ hash, name }) => [hash, name]));
  await runConcurrently(
    distinct
      .values()
      .map((name) => () => preparePhoto(context, row, name))
      .toArray(),
    PHOTOS_AT_ONCE,
  );
  const writer = await findWriter(context, row);
  await db.transaction().execute(async (trx) => {
    const locked = await lockImport(trx, importId);
    if (locked?.state !== 'checking') return;
    if (!writer)
      return void (await updateImport(trx, importId, { state: 'ended', ended_at: context.clock.now() }));
    const { areAllPhotosReady, salePlaceIds } = await checkImport(context, trx, importId, writer.member);
    // While some are missing, more have come meanwhile, with a job of their own.
    await updateImport(trx, importId, {
      sale_place_ids: salePlaceIds,
      ...(areAllPhotosReady && { state: 'checked' }),
    });
  });
}

async function preparePhoto(context: Context, row: ImportRow, name: string): Promise<void> {
  const { db, clock, jobs } = context;
  const photo = await findPhotoContent(db, row.id, name);
  if (!photo?.content || !photo.content_hash) return;
  const { content, content_hash: hash } = photo;
  const result = await storeImportedPhoto(context, row, content);
  await db.transaction().execute(async (trx) => {
    const isStored = 'path' in result;
    const isFirst = await setPhotoResult(
      trx,
      row.id,
      hash,
      isStored ? { path: result.path, error: null } : { path: null, error: result },
    );
    if (!isStored) return;
    if (isFirst) await insertUpload(trx, { ...result, user_id: row.user_id, created_at: clock.now() });
    else await scheduleRemovePhoto(jobs, trx, result);
  });
}

/** All imports count as one network, so that their photos take turns with those of everybody else. */
const IMPORT_NETWORK = 'imports';

async function storeImportedPhoto(context: Context, { user_id: userId }: ImportRow, content: Uint8Array) {
  try {
    return await storePhotoBytes(context, content, { userId, network: IMPORT_NETWORK });
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'uploadRefused') throw error;
    const { message = 'error.uploadRefused', values = {} } = error.details;
    return { key: message, values };
  }
}

/**
 * Writes the rows one by one, each in a transaction that marks it as written: so each is written once, however often
 * this runs, also at the same time.
 */
export async function writeImport(
  context: Context,
  importId: number,
  hasEntrants: HasEntrants,
): Promise<void> {
  const { db } = context;
  const row = await findImport(db, importId);
  if (row?.state !== 'importing') return;
  let writer = await findWriter(context, row);
  if (!writer) return end(context, importId, 'ended');
  const { checked } = await checkImport(context, db, importId, writer.member);
  // A photo that several rows name is an upload until the first of them has it, then a photo of that product.
  const paths = checked.flatMap(({ target }) => target?.product?.photo ?? []);
  const productByPath = await findProductsByPhoto(db, row.business_id, paths);
  for (const { number, target } of checked) {
    if (!target) continue;
    // The right to it may end, or become one to fewer sale places, while it runs.
    writer = await findWriter(context, row);
    if (!writer) return end(context, importId, 'ended');
    await writeRow(context, { row, writer, number, target, productByPath, hasEntrants });
  }
  await end(context, importId, 'done');
}

async function end({ db, clock }: Context, importId: number, state: 'done' | 'ended'): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const locked = await lockImport(trx, importId);
    if (locked?.state !== 'importing') return;
    await deletePhotos(trx, importId);
    await updateImport(trx, importId, { state, ended_at: clock.now() });
  });
}

async function writeRow(
  context: Context,
  {
    row,
    writer,
    number,
    target,
    productByPath,
    hasEntrants,
  }: {
    row: ImportRow;
    writer: ProductWriter;
    number: number;
    target: RowTarget;
    productByPath: Map<string, number>;
    hasEntrants: HasEntrants;
  },
): Promise<void> {
  const { db, clock } = context;
  const { product, schedule } = target;
  const photos = product?.photo ?? [];
  const photoSources = [...target.photoSources, ...photos.flatMap((path) => productByPath.get(path) ?? [])];
  try {
    const writtenId = await db.transaction().execute(async (trx) => {
      if (!product && !schedule) return null;
      if (!(await claimRow(trx, row.id, number, clock.now()))) return null;
      const id = product
        ? (
            await writeProduct(context, trx, {
              actor: writer,
              body: product as never,
              photoSources: [...new Set(photoSources)],
              hasEntrants,
            })
          ).id
        : target.productId;
      if (schedule)
        await writeSchedule(context, trx, { actor: writer, body: { product_id: id, ...schedule } });
      await setWrittenProduct(trx, row.id, number, id);
      return id;
    });
    if (writtenId !== null) for (const path of photos) productByPath.set(path, writtenId);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'serviceDown') throw error;
    await failRow(db, row.id, { number, errors: toRowErrors(error), now: clock.now() });
  }
}

/** What has become wrong since the check. */
function toRowErrors({ kind, details }: AppError): RowError[] {
  const fields = Object.entries(details.fields ?? {}).flatMap(([path, error]) => {
    if (!error) return [];
    const { key, values } = typeof error === 'string' ? { key: error, values: details.values ?? {} } : error;
    return [{ column: getColumn(path), key, values }];
  });
  if (fields.length > 0) return fields;
  return [{ column: 'name', key: details.message ?? `error.${kind}`, values: details.values ?? {} }];
}
