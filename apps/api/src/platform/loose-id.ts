import { AppError } from './http/error.ts';

const LARGEST = 2147483647;

/** Whether there can be anything with this id. */
export const isPossibleId = (id: number | string): boolean => Number(id) <= LARGEST;

/** An id that a caller may have sent as text. What is larger than any id is nothing that there is. */
export function toId(id: number | string): number {
  if (!isPossibleId(id)) throw new AppError('notFound');
  return Number(id);
}
