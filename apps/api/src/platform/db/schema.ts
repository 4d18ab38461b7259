import type { businessCountries } from '@wopack/contract';
import type { ColumnType } from 'kysely';

export type { DB as Database } from './schema.gen.ts';

/** Types of columns that PostgreSQL does not know; which column has which: apps/api/db/schema/schema-types.ts. */

/** Set at insert and never updated. */
export type Immutable<T> = ColumnType<T, T, never>;

/** A name by language. */
export type LocalizedNames = Record<string, string>;

export type BusinessCountry = (typeof businessCountries)[number];

export interface StoredPhoto {
  path: string;
  srcset: string;
}

/** Who a statement is from or for. */
export interface StatementParty {
  name: string;
  address: string;
  country: BusinessCountry | null;
  vat_number: string;
}

/** What a decision of an operator is about. */
export type DecisionSubject = 'order' | 'product' | 'sale_place' | 'photo' | 'review' | 'seller' | 'user';
