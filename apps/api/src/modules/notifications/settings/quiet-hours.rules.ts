export interface QuietHours {
  /** 'HH:MM'; equal to `quiet_to` means none. */
  quiet_from: string;
  quiet_to: string;
}

/** When an optional notification may be delivered: now, or at the end of quiet hours. */
export function getDeliveryTime(
  now: Date,
  { quiet_from: from, quiet_to: to }: QuietHours,
  timeZone: string,
): Date {
  const localDateTime = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const localTime = localDateTime.toPlainTime().toString({ smallestUnit: 'minute' });
  const spansMidnight = from > to;
  const isQuiet = spansMidnight ? localTime >= from || localTime < to : localTime >= from && localTime < to;
  if (!isQuiet) return now;
  const endDate = localDateTime.toPlainDate().add({ days: localTime < to ? 0 : 1 });
  const end = endDate.toPlainDateTime(Temporal.PlainTime.from(to)).toZonedDateTime(timeZone);
  return new Date(end.epochMilliseconds);
}
