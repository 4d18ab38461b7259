import { type SqlBool, sql } from 'kysely';
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
