import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { isolateWords } from '@wopack/domain';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconPlus, IconSearch, IconX } from '@wopack/ui/icons';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';

export type SalePlaceReference = Pick<Reply<'findSalePlacesForCode'>['data'][number], 'id' | 'name'>;

interface Props {
  chosen: readonly SalePlaceReference[];
  onChange: (salePlaces: readonly SalePlaceReference[]) => void;
  error: string | undefined;
}

/** From so many letters on it is searched. */
const MIN_LETTERS = 2;

/** Sale places, looked up by their words: none chosen, all. */
export function SalePlacePicker({ chosen, onChange, error }: Props) {
  const { t } = useTranslation('admin');
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim());
  const isSearched = words.length >= MIN_LETTERS;
  const query = useQuery({
    queryKey: ['sale-places-for-code', words],
    queryFn: async ({ signal }) =>
      (await call('findSalePlacesForCode', { query: { q: words }, signal })).data,
    enabled: isSearched,
    placeholderData: keepPreviousData,
  });
  const hits = isSearched
    ? (query.data ?? []).filter((hit) => !chosen.some((salePlace) => salePlace.id === hit.id))
    : [];
  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="mb-1 text-sm font-semibold">{t('codes.salePlaces')}</legend>
      <p className="text-[.8125rem] text-muted">{t('codes.salePlacesHint')}</p>
      {chosen.length > 0 ? (
        <ul className="flex flex-wrap gap-2">
          {chosen.map((salePlace) => (
            <li key={salePlace.id} className="max-w-full">
              <button
                type="button"
                className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full bg-panel px-4 text-start text-sm font-semibold wrap-anywhere"
                aria-label={t('codes.removeSalePlace', { name: salePlace.name })}
                onClick={() => onChange(chosen.filter(({ id }) => id !== salePlace.id))}
              >
                {isolateWords(salePlace.name)}
                <IconX className="size-4 shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <TextField
        label={t('codes.searchSalePlace')}
        hideLabel
        placeholder={t('codes.searchSalePlace')}
        icon={<IconSearch />}
        type="search"
        value={typed}
        error={error}
        autoComplete="off"
        maxLength={100}
        // The form is sent by its button.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onChange={({ target }) => setTyped(target.value)}
      />
      {isSearched ? <InlineError query={query} /> : null}
      {isSearched && query.data?.length === 0 ? (
        <p role="status" className="text-sm text-muted">
          {t('search.nothing')}
        </p>
      ) : null}
      {hits.length > 0 ? (
        <ul className="max-h-64 divide-y divide-line overflow-y-auto rounded-md inset-ring-1 inset-ring-line">
          {hits.map(({ id, name, address }) => (
            <li key={id}>
              <button
                type="button"
                className="flex min-h-13 w-full items-center gap-3 px-4 py-2 text-start text-sm hover:bg-quiet focus-visible:-outline-offset-3"
                onClick={() => onChange([...chosen, { id, name }])}
              >
                <IconPlus className="size-4 shrink-0 text-muted" />
                <span className="min-w-0 wrap-anywhere">
                  <b className="block">{isolateWords(name)}</b>
                  <span className="text-muted">{address}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </fieldset>
  );
}
