import { ButtonLink, iconButtonVariants } from '@wopack/ui/button.tsx';
import { IconPlus } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { useIsWideScreen } from '../../../lib/browser/use-media-query.ts';
import { useToday } from '../../../lib/browser/use-now.ts';
import { useMe } from '../../../lib/data/shared-queries.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { FoodIcon } from '../../../ui/images/food-icon.tsx';
import { SalePlacePicker } from '../sale-place-picker.tsx';
import { hasRegistration } from '../wizard/registration.ts';

interface Props {
  salePlace: SalePlace;
  salePlaces: readonly SalePlace[];
}

export function DayHeader({ salePlace, salePlaces }: Props) {
  const { t } = useTranslation('seller');
  const { formatDay } = useFormat();
  const greeting = useGreeting();
  const isWide = useIsWideScreen();
  const today = useToday(salePlace.time_zone);
  const isRegistering = hasRegistration();
  const actionLabel = t(isRegistering ? 'today.resume' : 'today.newPack');
  const actionPath = isRegistering ? paths.sellerQuickStart : `${paths.newProduct}?place=${salePlace.id}`;
  if (!isWide) {
    return (
      <header className="flex items-center gap-2.5">
        <h1 className="sr-only">{greeting}</h1>
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-brand">
          <FoodIcon slug={salePlace.categories[0]?.slug ?? ''} />
        </span>
        {salePlaces.length > 1 ? (
          <SalePlacePicker salePlace={salePlace} salePlaces={salePlaces} className="min-w-0 flex-1" />
        ) : (
          <span className="min-w-0 flex-1">
            <b className="block truncate leading-5">{salePlace.name}</b>
            <span className="block truncate text-[.8125rem] leading-tight text-muted">
              {salePlace.address}
            </span>
          </span>
        )}
        <Link to={actionPath} aria-label={actionLabel} title={actionLabel} className={iconButtonVariants()}>
          <IconPlus aria-hidden="true" />
        </Link>
      </header>
    );
  }
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="d2">{greeting}</h1>
        <p className="mt-1 text-muted first-letter:uppercase">
          {formatDay(`${today}T12:00:00Z`, 'UTC')} · {salePlace.name}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <SalePlacePicker salePlace={salePlace} salePlaces={salePlaces} className="max-w-64" />
        <ButtonLink to={actionPath} icon={<IconPlus aria-hidden="true" />}>
          {actionLabel}
        </ButtonLink>
      </div>
    </header>
  );
}

function useGreeting(): string {
  const { t } = useTranslation(['seller', 'common']);
  const { data: me } = useMe();
  const hour = new Date().getHours();
  const dayPart = hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 20 ? 'afternoon' : 'evening';
  const name = me?.name.trim().split(/\s+/)[0];
  return name ? t(`today.${dayPart}`, { name }) : t('common:titles.seller');
}
