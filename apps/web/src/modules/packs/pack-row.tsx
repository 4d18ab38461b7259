import type { Schedule } from '@wopack/rules';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Photo } from '../../ui/photo.tsx';
import { Pill } from '../../ui/pill.tsx';
import type { MyProduct } from './packs.api.ts';
import { dayRanges } from './week.ts';

/** A pack of the seller's: picture, price, days; leads to where it is changed. */
export function PackRow({ pack, withPlace }: { pack: MyProduct; withPlace: boolean }) {
  const { t } = useTranslation('seller');
  const { money } = useFormat();
  const days = useDays(pack.schedule);
  return (
    <li className="border-b border-line last:border-0">
      <Link
        to={paths.dish(pack.id)}
        className="flex flex-wrap items-center gap-3.5 rounded-xs py-3 leading-[1.3rem] hover:bg-quiet"
      >
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
          <span className="block text-sm break-words text-2">
            {[withPlace ? pack.sale_place_name : '', money(pack.price_cents), days]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        {pack.state === 'draft' ? <Pill tone="warn">{t('today.draft')}</Pill> : null}
        {pack.state === 'paused' || pack.state === 'closed' ? <Pill>{t('today.paused')}</Pill> : null}
      </Link>
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
