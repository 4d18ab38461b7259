import { useQuery } from '@tanstack/react-query';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import type { LoaderFunctionArgs } from 'react-router';
import { mySalePlaceQuery, salePlaceTypesQuery } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { startSellerQueries } from '../../lib/data/start-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { parseId } from '../../lib/paths.ts';
import { EditFallback, useIdParam } from './edit/edit-layout.tsx';
import { NewSalePlace, SalePlaceEditor } from './edit/sale-place-editor.tsx';

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = parseId(params.id);
  return startSellerQueries(() => [
    queryClient.query(salePlaceTypesQuery(i18n.language)),
    ...(id === null ? [] : [queryClient.query(mySalePlaceQuery(id, i18n.language))]),
  ]);
};

/** Sale place page: new or edit. */
export function Component() {
  const { t, i18n } = useTranslation(['seller', 'common']);
  const id = useIdParam();
  const salePlace = useQuery(mySalePlaceQuery(id, i18n.language));
  const title = id === null ? t('edit.newPoint') : t('edit.point');
  return (
    <div className="gutter py-4 sm:py-7">
      <PageTitle>{t(id === null ? 'common:titles.creatingPoint' : 'common:titles.editingPoint')}</PageTitle>
      {id === null ? (
        <NewSalePlace />
      ) : salePlace.data ? (
        <SalePlaceEditor key={id} salePlace={salePlace.data} />
      ) : (
        <EditFallback title={title} query={salePlace} />
      )}
    </div>
  );
}
