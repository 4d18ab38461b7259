/** Name and surname, either of which may be empty. */
export const getFullName = (name: string, surname: string): string => `${name} ${surname}`.trim();
