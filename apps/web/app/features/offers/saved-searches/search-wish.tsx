import { useQuery } from '@tanstack/react-query';
import { isApiError } from '@wopack/contract/client';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { IconBell, IconBellRinging } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { useMe } from '../../../lib/data/shared-queries.ts';
import { paths, withNextPath } from '../../../lib/paths.ts';
import { hasSession } from '../../../lib/session/session.ts';
import { readStored, safeSessionStorage, writeStored } from '../../../lib/storage/storage.ts';
import type { OffersQuery } from '../offers.api.ts';
import { type SearchToSave, savedSearchesQuery, useSaveSearch } from './saved-searches.api.ts';

/** Whether a list is one that somebody can wait for: of a text or of a kind. */
export const canBeSaved = ({ searchProductText = '', filterByType }: OffersQuery): boolean =>
  Boolean(filterByType) || /[\p{L}\p{N}]{2}/u.test(searchProductText);

/** Of the list on the screen; what a guest searches for is kept over a sign-in. */
export function SearchWish({ query }: { query: OffersQuery }) {
  const { t } = useTranslation('offers');
  const { data: me, isLoading: isUserLoading } = useMe();
  const { pathname, search: address } = useLocation();
  const navigate = useNavigate();
  const isSignedIn = hasSession();
  const { data: saved } = useQuery({ ...savedSearchesQuery, enabled: isSignedIn });
  const { mutate: save, isPending, error } = useSaveSearch();
  const search = describeSearch(query, me?.latitude !== undefined && me.latitude !== null);
  const isSaved = saved?.data.some(
    ({ text, type }) => text === (search.text ?? '') && (type?.id ?? null) === (search.type_id ?? null),
  );
  if (isSaved) return <WishKept delivery={saved!.delivery} />;
  const fieldErrors = isApiError(error, 'validation') ? error.errors : {};
  return (
    <div className="grid justify-items-center gap-2">
      <Button
        icon={<IconBell />}
        loading={isPending || isUserLoading}
        onClick={() => {
          if (isSignedIn) return save(search);
          writeStored('guestSearch', { ...readGuestPosition(), ...search }, safeSessionStorage);
          void navigate(withNextPath(paths.auth, pathname + address));
        }}
      >
        {t('wish.ask')}
      </Button>
      {fieldErrors.latitude ? (
        <Link to={withNextPath(paths.changeCity, pathname + address)} className="link text-sm">
          {t('wish.cityFirst')}
        </Link>
      ) : error ? (
        <FieldError>{fieldErrors.text?.[0] ?? getErrorMessage(error)}</FieldError>
      ) : null}
    </div>
  );
}

/** Where a list is sorted by the city of the account, the server knows it. */
function describeSearch(
  { searchProductText: text, filterByType, latitude, longitude, sort }: OffersQuery,
  hasAccountCity: boolean,
): SearchToSave {
  const isOwnPosition = sort === 'me' || !hasAccountCity;
  return {
    ...(text && { text: text.replace(/\s+/g, ' ') }),
    ...(filterByType && { type_id: filterByType }),
    ...(isOwnPosition && latitude !== undefined && longitude !== undefined && { latitude, longitude }),
  };
}

function readGuestPosition() {
  const city = readStored('guestCity', safeSessionStorage);
  return city && { latitude: city.lat, longitude: city.lon };
}

/** Only what is really on is promised. */
function WishKept({ delivery }: { delivery: 'push' | 'mail' | 'off' | 'unproved' }) {
  const { t } = useTranslation('offers');
  return (
    <div
      role="status"
      className="flex gap-3 rounded-lg bg-info-soft px-4 py-3 text-left text-sm leading-5 text-pretty text-text"
    >
      <IconBellRinging className="mt-0.5 size-5 shrink-0" />
      <p>
        {t(`wish.${delivery}`)}{' '}
        <Link to={delivery === 'unproved' ? paths.basicInfo : paths.notifications} className="link">
          {t(delivery === 'unproved' ? 'wish.confirm' : delivery === 'off' ? 'wish.turnOn' : 'wish.list')}
        </Link>
      </p>
    </div>
  );
}
