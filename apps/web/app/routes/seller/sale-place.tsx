import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mySalePlaceQuery } from '../../features/sale-places/sale-places.api.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { EditFallback, useIdParam } from './edit/edit-layout.tsx';
import { NewSalePlace, SalePlaceEditor } from './edit/sale-place-editor.tsx';

/** A point: a new one, or one of the seller's to change, pause or remove. */
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
