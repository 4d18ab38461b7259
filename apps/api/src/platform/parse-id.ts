import { AppError } from './http/app-error.ts';

const MAX_ID = 2147483647;

/** Whether the id is within the range of the column type. */
export const isPossibleId = (id: number | string): boolean => Number(id) <= MAX_ID;

/** Parses an id that may be sent as text. An id out of range is reported as missing. */
export function parseId(id: number | string): number {
  if (!isPossibleId(id)) throw new AppError('notFound');
  return Number(id);
}
