import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Pill } from '../../ui/display/pill.tsx';
import { FoodIcon } from '../../ui/images/food-icon.tsx';
import type { SalePlace } from './sale-places.api.ts';

/** A venue of the seller's; leads to where it is changed. */
export function SalePlaceRow({ salePlace }: { salePlace: SalePlace }) {
  const { t } = useTranslation('seller');
  return (
    <li className="border-b border-line last:border-0">
      <Link
        to={paths.editSalePlace(salePlace.id)}
        className="flex flex-wrap items-center gap-3.5 rounded-xs py-3 leading-[1.3rem] hover:bg-quiet"
      >
        <span className="grid size-14 shrink-0 place-items-center rounded-md bg-brand-soft">
          <FoodIcon slug={salePlace.categories[0]?.slug ?? ''} className="size-9" />
        </span>
        <span className="min-w-0 flex-1 basis-32">
          <b className="block break-words">{salePlace.name}</b>
          <span className="block text-sm break-words text-muted">{salePlace.address}</span>
        </span>
        {salePlace.paused ? <Pill>{t('today.paused')}</Pill> : null}
      </Link>
    </li>
  );
}
