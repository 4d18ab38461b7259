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
import { useFoodNames } from '../filters/food.ts';
import type { OffersQuery } from '../offers.api.ts';
import {
  type SavedSearch,
  type SearchToSave,
  savedSearchesQuery,
  useSaveSearch,
} from './saved-searches.api.ts';

/** Whether a list is one that somebody can wait for: of a text or of a kind. */
export const canBeSaved = ({ searchProductText = '', filterByType }: OffersQuery): boolean =>
  Boolean(filterByType) || /[\p{L}\p{N}]{2}/u.test(searchProductText);

/** Saves the search of the list on the screen; what a guest searches for is kept over a sign-in. */
export function SearchWish({ query }: { query: OffersQuery }) {
  const { t } = useTranslation('offers');
  const { data: me, isLoading: isUserLoading } = useMe();
  const { pathname, search: address } = useLocation();
  const navigate = useNavigate();
  const isSignedIn = hasSession();
  const { data: saved } = useQuery({ ...savedSearchesQuery, enabled: isSignedIn });
  const { mutate: save, isPending, error } = useSaveSearch();
  const search = describeSearch(query, me?.latitude !== undefined && me.latitude !== null);
  const isSaved = saved?.data.some((other) => isSameSearch(other, search));
  const foodNames = useFoodNames({
    diets: search.diets ?? [],
    freeOf: search.free_of ?? [],
    hasUnnamed: false,
  });
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
      {foodNames ? (
        <p className="text-sm text-pretty text-muted">{t('wish.food', { list: foodNames })}</p>
      ) : null}
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
  { searchProductText: text, filterByType, latitude, longitude, sort, ...food }: OffersQuery,
  hasAccountCity: boolean,
): SearchToSave {
  const isOwnPosition = sort === 'me' || !hasAccountCity;
  return {
    ...(text && { text: text.replace(/\s+/g, ' ') }),
    ...(filterByType && { type_id: filterByType }),
    ...(food.diets && { diets: food.diets.split(',') as SearchToSave['diets'] }),
    ...(food.free_of && { free_of: food.free_of.split(',') as SearchToSave['free_of'] }),
    ...(food.free_of && food.unnamed === 'yes' && { unnamed: true }),
    ...(isOwnPosition && latitude !== undefined && longitude !== undefined && { latitude, longitude }),
  };
}

const hasSameNames = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  a.length === b.length && a.every((name) => b.includes(name));

/** With the same diets and allergens: with others it is saved anew. */
const isSameSearch = (saved: SavedSearch, search: SearchToSave): boolean =>
  saved.text === (search.text ?? '') &&
  (saved.type?.id ?? null) === (search.type_id ?? null) &&
  hasSameNames(saved.diets, search.diets) &&
  hasSameNames(saved.free_of, search.free_of) &&
  (saved.unnamed ?? false) === (search.unnamed ?? false);

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
