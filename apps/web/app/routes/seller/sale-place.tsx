import { useQuery } from '@tanstack/react-query';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useNavigate } from 'react-router';
import { useFallbackPosition } from '../../features/sale-places/location/use-sale-place-position.ts';
import { createEmptySalePlaceDraft, toSalePlaceDraft } from '../../features/sale-places/sale-place-draft.ts';
import { SalePlaceForm } from '../../features/sale-places/sale-place-form.tsx';
import {
  mySalePlaceQuery,
  mySalePlacesQuery,
  type SalePlace,
  salePlaceTypesQuery,
  useDeleteSalePlace,
  usePauseSalePlace,
  useSaveSalePlace,
} from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { startSellerQueries } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { parseId, paths } from '../../lib/paths.ts';
import {
  EditCard,
  EditFallback,
  EditLayout,
  isSameDraft,
  PauseOrRemove,
  SaveBar,
  useIdParam,
  useUnsavedChanges,
} from './edit/edit-layout.tsx';
import { PosterCard } from './edit/poster-card.tsx';
import { renderVerifyForMore } from './verify-for-more.tsx';

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = parseId(params.id);
  return startSellerQueries(() => [
    queryClient.query(salePlaceTypesQuery(i18n.language)),
    id === null
      ? queryClient.query(mySalePlacesQuery(i18n.language))
      : queryClient.query(mySalePlaceQuery(id, i18n.language)),
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
      <PageTitle>{t(id === null ? 'common:titles.newSalePlace' : 'common:titles.editSalePlace')}</PageTitle>
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

/** The new sale place continues with its products. */
function NewSalePlace() {
  const { t } = useTranslation('seller');
  const navigate = useNavigate();
  const saveSalePlace = useSaveSalePlace();
  const { setChanged, guard } = useUnsavedChanges();
  const [emptyDraft] = useState(createEmptySalePlaceDraft);
  return (
    <EditLayout title={t('edit.newPoint')}>
      {guard}
      <SalePlaceForm
        initial={emptyDraft}
        fallbackPosition={useFallbackPosition()}
        withDescription
        asksForLookAlikes
        onDraftChange={(draft) => setChanged(!isSameDraft(draft, emptyDraft))}
        onSave={async (salePlace) => {
          const id = await saveSalePlace.mutateAsync({ ...salePlace, id: null });
          setChanged(false);
          showToast(t('edit.pointAdded'));
          await navigate(`${paths.newProduct}?place=${id}`, { replace: true });
        }}
        renderRefusal={renderVerifyForMore}
        renderFields={(fields) => <EditCard>{fields}</EditCard>}
        footer={(isSaving) => <SaveBar isSaving={isSaving} />}
      />
    </EditLayout>
  );
}

function SalePlaceEditor({ salePlace }: { salePlace: SalePlace }) {
  const { t } = useTranslation('seller');
  const navigate = useNavigate();
  const saveSalePlace = useSaveSalePlace();
  const pauseSalePlace = usePauseSalePlace();
  const deleteSalePlace = useDeleteSalePlace();
  const { id, name, paused } = salePlace;
  const { setChanged, guard } = useUnsavedChanges();
  const [savedDraft, setSavedDraft] = useState(() => toSalePlaceDraft(salePlace));
  return (
    <EditLayout title={name} state={paused ? <Pill>{t('today.paused')}</Pill> : null}>
      {guard}
      <SalePlaceForm
        initial={savedDraft}
        fallbackPosition={salePlace}
        withDescription
        onDraftChange={(draft) => setChanged(!isSameDraft(draft, savedDraft))}
        onSave={async (changes, draft) => {
          await saveSalePlace.mutateAsync({ ...changes, id });
          setSavedDraft(draft);
          setChanged(false);
          showToast(t('edit.saved'));
        }}
        renderFields={(fields) => <EditCard>{fields}</EditCard>}
        footer={(isSaving) => <SaveBar isSaving={isSaving} />}
      />
      <PosterCard id={id} />
      <PauseOrRemove
        isPaused={paused}
        pauseHint={t('edit.pausePointHint')}
        onPause={(nextPaused) => pauseSalePlace.mutateAsync({ id, paused: nextPaused })}
        removeTitle={t('edit.removeTitle', { name })}
        removeText={t('edit.removePointText')}
        onRemove={async () => {
          await deleteSalePlace.mutateAsync(id);
          showToast(t('edit.removed'));
          await navigate(paths.seller, { replace: true });
        }}
      />
    </EditLayout>
  );
}
