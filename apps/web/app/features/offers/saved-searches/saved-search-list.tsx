import { useQuery } from '@tanstack/react-query';
import { getLocale, isolateWords } from '@wopack/domain';
import { IconButton } from '@wopack/ui/button.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { IconTrash } from '@wopack/ui/icons';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { useTranslation } from 'react-i18next';
import { useFoodNames } from '../filters/food.ts';
import { type SavedSearch, savedSearchesQuery, useDeleteSavedSearch } from './saved-searches.api.ts';

/** What the user is told of, each with a button that ends it. */
export function SavedSearchList() {
  const { t } = useTranslation('notifications');
  return (
    <section className="grid gap-3" aria-labelledby="saved-searches">
      <div>
        <h2 id="saved-searches" className="h3">
          {t('searches.title')}
        </h2>
        <p className="text-sm text-pretty text-muted">{t('searches.hint')}</p>
      </div>
      <QueryState
        query={useQuery(savedSearchesQuery)}
        loading={<LoadingRows count={1} row="h-16 rounded-lg!" />}
        reassurance={t('safe')}
      >
        {({ data: searches }) =>
          searches.length > 0 ? (
            <ul className="divide-y divide-line rounded-lg bg-panel pl-4">
              {searches.map((search) => (
                <SavedSearchRow key={search.id} search={search} />
              ))}
            </ul>
          ) : (
            <p className="rounded-lg bg-panel p-4 text-pretty text-muted">{t('searches.none')}</p>
          )
        }
      </QueryState>
    </section>
  );
}

function SavedSearchRow({ search }: { search: SavedSearch }) {
  const { id, text, type, city, ends_at: endsAt } = search;
  const foodNames = useFoodNames({
    diets: search.diets ?? [],
    freeOf: search.free_of ?? [],
    hasUnnamed: false,
  });
  const { t, i18n } = useTranslation('notifications');
  const { mutate: remove, isPending } = useDeleteSavedSearch();
  const name = [
    ...(text ? [isolateWords(text)] : []),
    ...(type ? [isolateWords(type.name)] : []),
    ...(foodNames ? [foodNames] : []),
  ].join(' · ');
  const date = new Intl.DateTimeFormat(getLocale(i18n.language), { day: 'numeric', month: 'long' }).format(
    new Date(endsAt),
  );
  return (
    <li className="flex min-h-[60px] items-center gap-2 py-1.5 pr-1.5 leading-5">
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="text-[.8125rem] text-muted">
          {city ? t('searches.where', { city, date }) : t('searches.until', { date })}
        </span>
      </span>
      <IconButton
        variant="plain"
        label={t('searches.delete', { name })}
        aria-busy={isPending || undefined}
        onClick={() => {
          if (!isPending)
            remove(id, { onSuccess: () => showToast(t('searches.deleted')), onError: showErrorToast });
        }}
      >
        <IconTrash />
      </IconButton>
    </li>
  );
}
