import { locale } from './language.ts';

const MINUTE = 60_000;

/** How long until something, for people: '2 h 44 min', '1 dia 3 h'; at least one minute, in the two largest units. */
export function duration(milliseconds: number, language: string): string {
  const total = Math.max(1, Math.ceil(milliseconds / MINUTE));
  const days = Math.floor(total / 1440);
  const hours = Math.floor((total % 1440) / 60);
  const minutes = total % 60;
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
    .map(([value, unit]) => part(value, unit, language))
    .join(' ');
}

/** English 'short' would write '2 hrs'; its 'narrow' is '2h'. */
const part = (value: number, unit: string, language: string): string =>
  new Intl.NumberFormat(locale(language), {
    style: 'unit',
    unit,
    unitDisplay: language === 'en' ? 'narrow' : 'short',
  }).format(value);
