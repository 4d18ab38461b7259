/** Books are kept for the ten calendar years that follow. Source: Código do IVA (Portugal), artigo 52.º. */
const RETENTION_YEARS = 10;

/** When what the law wants kept of somebody who is erased now may go. */
export const getRetentionEnd = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear() + RETENTION_YEARS + 1, 0, 1));

/** What was written before is of years whose term is over. */
export const getRetentionCutoff = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear() - RETENTION_YEARS, 0, 1));
