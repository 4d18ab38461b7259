import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { emptySalePlaceDraft, toSalePlaceDraft } from '../../../features/sale-places/sale-place-draft.ts';
import { SalePlaceForm } from '../../../features/sale-places/sale-place-form.tsx';
import {
  type SalePlace,
  useDeleteSalePlace,
  usePauseSalePlace,
  useSaveSalePlace,
} from '../../../features/sale-places/sale-places.api.ts';
import { paths } from '../../../lib/paths.ts';
import { Pill } from '../../../ui/display/pill.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { useFallbackPosition } from '../use-fallback-position.ts';
import { EditCard, EditLayout, SaveBar } from './edit-layout.tsx';
import { PauseOrRemove } from './pause-or-remove.tsx';

/** The new sale place continues with its products. */
export function NewSalePlace() {
  const { t } = useTranslation('seller');
  const navigate = useNavigate();
  const saveSalePlace = useSaveSalePlace();
  return (
    <EditLayout title={t('edit.newPoint')}>
      <EditCard>
        <SalePlaceForm
          initial={emptySalePlaceDraft}
          fallbackPosition={useFallbackPosition()}
          withDescription
          onSave={async (salePlace) => {
            const id = await saveSalePlace.mutateAsync({ ...salePlace, id: null });
            showToast(t('edit.pointAdded'));
            await navigate(`${paths.newProduct}?place=${id}`, { replace: true });
          }}
          footer={(isSaving) => <SaveBar isSaving={isSaving} />}
        />
      </EditCard>
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
  return (
    <EditLayout title={name} state={paused ? <Pill>{t('today.paused')}</Pill> : null}>
      <EditCard>
        <SalePlaceForm
          initial={toSalePlaceDraft(salePlace)}
          fallbackPosition={salePlace}
          withDescription
          onSave={async (changes) => {
            await saveSalePlace.mutateAsync({ ...changes, id });
            showToast(t('edit.saved'));
          }}
          footer={(isSaving) => <SaveBar isSaving={isSaving} />}
        />
      </EditCard>
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
