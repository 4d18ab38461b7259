import { allergens } from '@wopack/contract/vocabulary';
import { discountPercent, isolateWords } from '@wopack/domain';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { formatDeadline, toCents } from '@wopack/ui/format.ts';
import { IconAlertTriangle, IconArrowBackUp, IconBuildingStore, IconClock } from '@wopack/ui/icons';
import { serverDate } from '@wopack/ui/server-clock.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/browser/use-now.ts';
import { getCountryName, useFormat, useFormattedPickup } from '../../../lib/format/use-format.ts';
import { FoodIcon } from '../../../ui/images/food-icon.tsx';
import { Price, PriceSticker } from '../../../ui/price.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { useWarnedFood } from '../filters/food.ts';
import type { OfferDetail } from '../offers.api.ts';

type WithAllergens = Pick<OfferDetail, 'allergens' | 'free_of_allergens' | 'diet' | 'pickup_start'> & {
  sale_place: Pick<OfferDetail['sale_place'], 'time_zone'>;
};

/** The seller's text on allergens and diet. Promises cancellation only until the window starts. */
export function AllergenNote({ offer }: { offer: WithAllergens }) {
  const { t, i18n } = useTranslation('offer');
  const now = useNow(60_000);
  const { formatList } = useFormat();
  const { pickup_start: pickupStart, sale_place: salePlace } = offer;
  const isBeforePickup = pickupStart !== null && now < Date.parse(pickupStart);
  const describeAllergens = () => {
    if (offer.free_of_allergens) return t('allergensNone');
    if (offer.allergens.length === 0) return t('allergensUnknown');
    if (offer.allergens.length === allergens.length) return t('allergensAll');
    return t('allergensKnown', { list: formatList(offer.allergens.map((name) => t(`allergens.${name}`))) });
  };
  return (
    <div className="flex gap-3 rounded-md bg-urgent-soft px-4 py-3.5 text-sm leading-[1.3125rem]">
      <IconAlertTriangle className="size-[22px] shrink-0 text-urgent" />
      <div className="grid gap-1">
        <p>
          <b>{t('allergensTitle')}</b> {describeAllergens()}{' '}
          {isBeforePickup
            ? t('allergensCancel', {
                until: Object.values(
                  formatDeadline(pickupStart, i18n.language, salePlace.time_zone, serverDate()),
                ).join(', '),
              })
            : null}
        </p>
        {offer.diet.length ? (
          <p>
            {t('dietTitle')} {formatList(offer.diet.map((name) => t(`diets.${name}`)))}.
          </p>
        ) : null}
      </div>
    </div>
  );
}

/**
 * What a buyer knows before paying: until when it is free to cancel, which inside the last two hours must be read, whether
 * there are 14 days to withdraw, and who sells.
 */
export function PurchaseNotes({ offer, hidesSeller = false }: { offer: OfferDetail; hidesSeller?: boolean }) {
  const { t } = useTranslation('offer');
  return (
    <div className="grid gap-2.5">
      <FoodNotes offer={offer} />
      <CancellationNote offer={offer} />
      {hidesSeller ? null : (
        <p className="flex gap-2.5 text-[.8125rem] leading-5 text-muted">
          <IconBuildingStore className="size-5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{t('seller', { name: offer.seller.name })}</span>
        </p>
      )}
    </div>
  );
}

/** What the buyer avoids and the pack has, or may have, and the diets that the shop does not name. */
function FoodNotes({ offer }: { offer: Pick<OfferDetail, 'allergens' | 'free_of_allergens' | 'diet'> }) {
  const { t } = useTranslation('offer');
  const { formatList } = useFormat();
  const { freeOf, diets } = useWarnedFood();
  const isNamed = offer.free_of_allergens || offer.allergens.length > 0;
  const avoided = isNamed ? freeOf.filter((name) => offer.allergens.includes(name)) : freeOf;
  const missing = diets.filter((name) => !isOfDiet(offer.diet, name));
  return (
    <>
      {missing.length > 0 ? (
        <FoodWarning>
          {t('food.notSaid', { names: formatList(missing.map((name) => t(`diets.${name}`))) })}
        </FoodWarning>
      ) : null}
      {avoided.length > 0 ? (
        <FoodWarning>
          {t(isNamed ? 'food.avoids' : 'food.unnamed', {
            names: formatList(avoided.map((name) => t(`allergens.${name}`))),
          })}
        </FoodWarning>
      ) : null}
    </>
  );
}

/** What is vegan is vegetarian as well. */
const isOfDiet = (declared: OfferDetail['diet'], diet: OfferDetail['diet'][number]): boolean =>
  declared.includes(diet) || (diet === 'vegetarian' && declared.includes('vegan'));

const FoodWarning = ({ children }: { children: string }) => (
  <p role="note" className="flex gap-2.5 rounded-md bg-urgent-soft px-4 py-3 text-sm text-pretty">
    <IconAlertTriangle className="size-5 shrink-0 text-urgent" />
    <span className="min-w-0">{children}</span>
  </p>
);

function CancellationNote({ offer }: { offer: OfferDetail }) {
  const { t, i18n } = useTranslation('offer');
  const now = useNow(30_000);
  const { cancel_until: cancelUntil, pickup_start: pickupStart, sale_place: salePlace, keeps } = offer;
  const isWarned = cancelUntil !== null && now >= Date.parse(cancelUntil);
  const isOpen = pickupStart !== null && now >= Date.parse(pickupStart);
  return (
    <>
      {isWarned ? <DeadlineWarning>{t(isOpen ? 'deadline.open' : 'deadline.late')}</DeadlineWarning> : null}
      <p className="flex gap-2.5 text-[.8125rem] leading-5 text-muted">
        <IconArrowBackUp className="size-5 shrink-0" />
        <span className="min-w-0">
          {cancelUntil && !isWarned ? (
            <>
              {t(
                'deadline.free',
                formatDeadline(cancelUntil, i18n.language, salePlace.time_zone, serverDate()),
              )}{' '}
            </>
          ) : null}
          {t(keeps ? 'withdrawal.keeps' : 'withdrawal.perishable')}
        </span>
      </p>
    </>
  );
}

const DeadlineWarning = ({ children }: { children: string }) => (
  <p className="rounded-sm bg-brand-soft px-3.5 py-2.5 text-sm font-semibold">{children}</p>
);

/** The seller's legal name and address, which must be readable before paying. */
export function SellerLegalInfo({ seller }: { seller: OfferDetail['seller'] }) {
  const { t, i18n } = useTranslation('offer');
  const addressParts = [
    isolateWords(seller.address ?? ''),
    seller.country && getCountryName(seller.country, i18n.language),
  ];
  return (
    <p className="text-[.8125rem] leading-5 break-words text-muted">
      {t('seller', { name: seller.name })}
      {seller.address ? (
        <span className="block whitespace-pre-line">
          <Unbroken>{addressParts.filter(Boolean).join(', ')}</Unbroken>
        </span>
      ) : null}
    </p>
  );
}

type WithPrices = Pick<OfferDetail, 'price' | 'old_price'>;

/** What so many packs cost, are worth and save; rows of a list. */
export function OfferPriceRows({
  offer,
  quantity,
  showsPrice = quantity > 1,
}: {
  offer: WithPrices;
  quantity: number;
  /** Where the total is another sum. */
  showsPrice?: boolean;
}) {
  const { t } = useTranslation('offer');
  const format = useFormat();
  const priceCents = toCents(offer.price);
  const oldPriceCents = offer.old_price === null ? null : toCents(offer.old_price);
  const formatEach = (cents: number) => `${quantity} × ${format.formatMoney(cents)}`;
  return (
    <>
      {showsPrice ? (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <dt className="text-muted">{formatEach(priceCents)}</dt>
          <dd>{format.formatMoney(priceCents * quantity)}</dd>
        </div>
      ) : null}
      {oldPriceCents === null ? null : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <dt className="text-muted">
              {quantity > 1 ? t('worthOf', { each: formatEach(oldPriceCents) }) : t('worth')}
            </dt>
            <dd>
              <s>{format.formatMoney(oldPriceCents * quantity)}</s>
            </dd>
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-3 font-semibold text-save">
            <dt>{t('saving')}</dt>
            <dd className="flex flex-wrap items-center gap-x-2">
              {format.formatMoney((oldPriceCents - priceCents) * quantity)}
              <Pill tone="ok">
                {t('off', { percent: format.formatPercent(discountPercent(priceCents, oldPriceCents)) })}
              </Pill>
            </dd>
          </div>
        </>
      )}
    </>
  );
}

interface PriceSummaryProps {
  offer: WithPrices;
  quantity?: number;
  /** Rows of what is taken off the price. */
  children?: ReactNode;
  /** What is left to pay then, with its name. */
  rest?: { label: string; cents: number } | null;
}

export function OfferPriceSummary({ offer, quantity = 1, children, rest }: PriceSummaryProps) {
  const { t } = useTranslation('offer');
  return (
    <dl className="grid gap-2">
      <OfferPriceRows offer={offer} quantity={quantity} showsPrice={Boolean(rest) || quantity > 1} />
      {children}
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 border-t-[1.5px] border-dashed border-line-strong pt-3.5 first:border-t-0">
        <dt className="font-bold">{rest?.label ?? t('total')}</dt>
        <dd>
          <Price cents={rest?.cents ?? toCents(offer.price) * quantity} className="text-[1.75rem]" />
        </dd>
      </div>
    </dl>
  );
}

export function PickupBadge({ offer }: { offer: OfferDetail }) {
  const { t } = useTranslation('offer');
  const format = useFormat();
  const now = useNow(15_000);
  const pickup = useFormattedPickup(offer, offer.sale_place.time_zone);
  if (!offer.pickup_start || !offer.pickup_end) return null;
  const msUntilOpening = Date.parse(offer.pickup_start) - now;
  const msUntilClosing = Date.parse(offer.pickup_end) - now;
  return (
    <div className="flex items-center gap-3 rounded-md bg-brand-soft px-4 py-3.5">
      <IconClock className="size-[26px] shrink-0" />
      <div>
        <p className="font-bold">
          <span className="sr-only">{t('pickup')} </span>
          <Unbroken>{pickup}</Unbroken>
        </p>
        <p className="text-sm">
          {msUntilOpening > 0
            ? t('opensIn', { duration: format.formatDuration(msUntilOpening) })
            : msUntilClosing > 0
              ? t('closesIn', { duration: format.formatDuration(msUntilClosing) })
              : t('closed')}
        </p>
      </div>
    </div>
  );
}

/** Above the payment, on wide screens. */
export function PurchaseHeading({ offer, heading }: { offer: OfferDetail; heading: string }) {
  const { t } = useTranslation('offer');
  return (
    <>
      <div>
        <PriceSticker
          size="large"
          cents={toCents(offer.price)}
          valueCents={offer.old_price === null ? null : toCents(offer.old_price)}
          isSoldOut={offer.quantity === 0}
          className="absolute -top-3.5 right-6 rotate-2 animate-[sticker-land_var(--t-slow)_var(--ease-pop)]"
        />
        <p className="overline">{t('yourPack')}</p>
        <h2 id="buy" className="h2">
          {heading}
        </h2>
      </div>
      <PickupBadge offer={offer} />
    </>
  );
}

export const TypeBadges = ({ types }: { types: OfferDetail['types'] }) => (
  <ul className="flex flex-wrap gap-2">
    {types.map((type) => (
      <li key={type.id}>
        <Pill icon={<FoodIcon slug={type.slug} className="size-[18px]" />}>{type.name}</Pill>
      </li>
    ))}
  </ul>
);
