import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { ProductDay } from './seller-week-cache.ts';

interface Props {
  day: ProductDay;
  timeZone: string;
}

/** The hours of a day in words: planned ones, or why there are none. */
export function useFormatHours() {
  const { t } = useTranslation('week');
  return ({ time_start, time_end, by }: ProductDay): string =>
    time_start ? `${time_start}–${time_end}` : t(`none.${by}`);
}

/** What is sold, and being paid for, of a day. */
export function useFormatSold() {
  const { t } = useTranslation('week');
  return ({ slot }: ProductDay): string | null => {
    if (!slot || slot.sold + slot.held === 0) return null;
    const soldText = t('sold', { count: slot.sold });
    return slot.held ? `${soldText}, ${t('held', { count: slot.held })}` : soldText;
  };
}

/** The window that sold packs keep, where the day has another one now, or none. */
export function OriginalWindowNote({ day: { slot, time_start, time_end }, timeZone }: Props) {
  const { t } = useTranslation('week');
  const { formatTime } = useFormat();
  if (!slot || slot.sold + slot.held === 0) return null;
  const pickupWindow = `${formatTime(slot.starts_at, timeZone)}–${formatTime(slot.ends_at, timeZone)}`;
  if (time_start && pickupWindow === `${time_start}–${time_end}`) return null;
  return <p className="text-[.8125rem] leading-5 text-muted">{t('keeps', { window: pickupWindow })}</p>;
}
