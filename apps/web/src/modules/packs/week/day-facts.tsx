import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/use-format.ts';
import type { PackDay } from './week-cache.ts';

interface Props {
  day: PackDay;
  timeZone: string;
}

/** The hours of a day in words: planned ones, or why there are none. */
export function useHours() {
  const { t } = useTranslation('week');
  return ({ time_start, time_end, by }: PackDay): string =>
    time_start ? `${time_start}–${time_end}` : t(`none.${by}`);
}

/** What is sold, and being paid for, of a day. */
export function useSold() {
  const { t } = useTranslation('week');
  return ({ slot }: PackDay): string | null => {
    if (!slot || slot.sold + slot.held === 0) return null;
    const sold = t('sold', { count: slot.sold });
    return slot.held ? `${sold}, ${t('held', { count: slot.held })}` : sold;
  };
}

/** The window that sold packs keep, where the day has another one now, or none. */
export function KeptWindow({ day: { slot, time_start, time_end }, timeZone }: Props) {
  const { t } = useTranslation('week');
  const { time } = useFormat();
  if (!slot || slot.sold + slot.held === 0) return null;
  const window = `${time(slot.starts_at, timeZone)}–${time(slot.ends_at, timeZone)}`;
  if (time_start && window === `${time_start}–${time_end}`) return null;
  return <p className="text-[.8125rem] leading-5 text-2">{t('keeps', { window })}</p>;
}
