import { Readable } from 'node:stream';
import { DAY_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { createCsvStream } from '../../../platform/files/csv.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { runSequentially } from '../../../platform/jobs.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall } from '../operator-route.ts';
import { buildDpiMessage, listMissingSettings } from './dpi-message.ts';
import {
  addToSellerQuarters,
  clearSellerQuarters,
  filterTaxSellers,
  listSellerYears,
  selectTaxSellers,
  sumTaxYear,
  type TaxSellerRow,
} from './tax.queries.ts';
import { buildYearlyRow, listWeeksOfQuarters, selectReportable, YEARLY_HEADER } from './tax.rules.ts';

type TaxContext = Pick<Context, 'db' | 'clock' | 'config'>;

/**
 * Idempotent. A statement reads the sales of a week, which lie together, so that it neither needs the memory nor the
 * time of a whole year.
 */
async function computeSellerQuarters(
  trx: Trx,
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  year: number,
): Promise<void> {
  const now = clock.now();
  await clearSellerQuarters(trx, year);
  await runSequentially(
    listWeeksOfQuarters(year, config.operatorTimeZone)
      .filter(({ from }) => from <= now)
      .map((week) => () => addToSellerQuarters(trx, { ...week, year, now })),
  );
}

const computeYear = (context: TaxContext, year: number): Promise<void> =>
  context.db.transaction().execute((trx) => computeSellerQuarters(trx, context, year));

const getYear = (instant: Date, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).year;

const JANUARY_MS = 31 * DAY_MS;

/** The present year and, until its report is due at the end of January, the one that has ended. */
export async function computePresentYears(context: TaxContext): Promise<void> {
  const { clock, config } = context;
  const now = clock.now();
  const instants = [new Date(now.getTime() - JANUARY_MS), now];
  const years = new Set(instants.map((instant) => getYear(instant, config.operatorTimeZone)));
  await runSequentially([...years].map((year) => () => computeYear(context, year)));
}

const EMPTY_QUARTER = { orders: 0, earning_cents: 0, fees_cents: 0 };

const buildTaxSeller = (row: TaxSellerRow) => ({
  ...row,
  id: row.row_id,
  missing: [
    ...(row.has_identity ? [] : (['legal_identity'] as const)),
    ...(row.kind === null ? (['tax_data'] as const) : []),
    ...(row.has_iban ? [] : (['iban'] as const)),
  ],
  quarters: [1, 2, 3, 4].map((quarter) => row.quarters[quarter] ?? EMPTY_QUARTER),
});

export const createTaxSellerList = (context: Context) =>
  createList(context, 'TaxSellers', {
    file: 'tax-sellers',
    filter: (db, query, now) =>
      filterTaxSellers(db, { year: getYear(now, context.config.operatorTimeZone), ...query }),
    select: selectTaxSellers,
    sorts: {
      earning: { column: 'total.earning_cents', type: 'bigint' },
      id: { column: 'total.row_id', type: 'integer' },
    },
    key: { column: 'total.row_id', type: 'integer' },
    build: buildTaxSeller,
    csv: [
      'seller_id',
      'name',
      'email',
      'country',
      'kind',
      'status',
      'missing',
      'orders',
      'earning_cents',
      'fees_cents',
      { is_former_owner: 'is_former' },
    ],
  });

async function viewTaxYear({ db, config }: TaxContext, year: number) {
  const row = await sumTaxYear(db, year);
  return {
    data: {
      ...row,
      year,
      due_on: `${year + 1}-01-31`,
      computed_at: row.computed_at?.toISOString() ?? null,
      fees_cents: row.fees_cents,
      operator_missing: listMissingSettings(config.operator),
    },
  };
}

export const getTaxYear = (context: Context, { query }: OperatorCall<'getTaxYear'>) =>
  viewTaxYear(context, query.year);

export async function computeTaxYear(context: Context, { body, record }: OperatorCall<'computeTaxYear'>) {
  await context.db.transaction().execute(async (trx) => {
    await computeSellerQuarters(trx, context, body.year);
    await record(trx, { subject: ['tax_year', body.year] });
  });
  return viewTaxYear(context, body.year);
}

/** Computes the year from the ledger as it is now, then reads it. */
async function loadSellerYears(context: Context, year: number) {
  await computeYear(context, year);
  return listSellerYears(context.db, year);
}

export async function exportTaxCsv(
  context: Context,
  { query, language, record }: OperatorCall<'exportTaxCsv'>,
) {
  const sellers = await loadSellerYears(context, query.year);
  await record(context.db, { subject: ['tax_year', query.year], after: { sellers: sellers.length } });
  return {
    name: `dac7-${query.year}.csv`,
    content: createCsvStream(YEARLY_HEADER, sellers.map(buildYearlyRow), language),
  };
}

export async function exportTaxXml(context: Context, { query, record }: OperatorCall<'exportTaxXml'>) {
  const { db, clock, config } = context;
  const missingSettings = listMissingSettings(config.operator);
  if (missingSettings.length > 0)
    throw new AppError('conflict', {
      message: 'admin.taxSettings',
      values: { names: missingSettings.join(', ') },
    });
  const { complete, incomplete } = selectReportable(await loadSellerYears(context, query.year));
  if (incomplete.length > 0 && query.incomplete !== 'leave_out')
    throw new AppError('conflict', {
      message: 'admin.taxIncomplete',
      values: {
        sellers: incomplete
          .map(({ user_id }) => user_id)
          .slice(0, 20)
          .join(', '),
      },
    });
  await record(db, {
    subject: ['tax_year', query.year],
    after: { sellers: complete.length, left_out: incomplete.length },
  });
  return {
    name: `dac7-${query.year}.xml`,
    content: Readable.from(buildDpiMessage(config.operator, query.year, complete, clock.now())),
  };
}
