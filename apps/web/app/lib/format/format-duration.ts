import { getLocale } from '../i18n/language.ts';

const MINUTE_MS = 60_000;

/** A duration for display: '2 h 44 min', '1 dia 3 h'; at least one minute, in the two largest units. */
export function formatDuration(milliseconds: number, language: string): string {
  const totalMinutes = Math.max(1, Math.ceil(milliseconds / MINUTE_MS));
  const days = Math.floor(totalMinutes / 1440);
  const hours = Math.floor((totalMinutes % 1440) / 60);
  const minutes = totalMinutes % 60;
  const parts: [number, string][] = days
    ? [
        [days, 'day'],
        [hours, 'hour'],
      ]
    : [
        [hours, 'hour'],
        [minutes, 'minute'],
      ];
  return parts
    .filter(([value]) => value > 0)
    .map(([value, unit]) => formatUnit(value, unit, language))
    .join(' ');
}

/** English 'short' would write '2 hrs'; its 'narrow' is '2h'. */
const formatUnit = (value: number, unit: string, language: string): string =>
  new Intl.NumberFormat(getLocale(language), {
    style: 'unit',
    unit,
    unitDisplay: language === 'en' ? 'narrow' : 'short',
  }).format(value);
