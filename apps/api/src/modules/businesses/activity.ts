import type { ActivityKind, ActivityValues, endpoints } from '@wopack/contract';
import { getFullName, type Language } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Cell, createCsvStream, formatLocalTime } from '../../platform/files/csv.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call, MemberActor, PartiallyValidCall } from '../../platform/http/route.ts';
import { translate } from '../../platform/messages/translate.ts';
import { type ActivityFilter, type ActivityRow, listActivityRows } from './activity.queries.ts';
import { listMembers } from './businesses.queries.ts';
import { listDevices } from './devices.queries.ts';
import type { ListSalePlaces } from './members.ts';

export const validateActivityRange = ({
  query: { from, to },
}: PartiallyValidCall<typeof endpoints.listActivity | typeof endpoints.exportActivity>) => ({
  to: from !== undefined && to !== undefined && to < from && 'orders.rangeBackwards',
});

const startOf = (date: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds);

type Query = Omit<Call<typeof endpoints.listActivity>['query'], 'cursor' | 'limit'>;

/** Days are those of the first (chosen) sale place. */
async function parseFilter(
  { db }: Pick<Context, 'db'>,
  { actor, query }: { actor: MemberActor; query: Query },
  listSalePlaces: ListSalePlaces,
): Promise<ActivityFilter & { timeZone: string }> {
  const { businessId, salePlaceIds } = actor.member;
  const { user_id: userId, device_id: deviceId, kind, from, to } = query;
  const { sale_place_id: salePlaceId, sale_place_ids: list } = query;
  const mine = (await listSalePlaces(db, businessId)).filter(
    ({ id }) => salePlaceIds === null || salePlaceIds.includes(id),
  );
  const ids = new Set(
    [...(list?.split(',') ?? []), ...(salePlaceId === undefined ? [] : [salePlaceId])].map(Number),
  );
  const chosen = mine.filter(({ id }) => ids.has(id));
  if (chosen.length < ids.size) throw new AppError('notFound');
  const timeZone = (chosen[0] ?? mine[0])?.time_zone ?? 'UTC';
  return {
    scope: ids.size > 0 ? { businessId, salePlaceIds: [...ids] } : actor.member,
    userId: userId ?? null,
    deviceId: deviceId ?? null,
    kind: kind ?? null,
    from: from === undefined ? null : startOf(from, timeZone),
    before:
      to === undefined ? null : startOf(Temporal.PlainDate.from(to).add({ days: 1 }).toString(), timeZone),
    timeZone,
  };
}

export async function listActivity(
  context: Context,
  { actor, query }: Call<typeof endpoints.listActivity>,
  listSalePlaces: ListSalePlaces,
) {
  const { db } = context;
  const { cursor, limit = 50 } = query;
  const filter = await parseFilter(context, { actor, query }, listSalePlaces);
  const rows = await listActivityRows(db, filter, { beforeId: cursor ?? null, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const isFirst = cursor === undefined;
  const { salePlaceIds } = actor.member;
  const isColleague = ({ sale_place_ids: ids }: { sale_place_ids: readonly number[] | null }) =>
    salePlaceIds === null || ids === null || ids.some((id) => salePlaceIds.includes(id));
  const members = isFirst ? (await listMembers(db, actor.member.businessId)).filter(isColleague) : [];
  const devices = isFirst ? await listDevices(db, actor.member) : [];
  return {
    data: page.map(buildEntry),
    next_cursor: rows.length > limit ? page.at(-1)!.id : null,
    members: members.map(({ user_id: id, name, surname }) => ({ id, name: getFullName(name, surname) })),
    devices: devices.map(({ id, name }) => ({ id, name })),
  };
}

const buildEntry = (row: ActivityRow) => ({
  id: row.id,
  kind: row.kind as ActivityKind,
  at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  by: row.user_id === null ? null : { id: row.user_id, name: getFullName(row.name ?? '', row.surname ?? '') },
  counter_name: row.name_id === null ? null : (row.counter_name ?? ''),
  device_id: row.device_id,
  device: row.device_id === null ? null : (row.device_name ?? ''),
  sale_place:
    row.sale_place_id === null
      ? null
      : { id: row.sale_place_id, name: row.place_name!, time_zone: row.time_zone! },
  product: row.product_id === null ? null : { id: row.product_id, name: row.product_name! },
  order_id: row.order_id,
  member:
    row.subject_user_id === null
      ? null
      : { id: row.subject_user_id, name: getFullName(row.subject_name ?? '', row.subject_surname ?? '') },
  email: row.invited_email,
  before: row.old_values,
  after: row.new_values,
});

const COLUMNS = ['at', 'by', 'kind', 'place', 'pack', 'order', 'member', 'before', 'after', 'device', 'sent'];
const PAGE = 500;

/** A CSV file with a line an entry, newest first. */
export async function exportActivity(
  context: Context,
  { actor, query, language }: Call<typeof endpoints.exportActivity>,
  listSalePlaces: ListSalePlaces,
) {
  const filter = await parseFilter(context, { actor, query }, listSalePlaces);
  const head = COLUMNS.map((column) => translate(`businesses.csv.${column}`, language));
  return {
    name: 'wopack-activity.csv',
    content: createCsvStream(head, readCsvLines(context.db, filter, language), language),
  };
}

/** Reads page by page, so that a slow client holds no database connection. */
async function* readCsvLines(
  db: Db,
  filter: ActivityFilter & { timeZone: string },
  language: Language,
): AsyncGenerator<Cell[]> {
  let rows: ActivityRow[];
  let last: string | null = null;
  do {
    rows = await listActivityRows(db, filter, { beforeId: last, limit: PAGE });
    for (const row of rows) {
      const { by, counter_name: counterName, kind, sale_place: salePlace, ...entry } = buildEntry(row);
      const { product, order_id, member, email, before, after, device } = entry;
      const deviceName = device === '' ? translate('businesses.csv.device', language) : device;
      yield [
        formatLocalTime(row.created_at, salePlace?.time_zone ?? filter.timeZone),
        by?.name ?? counterName ?? deviceName ?? 'WoPack',
        translate(`businesses.activity.${kind}`, language),
        salePlace?.name ?? '',
        product?.name ?? '',
        order_id,
        member?.name ?? email ?? '',
        formatValues(before, language),
        formatValues(after, language),
        deviceName ?? '',
        row.sent_at ? formatLocalTime(row.sent_at, salePlace?.time_zone ?? filter.timeZone) : '',
      ];
    }
    last = rows.at(-1)?.id ?? null;
  } while (rows.length === PAGE);
}

const VALUE_NAMES = [
  'date',
  'date_to',
  'weekdays',
  'time_start',
  'time_end',
  'plan',
  'days',
  'quantity',
  'left',
  'price',
  'old_price',
  'refunded_cents',
  'orders',
  'role',
  'sale_places',
  'state',
  'fields',
  'reason',
] satisfies (keyof ActivityValues)[];

function formatValues(values: ActivityValues | null, language: Language): string {
  return VALUE_NAMES.flatMap((name) => {
    const value = values?.[name];
    if (value === undefined) return [];
    const text =
      name === 'role'
        ? translate(`businesses.roles.${value}`, language)
        : name.endsWith('_cents')
          ? (Number(value) / 100).toFixed(2)
          : value;
    return `${translate(`businesses.values.${name}`, language)}: ${text}`;
  }).join(', ');
}
