import { useTranslation } from 'react-i18next';
import { mapLink } from '../../../lib/maps-link.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { FoodIcon } from '../../../ui/food-icon.tsx';
import { Rating } from '../../../ui/rating.tsx';
import type { OfferDetail } from '../offers.api.ts';
import type { Place } from '../use-locate.ts';

/** Where the pack waits: name, address, map, rating and how far it is. */
export function VenueRow({ offer, place }: { offer: OfferDetail; place: Place }) {
  const { t } = useTranslation('offer');
  const { sale_place: venue } = offer;
  return (
    <div>
      <div className="flex items-center gap-3 leading-[1.375rem]">
        <span className="grid size-14 shrink-0 place-items-center rounded-md bg-brand-soft">
          <FoodIcon slug={offer.types[0]?.slug ?? ''} className="size-10" />
        </span>
        <div className="min-w-0 flex-1">
          <p className="font-bold">{venue.name}</p>
          <p className="text-sm text-2">{venue.address}</p>
          <a
            href={mapLink(venue)}
            target="_blank"
            rel="noreferrer"
            className="link -my-2 inline-flex min-h-11 items-center text-sm"
          >
            {t('seeOnMap')}
            <span className="sr-only"> ({t('newTab')})</span>
          </a>
        </div>
        <Rating
          value={offer.rating}
          count={offer.rating === null ? undefined : offer.rating_count}
          className="self-start"
        />
      </div>
      <HowFar distance={offer.distance} place={place} />
    </div>
  );
}

function HowFar({ distance, place }: { distance: number | null; place: Place }) {
  const { t } = useTranslation('offer');
  const format = useFormat();
  const { position, locating, problem, find } = place;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 text-sm text-2">
      {distance === null ? null : (
        <p>{t(position ? 'awayFromMe' : 'awayFromCenter', { distance: format.distance(distance) })}</p>
      )}
      {position ? null : (
        <button
          type="button"
          aria-busy={locating || undefined}
          onClick={() => {
            if (!locating) void find();
          }}
          className="link min-h-11"
        >
          {t('howFar')}
        </button>
      )}
      <p role="status">{problem ? t(geoTexts[problem]) : null}</p>
    </div>
  );
}

/** Source: specification, section 8. */
const geoTexts = {
  unsupported: 'geoUnavailable',
  denied: 'account.geoNeedAccess',
  failed: 'account.geoNotWorking',
} as const;
