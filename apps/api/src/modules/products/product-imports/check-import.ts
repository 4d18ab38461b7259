import { endpoints } from '@wopack/contract';
import { localDate } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { BusinessScope } from '../../../platform/db/business-scope.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { FieldErrors } from '../../../platform/http/app-error.ts';
import { buildFieldErrors, type ValidationIssue } from '../../../platform/http/error-handler.ts';
import { compileValidator, toReferences } from '../../../platform/http/route-schemas.ts';
import { listMySalePlaces } from '../../sale-places/index.ts';
import { listMyProducts } from '../my-products.queries.ts';
import { loadPickupCalendars } from '../pickup-calendar/pickup-calendar.queries.ts';
import { roomErrors } from '../pickup-calendar/update-schedule.ts';
import { listPriceTiers, listProductTypes } from '../products.queries.ts';
import { findProductErrors } from '../save-product.ts';
import { type ProductOfTable, splitList } from './import-columns.rules.ts';
import {
  type CheckedRow,
  checkRows,
  foldName,
  type RowError,
  type RowsContext,
} from './import-rows.rules.ts';
import { listDueRows, listImportedPhotos, saveChecks } from './product-imports.queries.ts';
import { createTableChoices } from './table-texts.ts';

const validateProductBody = compileValidator({
  schema: toReferences(endpoints.saveProduct.body),
  httpPart: 'body',
});
const validateScheduleBody = compileValidator({
  schema: toReferences(endpoints.updateSchedule.body),
  httpPart: 'body',
});

type RowFieldErrors = ReturnType<RowsContext['findProductErrors']>;

/** As for a request: by the schema, then by the rules, one a field. */
function findErrors(
  validator: typeof validateProductBody,
  body: object,
  findRuleErrors: () => FieldErrors,
): RowFieldErrors {
  const issues = validator(body) ? [] : ((validator.errors ?? []) as ValidationIssue[]);
  const errors: RowFieldErrors = Object.fromEntries(buildFieldErrors(issues));
  const fields = new Set(Object.keys(errors).map((path) => path.split('.')[0]));
  for (const [path, error] of Object.entries(findRuleErrors()))
    if (error && !fields.has(path.split('.')[0]))
      errors[path] = typeof error === 'string' ? { key: error, values: {} } : error;
  return errors;
}

/** Checks the rows that are not written, by what holds now, and saves what it finds. */
export async function checkImport(
  { clock }: Pick<Context, 'clock'>,
  db: DbOrTrx,
  importId: number,
  scope: BusinessScope,
): Promise<{ checked: CheckedRow[]; areAllPhotosReady: boolean }> {
  const rows = await listDueRows(db, importId);
  const salePlaces = await listMySalePlaces(db, scope);
  const timeZones = new Map(salePlaces.map(({ id, time_zone: timeZone }) => [id, timeZone]));
  const products = (await listMyProducts(db, scope)).map((product) => ({
    ...(product as unknown as ProductOfTable),
    time_zone: timeZones.get(product.sale_place_id) ?? 'UTC',
  }));
  const types = await listProductTypes(db);
  const tiers = await listPriceTiers(db);
  const photos = await listImportedPhotos(db, importId);
  const checked = checkRows(rows, {
    products,
    salePlaces,
    photos,
    choices: createTableChoices(types),
    findProductErrors: (body, previous) =>
      findErrors(validateProductBody, body, () => findProductErrors(body, previous, { types, tiers })),
    findScheduleErrors: (body) => findErrors(validateScheduleBody, { product_id: 1, ...body }, () => ({})),
  });
  await addRoomErrors(db, checked, clock.now());
  await saveChecks(db, importId, checked);
  const named = listNames(rows);
  const isDue = ({ name, path, error }: (typeof photos)[number]) =>
    path === null && error === null && named.has(foldName(name));
  return { checked, areAllPhotosReady: !photos.some(isDue) };
}

const listNames = (rows: Awaited<ReturnType<typeof listDueRows>>): Set<string> =>
  new Set(
    rows.flatMap(({ cells: { photos } }) =>
      typeof photos === 'string' ? splitList(photos).map(foldName) : [],
    ),
  );

/** Photos of the ZIP files that a row names. */
export async function listNamedPhotos(db: DbOrTrx, importId: number) {
  const named = listNames(await listDueRows(db, importId));
  return (await listImportedPhotos(db, importId)).filter(({ name }) => named.has(foldName(name)));
}

/** New hours may run into those that a seller has set for single dates. */
async function addRoomErrors(db: DbOrTrx, checked: readonly CheckedRow[], now: Date): Promise<void> {
  const changed = checked.filter(({ previous, target }) => previous && target?.schedule);
  for (const [timeZone, rows] of Map.groupBy(changed, ({ previous }) => previous!.time_zone)) {
    const products = rows.map(({ previous, target }) => ({
      id: previous!.id,
      sale_place_id: previous!.sale_place_id,
      schedule: target!.schedule!.schedule,
    }));
    const calendars = await loadPickupCalendars(db, products, localDate(now, timeZone).toString());
    for (const row of rows)
      for (const [path, error] of Object.entries(roomErrors(calendars.get(row.previous!.id)!))) {
        if (!error || typeof error === 'string') continue;
        row.errors.push({ column: path.split('.')[1] as RowError['column'], ...error });
        row.plan = 'wrong';
        row.target = null;
      }
  }
}
