import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { toProductDraft } from '../../../modules/products/form/product-draft.ts';
import { ProductForm } from '../../../modules/products/form/product-form.tsx';
import {
  type MyProduct,
  useDeleteProduct,
  usePauseProduct,
  useSaveProduct,
} from '../../../modules/products/products.api.ts';
import type { SalePlace } from '../../../modules/sale-places/sale-places.api.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { notify } from '../../../ui/toast.ts';
import { DishWeek } from './dish-week.tsx';
import { EditCard, EditFrame } from './edit-frame.tsx';
import { OffSale } from './off-sale.tsx';
import { packBody } from './pack-body.ts';
import { SaveBar } from './save-bar.tsx';

export function DishEditor({ pack, places }: { pack: MyProduct; places: readonly SalePlace[] }) {
  const { t } = useTranslation('seller');
  const navigate = useNavigate();
  const save = useSaveProduct();
  const pause = usePauseProduct();
  const remove = useDeleteProduct();
  const { id, name, state } = pack;
  const draft = state === 'draft';
  const week = <DishWeek pack={pack} />;
  return (
    <EditFrame title={name} state={<State pack={pack} />}>
      {draft ? week : null}
      <EditCard title={draft ? t('edit.pack') : undefined}>
        <ProductForm
          initial={toProductDraft(pack)}
          salePlaces={places}
          onSave={async (changed) => {
            await save.mutateAsync({ ...packBody(changed), id });
            notify(t('edit.saved'));
          }}
          footer={(saving) => <SaveBar saving={saving} />}
        />
      </EditCard>
      {draft ? null : week}
      <OffSale
        paused={draft ? null : state === 'paused'}
        pauseHint={t('edit.pausePackHint')}
        onPause={(paused) => pause.mutateAsync({ id, paused })}
        removeTitle={t('edit.removeTitle', { name })}
        removeText={t('edit.removePackText')}
        onRemove={async () => {
          await remove.mutateAsync(id);
          notify(t('edit.removed'));
          await navigate(paths.seller, { replace: true });
        }}
      >
        <ButtonLink look="ghost" icon={<IconCopy aria-hidden="true" />} to={`${paths.newDish}?copy=${id}`}>
          {t('edit.copy')}
        </ButtonLink>
      </OffSale>
    </EditFrame>
  );
}

function State({ pack: { state } }: { pack: MyProduct }) {
  const { t } = useTranslation('seller');
  if (state === 'active') return <Pill tone="ok">{t('edit.onSale')}</Pill>;
  if (state === 'draft') return <Pill tone="warn">{t('today.draft')}</Pill>;
  return <Pill>{state === 'closed' ? t('edit.placePaused') : t('today.paused')}</Pill>;
}
