/** Books are kept for the ten calendar years that follow. Source: Código do IVA (Portugal), artigo 52.º. */
const YEARS = 10;

/** When what the law wants kept of somebody who is erased now may go. */
export const lockedUntil = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear() + YEARS + 1, 0, 1));

/** What was written before is of years whose term is over. */
export const keptSince = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear() - YEARS, 0, 1));
