export interface QuietHours {
  /** 'HH:MM'; the same as the end: none. */
  quiet_from: string;
  quiet_to: string;
}

/** When somebody may be told something that can wait: now, or when their quiet hours end. */
export function tellAt(now: Date, { quiet_from: from, quiet_to: to }: QuietHours, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const clock = local.toPlainTime().toString({ smallestUnit: 'minute' });
  const overMidnight = from > to;
  const quiet = overMidnight ? clock >= from || clock < to : clock >= from && clock < to;
  if (!quiet) return now;
  const day = local.toPlainDate().add({ days: clock < to ? 0 : 1 });
  const end = day.toPlainDateTime(Temporal.PlainTime.from(to)).toZonedDateTime(timeZone);
  return new Date(end.epochMilliseconds);
}
