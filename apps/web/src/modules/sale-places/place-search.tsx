import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from '../../lib/use-search.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { type FoundPlace, placesQuery } from './place-search.api.ts';

interface Props {
  onFound: (place: FoundPlace) => void;
  /** It is not in the list: the person writes the address. */
  onByHand: () => void;
}

/** Finds the venue by its name; what is found fills in the form. */
export function PlaceSearch({ onFound, onByHand }: Props) {
  const { t } = useTranslation('seller');
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const search = useSearch(chosen === typed ? '' : typed, placesQuery);
  const type = (text: string) => {
    setTyped(text);
    setChosen(null);
  };
  return (
    <div className="grid gap-2">
      <SearchBox<FoundPlace>
        label={t('place.search')}
        hideLabel
        placeholder={t('place.search')}
        typed={typed}
        onType={type}
        clearLabel={t('place.clearSearch')}
        onClear={() => type('')}
        search={search}
        searching={t('place.searching')}
        nothing={t('place.notFound')}
        listLabel={t('place.found')}
        listClass="bg-raised shadow-2"
        textOf={({ displayName }) => displayName}
        keyOf={(place) => `${place.displayName} ${place.latitude},${place.longitude}`}
        onChoose={(place) => {
          setTyped(place.displayName);
          setChosen(place.displayName);
          onFound(place);
        }}
        itemClass="flex items-center gap-3.5"
      >
        {(place) => (
          <>
            <IconMapPin className="size-5 shrink-0" aria-hidden="true" />
            <span className="grid min-w-0">
              <span className="font-semibold break-words">{place.displayName}</span>
              <span className="text-[.8125rem] break-words text-2">{place.formattedAddress}</span>
            </span>
          </>
        )}
      </SearchBox>
      {search.enough && !search.searching ? (
        <button type="button" onClick={onByHand} className="link min-h-11 justify-self-start text-sm">
          {t('place.byHand')}
        </button>
      ) : null}
    </div>
  );
}
