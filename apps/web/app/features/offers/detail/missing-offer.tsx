import { useQueryClient } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { type FailedQuery, isMissing, isNetworkError } from '@wopack/ui/feedback/inline-error.tsx';
import { EmptyState, ErrorState } from '@wopack/ui/feedback/states.tsx';
import { IconRefresh } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../../lib/data/shared-queries.ts';
import { paths } from '../../../lib/paths.ts';
import type { OfferPages } from '../offers.api.ts';

interface Props {
  id: number;
  query: FailedQuery;
}

/** The offer does not exist, or did not load. */
export function MissingOffer({ id, query }: Props) {
  const { t } = useTranslation(['offer', 'common', 'errors']);
  const { error, isFetching, refetch } = query;
  const isNotFound = error === null || isMissing(error);
  return (
    <div className="gutter py-7">
      <h1 className="sr-only">{t('common:titles.offer')}</h1>
      {isNotFound ? (
        <EmptyState
          mood="round"
          title={t('notFound.title')}
          action={<ButtonLink to={paths.offers}>{t('seeOffers')}</ButtonLink>}
        >
          {t('notFound.text')}
        </EmptyState>
      ) : isNetworkError(error) ? (
        <div role="alert">
          <EmptyState
            mood="frown"
            title={t('errors:offlineTitle')}
            action={
              <div className="flex flex-wrap justify-center gap-3">
                <Button icon={<IconRefresh />} onClick={() => void refetch()} loading={isFetching}>
                  {t('errors:retry')}
                </Button>
                <ButtonLink variant="ghost" to={paths.offers}>
                  {t('seeOffers')}
                </ButtonLink>
              </div>
            }
          >
            <ListedOffer id={id} />
            <p>{t('offline')}</p>
          </EmptyState>
        </div>
      ) : (
        <ErrorState query={query} />
      )}
    </div>
  );
}

/** What a list that was loaded before says about the offer. */
function ListedOffer({ id }: { id: number }) {
  const offer = useQueryClient()
    .getQueriesData<OfferPages>({ queryKey: queryKeys.offers })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ data }) => data)
    .find((listed) => listed.id === id);
  return offer ? (
    <p className="mb-2 font-bold text-text">
      <span lang={offer.language}>{offer.name}</span> · {isolateWords(offer.sale_place.name)}
    </p>
  ) : null;
}
