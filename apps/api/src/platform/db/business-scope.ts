import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { anyOf } from '../performance/prepared-statements.ts';

/** What a member may see and change: a business, or some of its sale places. */
export interface BusinessScope {
  businessId: number;
  /** Null: all of them. */
  salePlaceIds: readonly number[] | null;
}

export const wholeBusiness = (businessId: number): BusinessScope => ({ businessId, salePlaceIds: null });

/** Rows that belong to the scope by these columns. */
export const isInScope = (
  { businessId, salePlaceIds }: BusinessScope,
  business: string,
  salePlace: string,
) =>
  salePlaceIds === null
    ? sql<SqlBool>`${sql.ref(business)} = ${businessId}`
    : sql<SqlBool>`(${sql.ref(business)} = ${businessId} and ${sql.ref(salePlace)} = ${anyOf([...salePlaceIds], 'int[]')})`;

/**
 * The same for a page of rows in the order of an index of the business, or of one sale place: they are read in this order
 * until the page is full. The planner takes a `case` for half of the rows; of a plain list, of which it expects few, it
 * would read all rows of the sale places first.
 */
export const isInScopeInOrder = (
  scope: BusinessScope,
  business: string,
  salePlace: string,
): RawBuilder<SqlBool> => {
  const { businessId, salePlaceIds } = scope;
  if (salePlaceIds === null) return isInScope(scope, business, salePlace);
  const place = sql.ref(salePlace);
  const condition =
    salePlaceIds.length === 1
      ? sql`${place} = ${salePlaceIds[0]}`
      : sql`case when ${place} = ${anyOf([...salePlaceIds], 'int[]')} then true end`;
  return sql<SqlBool>`(${sql.ref(business)} = ${businessId} and ${condition})`;
};

/**
 * The user who is written to about a business: its founder, or the owner of longest standing once it was handed over; null
 * when it has none.
 */
export const contactOfBusiness = (businessId: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql<number | null>`(select case when founder.handed_over_at is null then founder.id else (
    select owner.user_id from members owner where owner.business_id = founder.id and owner.role = 'owner'
    order by owner.id limit 1) end from users founder where founder.id = ${businessId})`;

/** Whether a user is a member of a business; both are expressions of a statement. */
export const isMemberOf = (businessId: RawBuilder<unknown>, userId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from members where members.business_id = ${businessId} and members.user_id = ${userId})`;
