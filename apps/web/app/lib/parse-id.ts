/** The id that an address names; null where it names none. */
export const parseId = (text: string | null | undefined): number | null =>
  /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : null;
