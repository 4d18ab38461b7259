import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useShell } from '../../lib/shell.tsx';
import { useMyProduct } from '../../modules/products/products.api.ts';
import { useMySalePlaces } from '../../modules/sale-places/sale-places.api.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { DishEditor } from './edit/dish-editor.tsx';
import { EditBones } from './edit/edit-bones.tsx';
import { NewDish } from './edit/new-dish.tsx';
import { useId } from './edit/with-id.ts';

/** A pack: a new one, a copy of another, or one to change, pause or remove. */
export default function Dish() {
  const { t } = useTranslation(['seller', 'common']);
  useShell({ sunken: true });
  const id = useId();
  const [search] = useSearchParams();
  const asked = Number(search.get('copy'));
  const copyOf = id === null && Number.isInteger(asked) && asked > 0 ? asked : null;
  const pack = useMyProduct(id ?? copyOf);
  const places = useMySalePlaces();
  const title = id === null ? t('edit.newPack') : t('edit.pack');
  return (
    <div className="gutter py-4 sm:py-7">
      <PageTitle>{t(id === null ? 'common:titles.creatingDish' : 'common:titles.editingDish')}</PageTitle>
      {!places.data || (!pack.data && (id ?? copyOf) !== null) ? (
        <EditBones title={title} query={pack.error ? pack : places} />
      ) : id === null ? (
        <NewDish key={copyOf} original={copyOf === null ? null : pack.data!} places={places.data} />
      ) : (
        <DishEditor key={id} pack={pack.data!} places={places.data} />
      )}
    </div>
  );
}
