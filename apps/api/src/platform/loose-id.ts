/** An id that a caller may have sent as text. */
export const toId = (id: number | string): number => Number(id);
