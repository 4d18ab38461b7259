import type { Schedule } from '@wopack/rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { Photo } from '../../ui/photo.tsx';
import { Pill } from '../../ui/pill.tsx';
import type { MyProduct } from './packs.api.ts';
import { dayRanges } from './week.ts';

/** A pack of the seller's: picture, price, days. */
export function PackRow({ pack, action }: { pack: MyProduct; action?: ReactNode }) {
  const { t } = useTranslation('seller');
  const { money } = useFormat();
  const days = useDays(pack.schedule);
  return (
    <li className="flex flex-wrap items-center gap-3.5 border-b border-line py-3 leading-[1.3rem] last:border-0 last:pb-0">
      <span className="w-[72px] shrink-0 overflow-hidden rounded-sm">
        <Photo
          photo={pack.photos[0]}
          type={pack.categories[0]?.slug}
          alt=""
          sizes="72px"
          className="aspect-[72/56]!"
        />
      </span>
      <span className="min-w-0 flex-1 basis-32">
        <b className="block break-words">{pack.name}</b>
        <span className="text-sm text-2">{[money(pack.price_cents), days].filter(Boolean).join(' · ')}</span>
      </span>
      {pack.state === 'draft' ? <Pill tone="warn">{t('today.draft')}</Pill> : null}
      {pack.state === 'paused' ? <Pill>{t('today.paused')}</Pill> : null}
      {action}
    </li>
  );
}

function useDays(schedule: Schedule | null): string {
  const { t } = useTranslation('seller');
  return dayRanges(schedule ?? {})
    .map(([from, to]) =>
      from === to
        ? t(`shortDays.${from}`)
        : t('dayRange', { from: t(`shortDays.${from}`), to: t(`shortDays.${to}`) }),
    )
    .join(', ');
}
