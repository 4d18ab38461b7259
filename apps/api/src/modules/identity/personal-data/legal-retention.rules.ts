/** Accounts are kept for the ten following calendar years. Source: Código do IVA (Portugal), artigo 52.º. */
const RETENTION_YEARS = 10;

/** When the records legally retained of a user erased now may be deleted. */
export const getRetentionEnd = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear() + RETENTION_YEARS + 1, 0, 1));

/** Records written before this instant are past their retention. */
export const getRetentionCutoff = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear() - RETENTION_YEARS, 0, 1));
