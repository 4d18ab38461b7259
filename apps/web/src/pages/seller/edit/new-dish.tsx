import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { emptyProductDraft, toProductDraft } from '../../../modules/products/form/product-draft.ts';
import { ProductForm } from '../../../modules/products/form/product-form.tsx';
import { type MyProduct, useSaveProduct } from '../../../modules/products/products.api.ts';
import type { SalePlace } from '../../../modules/sale-places/sale-places.api.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EditCard, EditFrame } from './edit-frame.tsx';
import { packBody } from './pack-body.ts';
import { SaveBar } from './save-bar.tsx';

interface Props {
  /** The pack it begins as. */
  original: MyProduct | null;
  places: readonly SalePlace[];
}

/** A pack more. It is a draft until its week is chosen, which comes next. */
export function NewDish({ original, places }: Props) {
  const { t } = useTranslation('seller');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const save = useSaveProduct();
  const title = original ? t('edit.copyOf', { name: original.name }) : t('edit.newPack');
  const place = places.find(({ id }) => id === Number(search.get('place'))) ?? places[0];
  if (!place) {
    return (
      <EditFrame title={title}>
        <EmptyState
          mood="asleep"
          title={t('today.emptyTitle')}
          action={<ButtonLink to={paths.newPoint}>{t('today.addPoint')}</ButtonLink>}
        >
          {t('today.emptyText')}
        </EmptyState>
      </EditFrame>
    );
  }
  return (
    <EditFrame title={title}>
      <EditCard>
        <ProductForm
          initial={original ? toProductDraft(original) : { ...emptyProductDraft, place: String(place.id) }}
          salePlaces={places}
          onSave={async (pack) => {
            const { id } = await save.mutateAsync({
              ...packBody(pack),
              id: 0,
              ...(original && { copy_of: original.id }),
            });
            const next = original ? `${paths.dish(id)}?like=${original.id}` : paths.dish(id);
            await navigate(next, { replace: true });
          }}
          footer={(saving) => <SaveBar saving={saving} label={t('edit.next')} />}
        />
      </EditCard>
    </EditFrame>
  );
}
