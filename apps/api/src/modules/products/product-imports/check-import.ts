import { setImmediate as nextTurn } from 'node:timers/promises';
import { endpoints } from '@wopack/contract';
import { localDate } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { BusinessScope } from '../../../platform/db/business-scope.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { FieldErrors } from '../../../platform/http/app-error.ts';
import { buildFieldErrors, type ValidationIssue } from '../../../platform/http/error-handler.ts';
import { compileValidator, toReferences } from '../../../platform/http/route-schemas.ts';
import { listMySalePlaces } from '../../sale-places/index.ts';
import { countLinkedProducts } from '../links/links.queries.ts';
import { countOpenOrdersAndHolds } from '../my-products.queries.ts';
import { loadPickupCalendars } from '../pickup-calendar/pickup-calendar.queries.ts';
import { roomErrors } from '../pickup-calendar/update-schedule.ts';
import { listPriceTiers, listProductTypes } from '../products.queries.ts';
import { findProductErrors } from '../save-product.ts';
import { splitList } from './import-columns.rules.ts';
import {
  type CheckedRow,
  createRowCheck,
  foldName,
  getColumn,
  type LinkCount,
  type RowError,
  type RowsContext,
  refuse,
  shareContents,
} from './import-rows.rules.ts';
import { listDueRows, listImportedPhotos, saveChecks } from './product-imports.queries.ts';
import { listTableProducts } from './table-products.ts';
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

/** A few milliseconds of work. */
const ROWS_PER_TURN = 20;

export interface ImportCheck {
  checked: CheckedRow[];
  areAllPhotosReady: boolean;
  /** That the rows concern; null: all of the business. */
  salePlaceIds: number[] | null;
}

/** Checks the rows that are not written, by what holds now, and saves what it finds. */
export async function checkImport(
  { clock }: Pick<Context, 'clock'>,
  db: DbOrTrx,
  importId: number,
  scope: BusinessScope,
): Promise<ImportCheck> {
  const rows = await listDueRows(db, importId);
  const salePlaces = await listMySalePlaces(db, scope);
  const timeZones = new Map(salePlaces.map(({ id, time_zone: timeZone }) => [id, timeZone]));
  const products = (await listTableProducts(db, scope)).map((product) => ({
    ...product,
    time_zone: timeZones.get(product.sale_place_id) ?? 'UTC',
  }));
  const types = await listProductTypes(db);
  const tiers = await listPriceTiers(db);
  const photos = await listImportedPhotos(db, importId);
  const checkRow = createRowCheck({
    products,
    salePlaces,
    photos,
    choices: createTableChoices(types),
    findProductErrors: (body, previous) =>
      findErrors(validateProductBody, body, () => findProductErrors(body, previous, { types, tiers })),
    findScheduleErrors: (body) => findErrors(validateScheduleBody, { product_id: 1, ...body }, () => ({})),
  });
  const rowsChecked: CheckedRow[] = [];
  for (const row of rows) {
    rowsChecked.push(checkRow(row));
    if (rowsChecked.length % ROWS_PER_TURN === 0) await nextTurn();
  }
  const counts = await countLinks(db, scope, products);
  const fitting = await refuseOverlaps(db, shareContents(rowsChecked, counts), clock.now());
  const checked = await refuseMoves(db, fitting);
  await saveChecks(db, importId, checked);
  const named = listNames(rows);
  const isDue = ({ name, path, error }: (typeof photos)[number]) =>
    path === null && error === null && named.has(foldName(name));
  return { checked, areAllPhotosReady: !photos.some(isDue), salePlaceIds: listSalePlaceIds(checked, scope) };
}

/** What no product is known of may be about any sale place of the member. */
const listSalePlaceIds = (checked: readonly CheckedRow[], scope: BusinessScope): number[] | null =>
  checked.some(({ salePlaceIds }) => salePlaceIds.length === 0)
    ? scope.salePlaceIds && [...scope.salePlaceIds]
    : [...new Set(checked.flatMap(({ salePlaceIds }) => salePlaceIds))];

async function countLinks(
  db: DbOrTrx,
  scope: BusinessScope,
  products: readonly { link_id: number | null }[],
): Promise<Map<number, LinkCount>> {
  const links = products.flatMap(({ link_id }) => link_id ?? []);
  const totals = await countLinkedProducts(db, scope, [...new Set(links)]);
  const inside = Map.groupBy(links, (link) => link);
  return new Map(
    totals
      .entries()
      .map(([link, total]) => [link, { total, outside: total - (inside.get(link)?.length ?? 0) }]),
  );
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
async function refuseOverlaps(db: DbOrTrx, checked: readonly CheckedRow[], now: Date): Promise<CheckedRow[]> {
  const errors = new Map<number, RowError[]>();
  const changed = checked.filter(({ previous, target }) => previous && target?.schedule);
  for (const [timeZone, rows] of Map.groupBy(changed, ({ previous }) => previous!.time_zone)) {
    const products = rows.map(({ previous, target }) => ({
      id: previous!.id,
      sale_place_id: previous!.sale_place_id,
      schedule: target!.schedule!.schedule,
    }));
    const calendars = await loadPickupCalendars(db, products, localDate(now, timeZone).toString());
    for (const { number, previous } of rows)
      errors.set(
        number,
        Object.entries(roomErrors(calendars.get(previous!.id)!)).flatMap(([path, error]) =>
          error && typeof error !== 'string' ? [{ column: getColumn(path), ...error }] : [],
        ),
      );
  }
  return checked.map((row) =>
    errors.get(row.number)?.length ? refuse(row, ...errors.get(row.number)!) : row,
  );
}

/** Buyers with an order know only the former sale place. */
async function refuseMoves(db: DbOrTrx, checked: readonly CheckedRow[]): Promise<CheckedRow[]> {
  const rows: CheckedRow[] = [];
  for (const row of checked) {
    const { previous, target } = row;
    const isMoved = previous && target?.product && target.product.sale_place_id !== previous.sale_place_id;
    const { orders, holds } = isMoved
      ? await countOpenOrdersAndHolds(db, [previous.id])
      : { orders: 0, holds: 0 };
    const key = orders > 0 ? 'products.hasOpenOrders' : 'products.hasPendingPayments';
    rows.push(orders + holds > 0 ? refuse(row, { column: 'sale_place', key, values: { orders } }) : row);
  }
  return rows;
}
