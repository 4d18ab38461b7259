import { useTranslation } from 'react-i18next';
import { useCountdown } from '../../../lib/browser/use-now.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Bag } from '../../../ui/images/bag.tsx';
import { Timer } from '../../../ui/timer.tsx';
import { MAX_BAGS } from './bag-line.tsx';

/** Above this only the number is shown. */
const MAX_DOTS = 60;
/** Below this the rounded odds would be 1 in 1. */
const MIN_ODDS = 1.5;

interface Props {
  closesAt: string;
  timeZone: string;
  entries: number;
  units: number;
}

/** Time until the draw closes, and how many people have entered. The timer is not announced. */
export function DrawCountdown({ closesAt, timeZone, entries, units }: Props) {
  const { t } = useTranslation('allocation');
  const format = useFormat();
  const remainingMs = useCountdown(closesAt);
  return (
    <section aria-label={t('draw')} className="grid content-start gap-1 rounded-lg bg-brand-soft p-4">
      <p className="flex flex-wrap justify-between gap-x-3 text-sm">
        <b className="font-semibold">{t('open.closesIn')}</b>
        <span>{t('at', { time: format.formatTime(closesAt, timeZone) })}</span>
      </p>
      <Timer
        remainingMs={remainingMs}
        what={t('open.closesIn')}
        over={t('open.closed')}
        className="font-display text-[2.5rem] leading-[1.1] font-bold -tracking-[.03em] tabular-nums"
      />
      <div className="mt-2 flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="h2">
            {t('forPacks', {
              people: t('people', { count: entries }),
              packs: t('packs', { count: units }),
            })}
          </p>
          <p className="text-sm text-muted">
            {entries >= units * MIN_ODDS
              ? t('open.odds', { number: Math.round(entries / units) })
              : t(entries > units ? 'open.most' : entries === 0 ? 'open.nobody' : 'open.enough')}
          </p>
        </div>
        <span aria-hidden="true" className="flex shrink-0 gap-1">
          {Array.from({ length: Math.min(units, MAX_BAGS) }, (_, index) => `bag ${index}`).map((key) => (
            <Bag key={key} kind="pack" className="w-5 sm:w-[30px]" />
          ))}
        </span>
      </div>
      {entries > 0 && entries <= MAX_DOTS ? (
        <div aria-hidden="true" className="mt-2.5 grid grid-cols-[repeat(17,minmax(0,1fr))] gap-[5px]">
          {Array.from({ length: entries }, (_, index) => `person ${index}`).map((key) => (
            <i key={key} className="aspect-square rounded-full bg-sun opacity-50" />
          ))}
        </div>
      ) : null}
    </section>
  );
}
