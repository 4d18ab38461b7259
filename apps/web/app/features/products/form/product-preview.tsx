import { useQuery } from '@tanstack/react-query';
import { centsFromEuros, defaultSchedule, weekdays } from '@wopack/domain';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { Rating } from '@wopack/ui/display/rating.tsx';
import { toCents } from '@wopack/ui/format.ts';
import { IconClock, IconHeart } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { productTypesQuery } from '../../../lib/data/shared-queries.ts';
import { useStored } from '../../../lib/storage/storage.ts';
import { PriceSticker } from '../../../ui/display/price.tsx';
import { Photo } from '../../../ui/images/photo.tsx';
import { DEFAULT_QUANTITY } from '../schedule/schedule.rules.ts';
import { normalizeDecimal } from './product-draft.ts';

/** Preview of the card from the current input; nothing in it is interactive. */
export function ProductPreview() {
  const { t, i18n } = useTranslation('seller');
  const [name] = useStored('packName');
  const [salePlace] = useStored('createdPlace');
  const [photos] = useStored('tempPhotos');
  const [categories] = useStored('packCategories');
  const [quantity] = useStored('selectedQuantity');
  const [priceEuros] = useStored('selectedPrice');
  const [valueText] = useStored('packValue');
  const { data: productTypes = [] } = useQuery(productTypesQuery(i18n.language));
  const coverPhoto = photos?.[0];
  return (
    <article className="w-full max-w-[390px] rounded-[28px] bg-page px-4 pt-4 pb-5 text-text shadow-overlay">
      <div className="relative">
        <Photo
          photo={coverPhoto ? { path: coverPhoto, srcset: '' } : null}
          type={productTypes.find(({ id }) => id === categories?.[0])?.slug}
          alt=""
          isEager
          className="rounded-lg"
        />
        <Pill tone="photo" className="absolute top-3 left-3">
          {t('pack.left', { count: Number(quantity ?? DEFAULT_QUANTITY) })}
        </Pill>
        <span
          aria-hidden="true"
          className="absolute top-2 right-2 grid size-11 place-items-center rounded-full bg-paper text-on-paper shadow-resting"
        >
          <IconHeart className="size-[22px]" />
        </span>
        {priceEuros !== null ? (
          <PriceSticker
            cents={toCents(priceEuros)}
            valueCents={centsFromEuros(normalizeDecimal(valueText ?? ''))}
            className="absolute right-4 -bottom-3 -rotate-2"
          />
        ) : null}
      </div>
      <div className="mt-3.5 grid gap-1">
        <div className="flex items-baseline justify-between gap-3">
          <h3 className="h3 min-w-0 break-words">{name || t('pack.noName')}</h3>
          <Rating value={null} />
        </div>
        <p className="text-[.9375rem] leading-5 break-words text-muted">{salePlace?.name}</p>
        <PickupLine />
      </div>
    </article>
  );
}

/** The hours of the next open weekday, counted from today. */
function PickupLine() {
  const { t } = useTranslation('seller');
  const [schedule] = useStored('schedule');
  const shownSchedule = schedule ?? defaultSchedule;
  const today = (new Date().getDay() + 6) % 7;
  const daysFromToday = [...weekdays.slice(today), ...weekdays.slice(0, today)];
  const day = daysFromToday.find((weekday) => shownSchedule[weekday]);
  if (!day) return null;
  const { time_start: from, time_end: to } = shownSchedule[day]!;
  return (
    <p className="flex items-center gap-1.5 text-sm font-semibold">
      <IconClock className="size-[17px]" aria-hidden="true" />
      {day === daysFromToday[0]
        ? t('pack.today', { from, to })
        : t('pack.onDay', { day: t(`days.${day}`), from, to })}
    </p>
  );
}
