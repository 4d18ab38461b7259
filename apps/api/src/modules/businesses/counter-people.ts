import { type CounterPersonKind, type endpoints, hasMemberRight } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import type { DbOrTrx } from '../../platform/db/database.ts';
import {
  AppError,
  createValidationError,
  type FieldErrors,
  getBlankError,
} from '../../platform/http/app-error.ts';
import { type Call, type DeviceActor, type PartiallyValidCall, SUCCESS } from '../../platform/http/route.ts';
import { findMemberRole, listMembers, lockBusiness } from './businesses.queries.ts';
import {
  hasCounterName,
  insertCounterName,
  listCounterNameRows,
  setCounterNameRemoved,
} from './counter-names.queries.ts';
import type { ListSalePlaces } from './members.ts';

/** Who stands at a counter: a member, by the id of their account, or a name of the business's list. */
export interface CounterPerson {
  kind: CounterPersonKind;
  id: number;
}

/** What a screen has room for. */
const MAX_NAMES = 50;

const toName = (
  row: { id: number; sale_place_id: number; name: string },
  salePlaces: readonly { id: number; name: string }[],
) => ({
  id: row.id,
  name: row.name,
  sale_place: {
    id: row.sale_place_id,
    name: salePlaces.find(({ id }) => id === row.sale_place_id)?.name ?? '',
  },
});

export async function listCounterNames(
  { db }: Context,
  { actor }: Call<typeof endpoints.listCounterNames>,
  listSalePlaces: ListSalePlaces,
) {
  const [rows, salePlaces] = await Promise.all([
    listCounterNameRows(db, actor.member),
    listSalePlaces(db, actor.member.businessId),
  ]);
  return { data: rows.map((row) => toName(row, salePlaces)) };
}

export const validateCounterName = ({
  body,
}: PartiallyValidCall<typeof endpoints.addCounterName>): FieldErrors => ({
  name: getBlankError(body.name),
});

export async function addCounterName(
  { db, clock }: Context,
  { actor, body }: Call<typeof endpoints.addCounterName>,
  listSalePlaces: ListSalePlaces,
) {
  const { businessId, salePlaceIds } = actor.member;
  const salePlaces = await listSalePlaces(db, businessId);
  const salePlaceId = body.sale_place_id;
  if (
    !salePlaces.some(({ id }) => id === salePlaceId) ||
    (salePlaceIds !== null && !salePlaceIds.includes(salePlaceId))
  )
    throw new AppError('notFound');
  const name = body.name.trim();
  const row = await db.transaction().execute(async (trx) => {
    // Two of the same name may be added at the same moment.
    await lockBusiness(trx, businessId);
    const others = await listCounterNameRows(trx, { businessId, salePlaceIds: [salePlaceId] });
    if (others.some((other) => other.name === name))
      throw createValidationError('name', 'businesses.counterNameTaken');
    if (others.length >= MAX_NAMES) throw createValidationError('name', 'businesses.tooManyCounterNames');
    return insertCounterName(trx, {
      business_id: businessId,
      sale_place_id: salePlaceId,
      name,
      created_at: clock.now(),
    });
  });
  return { data: toName(row, salePlaces) };
}

export async function removeCounterName(
  { db, clock }: Context,
  { actor, params }: Call<typeof endpoints.removeCounterName>,
) {
  if (!(await setCounterNameRemoved(db, actor.member, { id: params.id, now: clock.now() })))
    throw new AppError('notFound');
  return SUCCESS;
}

/** Who may hand out at a device's sale place: members first, with their whole names, then those without an account. */
export async function listCounterPeople(db: DbOrTrx, { member, device: { salePlaceId } }: DeviceActor) {
  const [members, names] = await Promise.all([
    listMembers(db, member.businessId),
    listCounterNameRows(db, member),
  ]);
  return [
    ...members
      .filter(
        ({ role, sale_place_ids: ids }) =>
          hasMemberRight(role, 'hand_out') && (ids === null || ids.includes(salePlaceId)),
      )
      .map(({ user_id: id, name, surname }) => ({ kind: 'member' as const, id, name, surname })),
    ...names.map(({ id, name }) => ({ kind: 'name' as const, id, name, surname: '' })),
  ];
}

/** Null for somebody of whom this business knows nothing any more. */
export async function findPastPerson(
  db: DbOrTrx,
  { member }: DeviceActor,
  person: CounterPerson | undefined,
): Promise<CounterPerson | null> {
  if (!person) return null;
  const isThere =
    person.kind === 'member'
      ? (await findMemberRole(db, member.businessId, person.id)) !== undefined
      : await hasCounterName(db, member, person.id);
  return isThere ? person : null;
}
