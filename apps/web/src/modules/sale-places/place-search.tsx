import { Autocomplete } from '@base-ui/react/autocomplete';
import { IconMapPin, IconSearch, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../lib/problems.ts';
import { controlClass, FieldFrame } from '../../ui/field-frame.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { FoundPlace } from './place-search.api.ts';
import { usePlaceSearch } from './use-place-search.ts';

interface Props {
  onFound: (place: FoundPlace) => void;
  /** It is not in the list: the person writes the address. */
  onByHand: () => void;
}

/** Finds the venue by its name, from three letters on; what is found fills in the form. */
export function PlaceSearch({ onFound, onByHand }: Props) {
  const { t } = useTranslation('seller');
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const search = usePlaceSearch(chosen === typed ? '' : typed);
  const choose = (place: FoundPlace) => {
    setTyped(place.displayName);
    setChosen(place.displayName);
    onFound(place);
  };
  return (
    <Autocomplete.Root<FoundPlace>
      inline
      open={search.enough}
      items={search.places}
      filter={null}
      autoHighlight
      value={typed}
      onValueChange={(text, { reason }) => {
        if (reason === 'item-press') return;
        setTyped(text);
        setChosen(null);
      }}
      itemToStringValue={({ displayName }) => displayName}
    >
      <div className="grid gap-2">
        <FieldFrame label={t('place.search')} hideLabel>
          {(control) => (
            <div className="relative grid items-center">
              <IconSearch className="pointer-events-none absolute left-4 size-5 text-2" aria-hidden="true" />
              <Autocomplete.Input
                {...control}
                placeholder={t('place.search')}
                enterKeyHint="search"
                maxLength={100}
                // Enter chooses from the list; it does not send the form around it.
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
                className={`${controlClass('box')} h-[52px] truncate pr-14 pl-[46px]`}
              />
              {typed ? (
                <IconButton
                  look="plain"
                  label={t('place.clearSearch')}
                  className="absolute right-1"
                  onClick={() => {
                    setTyped('');
                    setChosen(null);
                  }}
                >
                  <IconX aria-hidden="true" />
                </IconButton>
              ) : null}
            </div>
          )}
        </FieldFrame>
        <Autocomplete.Status className="empty:hidden">
          {search.enough ? <SearchStatus search={search} /> : null}
        </Autocomplete.Status>
        <Autocomplete.List
          aria-label={t('place.found')}
          className="overflow-hidden rounded-lg bg-raised not-empty:py-1.5 not-empty:shadow-2 outline-none"
        >
          {(place: FoundPlace) => (
            <Autocomplete.Item
              key={`${place.displayName} ${place.latitude},${place.longitude}`}
              value={place}
              onClick={() => choose(place)}
              className="flex min-h-13 cursor-pointer items-center gap-3.5 px-4 py-1.5 leading-5 outline-none data-highlighted:bg-brand-soft"
            >
              <IconMapPin className="size-5 shrink-0" aria-hidden="true" />
              <span className="grid min-w-0">
                <span className="font-semibold break-words">{place.displayName}</span>
                <span className="text-[.8125rem] break-words text-2">{place.formattedAddress}</span>
              </span>
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
        {search.enough && !search.searching ? (
          <button type="button" onClick={onByHand} className="link min-h-11 justify-self-start text-sm">
            {t('place.byHand')}
          </button>
        ) : null}
      </div>
    </Autocomplete.Root>
  );
}

/** What the list cannot say itself: that it is on its way, empty, or that no answer came. */
function SearchStatus({ search }: { search: ReturnType<typeof usePlaceSearch> }) {
  const { t } = useTranslation(['seller', 'errors']);
  if (search.places.length > 0 && !search.error) return null;
  return (
    <div className="px-1 text-sm text-2">
      {search.error ? (
        <>
          {problemText(search.error)}{' '}
          <button type="button" className="link min-h-11 px-1" onClick={search.retry}>
            {t('errors:retry')}
          </button>
        </>
      ) : search.searching ? (
        t('place.searching')
      ) : (
        t('place.notFound')
      )}
    </div>
  );
}
