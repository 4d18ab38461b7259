import { Pill } from '@wopack/ui/display/pill.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  createEmptySalePlaceDraft,
  toSalePlaceDraft,
} from '../../../features/sale-places/sale-place-draft.ts';
import { SalePlaceForm } from '../../../features/sale-places/sale-place-form.tsx';
import {
  type SalePlace,
  useDeleteSalePlace,
  usePauseSalePlace,
  useSaveSalePlace,
} from '../../../features/sale-places/sale-places.api.ts';
import { paths } from '../../../lib/paths.ts';
import { useFallbackPosition } from '../use-fallback-position.ts';
import { EditCard, EditLayout, isSameDraft, SaveBar, useUnsavedChanges } from './edit-layout.tsx';
import { PauseOrRemove } from './pause-or-remove.tsx';

/** The new sale place continues with its products. */
export function NewSalePlace() {
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
        onDraftChange={(draft) => setChanged(!isSameDraft(draft, emptyDraft))}
        onSave={async (salePlace) => {
          const id = await saveSalePlace.mutateAsync({ ...salePlace, id: null });
          setChanged(false);
          showToast(t('edit.pointAdded'));
          await navigate(`${paths.newProduct}?place=${id}`, { replace: true });
        }}
        renderFields={(fields) => <EditCard>{fields}</EditCard>}
        footer={(isSaving) => <SaveBar isSaving={isSaving} />}
      />
    </EditLayout>
  );
}

export function SalePlaceEditor({ salePlace }: { salePlace: SalePlace }) {
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
