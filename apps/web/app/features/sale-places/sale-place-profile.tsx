import { DAY_MS, getLocale, isolateWords, MIN_RATINGS, type Weekday, weekdays } from '@wopack/domain';
import { buttonVariants, TextLink } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { Rating } from '@wopack/ui/display/rating.tsx';
import { IconNavigation, IconPhone } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { getMediaUrl } from '../../lib/api/api.ts';
import { paths } from '../../lib/paths.ts';
import { useStored } from '../../lib/storage/storage.ts';
import { DirectionsMenu } from '../../ui/directions-menu.tsx';
import { FoodIcon } from '../../ui/images/food-icon.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import type { SalePlaceProfile, SellerProfile } from './sale-places.api.ts';

interface Props {
  salePlace: SalePlaceProfile;
}

/** Name, types and the mean of its ratings, saying whose mean it is. */
export function SalePlaceHeader({ salePlace }: Props) {
  const { t } = useTranslation('about-seller');
  const { rating, rating_count: ratingCount } = salePlace;
  return (
    <header className="grid gap-3">
      <h1 className="d2 break-words">{salePlace.name}</h1>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        {rating === null || ratingCount < MIN_RATINGS ? (
          <span className="font-semibold text-text">{t('place.new')}</span>
        ) : (
          <>
            <Rating value={rating} count={ratingCount} className="text-base text-text" />
            {t('place.mean')}
          </>
        )}
        {salePlace.paused ? <Pill tone="warn">{t('place.paused')}</Pill> : null}
      </p>
      <ul className="flex flex-wrap gap-2">
        {salePlace.categories.map(({ id, slug, name }) => (
          <li
            key={id}
            className="inline-flex min-h-[34px] items-center gap-1.5 rounded-full bg-quiet px-3.5 text-sm font-semibold"
          >
            <FoodIcon slug={slug} className="size-5" />
            {name}
          </li>
        ))}
      </ul>
      {salePlace.description ? (
        <p lang={salePlace.language} className="max-w-[640px] break-words whitespace-pre-line">
          {salePlace.description}
        </p>
      ) : null}
    </header>
  );
}

/** Address, phone and the way there. */
export function SalePlaceContact({ salePlace }: Props) {
  const { t } = useTranslation('about-seller');
  return (
    <div className="grid gap-3">
      <p className="break-words">
        <Unbroken>{salePlace.address}</Unbroken>
      </p>
      <DirectionsMenu position={salePlace} className={buttonVariants({ variant: 'soft', size: 'small' })}>
        <IconNavigation />
        {t('route')}
      </DirectionsMenu>
      <p className="flex flex-wrap gap-x-5">
        <TextLink to={paths.offersOnMap(salePlace)} className="text-sm">
          {t('seeOnMap')}
        </TextLink>
        {salePlace.phone ? (
          <a
            href={`tel:${salePlace.phone.replaceAll(/[^+\d]/g, '')}`}
            aria-label={t('place.call', { phone: salePlace.phone })}
            className="link inline-flex min-h-11 items-center gap-1.5 text-sm"
          >
            <IconPhone className="size-[18px]" />
            {salePlace.phone}
          </a>
        ) : null}
      </p>
    </div>
  );
}

/** A Monday. */
const FIRST_DAY = Date.UTC(2024, 0, 1);
/** The usual pickup windows, a row for each day of the week; today's in the zone of the sale place is marked. */
export function PickupHours({ salePlace, now }: Props & { now: number }) {
  const { t, i18n } = useTranslation('about-seller');
  const locale = getLocale(i18n.language);
  const { pickup_hours: hours, time_zone: timeZone } = salePlace;
  if (hours.length === 0) return <p className="text-muted">{t('place.noHours')}</p>;
  const dayName = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const today = getWeekday(now, timeZone);
  return (
    <>
      <dl className="grid">
        {weekdays.map((weekday, index) => {
          const windows = hours.filter((window) => window.weekday === weekday);
          return (
            <div
              key={weekday}
              aria-current={weekday === today ? 'date' : undefined}
              className="flex flex-wrap justify-between gap-x-4 rounded-xs py-1.5 aria-[current]:-mx-3 aria-[current]:bg-brand-soft aria-[current]:px-3 aria-[current]:font-semibold"
            >
              <dt className="first-letter:uppercase">{dayName.format(FIRST_DAY + index * DAY_MS)}</dt>
              <dd
                className={
                  windows.length ? 'ml-auto text-right tabular-nums' : 'ml-auto text-right text-muted'
                }
              >
                {windows.length
                  ? windows.map(({ time_start, time_end }) => (
                      <span key={time_start} className="block">
                        {time_start}–{time_end}
                      </span>
                    ))
                  : t('place.dayOff')}
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="mt-2 text-xs text-muted">{t('place.hoursNote')}</p>
    </>
  );
}

const getWeekday = (now: number, timeZone: string): Weekday =>
  new Intl.DateTimeFormat('en', { weekday: 'short', timeZone }).format(now).toLowerCase() as Weekday;

/** The profile of the legal entity is for users. */
export function SellerLink({ salePlace }: Props) {
  const { t } = useTranslation('about-seller');
  const [token] = useStored('token');
  return token === null ? null : (
    <TextLink to={paths.sellerProfile(salePlace.seller.id)} className="text-[.8125rem]">
      {t('place.aboutSeller')}
    </TextLink>
  );
}

/** By the names over the doors; the legal name stands below. */
export function useSellerHeading({ name, places }: SellerProfile): string {
  const { t, i18n } = useTranslation('about-seller');
  const [first, ...others] = [...new Set(places.map((place) => place.name))];
  if (first === undefined) return name;
  return others.length < 2
    ? new Intl.ListFormat(getLocale(i18n.language)).format([first, ...others])
    : t('andMore', { name: first, others: others.length });
}

export function SellerHeader({ seller }: { seller: SellerProfile }) {
  const { t, i18n } = useTranslation('about-seller');
  const heading = useSellerHeading(seller);
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
        <h1 className="d2 break-words">{heading}</h1>
        {heading === seller.name ? null : (
          <p className="break-words">{t('legalName', { name: seller.name })}</p>
        )}
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Rating value={seller.rating} count={seller.rating_count} className="text-text" />
          {seller.places.length > 1 && seller.rating_count >= MIN_RATINGS ? (
            <span>{t('meanOfAll')}</span>
          ) : null}
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
              <p className="text-sm break-words text-muted">
                <Unbroken>{salePlace.address}</Unbroken>
              </p>
              {salePlace.paused ? <Pill tone="warn">{t('place.paused')}</Pill> : null}
            </div>
            <Rating value={salePlace.rating} count={salePlace.rating_count} />
          </div>
          {salePlace.description ? (
            <p lang={salePlace.language} className="mt-1 whitespace-pre-line">
              {salePlace.description}
            </p>
          ) : null}
          <div className="-mb-2 flex flex-wrap items-start gap-x-4">
            <Link to={paths.offersOnMap(salePlace)} className={linkClass}>
              {t('seeOnMap')}
              <span className="sr-only">: {isolateWords(salePlace.name)}</span>
            </Link>
            <DirectionsMenu position={salePlace} isInRow className={linkClass}>
              <span>
                {t('route')}
                <span className="sr-only">: {isolateWords(salePlace.name)}</span>
              </span>
            </DirectionsMenu>
          </div>
        </li>
      ))}
    </ul>
  );
}
