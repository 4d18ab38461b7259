import { AppError } from './http/error.ts';

const LARGEST = 2147483647;

/** An id that a caller may have sent as text. What is larger than any id is nothing that there is. */
export function toId(id: number | string): number {
  if (Number(id) > LARGEST) throw new AppError('notFound');
  return Number(id);
}
