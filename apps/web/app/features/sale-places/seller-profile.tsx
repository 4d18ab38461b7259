import { getLocale } from '@wopack/domain';
import { Rating } from '@wopack/ui/display/rating.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { getMediaUrl } from '../../lib/api/api.ts';
import { paths } from '../../lib/paths.ts';
import { DirectionsMenu } from '../../ui/directions-menu.tsx';
import { FoodIcon } from '../../ui/images/food-icon.tsx';
import type { SellerProfile } from './sale-places.api.ts';

export function SellerHeader({ seller }: { seller: SellerProfile }) {
  const { t, i18n } = useTranslation('about-seller');
  const firstSalePlace = seller.places[0];
  const dateFormat = new Intl.DateTimeFormat(getLocale(i18n.language), { dateStyle: 'long' });
  return (
    <header className="flex items-center gap-4 sm:gap-6">
      <span className="grid size-18 shrink-0 place-items-center overflow-hidden rounded-lg bg-brand-soft sm:size-24">
        {firstSalePlace?.logo ? (
          <img
            src={getMediaUrl(firstSalePlace.logo)}
            alt=""
            width={96}
            height={96}
            className="size-full object-cover"
          />
        ) : (
          <FoodIcon slug={firstSalePlace?.categories[0]?.slug ?? ''} className="size-12" />
        )}
      </span>
      <div className="grid min-w-0 gap-1">
        <h1 className="d2 break-words">{seller.name}</h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Rating
            value={seller.rating}
            count={seller.rating === null ? undefined : seller.rating_count}
            className="text-text"
          />
          {seller.places.length > 1 && seller.rating !== null ? <span>{t('meanOfAll')}</span> : null}
          <span>{t('since', { date: dateFormat.format(new Date(seller.since)) })}</span>
        </p>
      </div>
    </header>
  );
}

const linkClass = 'link inline-flex min-h-11 items-center text-sm';

export function SellerSalePlaces({ salePlaces }: { salePlaces: SellerProfile['places'] }) {
  const { t } = useTranslation('about-seller');
  return (
    <ul className="divide-y divide-line">
      {salePlaces.map((salePlace) => (
        <li key={salePlace.id} className="grid gap-1 py-4 first:pt-0 last:pb-0">
          <div className="flex items-start gap-3">
            <FoodIcon slug={salePlace.categories[0]?.slug ?? ''} className="size-8 shrink-0" />
            <div className="min-w-0 flex-1">
              <h3 className="h3 break-words">
                <Link to={paths.salePlace(salePlace.id)} className="link py-[11px]">
                  {salePlace.name}
                </Link>
              </h3>
              <p className="text-sm break-words text-muted">{salePlace.address}</p>
            </div>
            <Rating
              value={salePlace.rating}
              count={salePlace.rating === null ? undefined : salePlace.rating_count}
            />
          </div>
          {salePlace.description ? (
            <p lang={salePlace.language} className="mt-1 whitespace-pre-line">
              {salePlace.description}
            </p>
          ) : null}
          <div className="-mb-2 flex flex-wrap items-start gap-x-4">
            <Link to={paths.offersOnMap(salePlace)} className={linkClass}>
              {t('seeOnMap')}
              <span className="sr-only">: {salePlace.name}</span>
            </Link>
            <DirectionsMenu position={salePlace} className={linkClass}>
              <span>
                {t('route')}
                <span className="sr-only">: {salePlace.name}</span>
              </span>
            </DirectionsMenu>
          </div>
        </li>
      ))}
    </ul>
  );
}
