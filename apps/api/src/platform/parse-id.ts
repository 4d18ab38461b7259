import { AppError } from './http/app-error.ts';

const MAX_ID = 2147483647;

/** Whether there can be anything with this id. */
export const isPossibleId = (id: number | string): boolean => Number(id) <= MAX_ID;

/** An id that a caller may have sent as text. What is larger than any id is nothing that there is. */
export function parseId(id: number | string): number {
  if (!isPossibleId(id)) throw new AppError('notFound');
  return Number(id);
}
