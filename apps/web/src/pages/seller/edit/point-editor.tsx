import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { emptySalePlaceDraft, toSalePlaceDraft } from '../../../modules/sale-places/sale-place-draft.ts';
import { SalePlaceForm } from '../../../modules/sale-places/sale-place-form.tsx';
import {
  type SalePlace,
  useDeleteSalePlace,
  usePauseSalePlace,
  useSaveSalePlace,
} from '../../../modules/sale-places/sale-places.api.ts';
import { Pill } from '../../../ui/pill.tsx';
import { notify } from '../../../ui/toast.ts';
import { useStart } from '../use-start.ts';
import { EditCard, EditFrame } from './edit-frame.tsx';
import { OffSale } from './off-sale.tsx';
import { SaveBar } from './save-bar.tsx';

/** A point more; its packs come next. */
export function NewPoint() {
  const { t } = useTranslation('seller');
  const navigate = useNavigate();
  const save = useSaveSalePlace();
  return (
    <EditFrame title={t('edit.newPoint')}>
      <EditCard>
        <SalePlaceForm
          initial={emptySalePlaceDraft}
          fallbackPosition={useStart()}
          withDescription
          onSave={async (place) => {
            const id = await save.mutateAsync({ ...place, id: null });
            notify(t('edit.pointAdded'));
            await navigate(`${paths.newDish}?place=${id}`, { replace: true });
          }}
          footer={(saving) => <SaveBar saving={saving} />}
        />
      </EditCard>
    </EditFrame>
  );
}

export function PointEditor({ place }: { place: SalePlace }) {
  const { t } = useTranslation('seller');
  const navigate = useNavigate();
  const save = useSaveSalePlace();
  const pause = usePauseSalePlace();
  const remove = useDeleteSalePlace();
  const { id, name, paused } = place;
  return (
    <EditFrame title={name} state={paused ? <Pill>{t('today.paused')}</Pill> : null}>
      <EditCard>
        <SalePlaceForm
          initial={toSalePlaceDraft(place)}
          fallbackPosition={place}
          withDescription
          onSave={async (changed) => {
            await save.mutateAsync({ ...changed, id });
            notify(t('edit.saved'));
          }}
          footer={(saving) => <SaveBar saving={saving} />}
        />
      </EditCard>
      <OffSale
        paused={paused}
        pauseHint={t('edit.pausePointHint')}
        onPause={(next) => pause.mutateAsync({ id, paused: next })}
        removeTitle={t('edit.removeTitle', { name })}
        removeText={t('edit.removePointText')}
        onRemove={async () => {
          await remove.mutateAsync(id);
          notify(t('edit.removed'));
          await navigate(paths.seller, { replace: true });
        }}
      />
    </EditFrame>
  );
}
