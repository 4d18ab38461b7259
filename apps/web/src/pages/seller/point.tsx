import { useTranslation } from 'react-i18next';
import { useShell } from '../../lib/shell.tsx';
import { useMySalePlace } from '../../modules/sale-places/sale-places.api.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { EditBones } from './edit/edit-bones.tsx';
import { NewPoint, PointEditor } from './edit/point-editor.tsx';
import { useId } from './edit/with-id.ts';

/** A point: a new one, or one of the seller's to change, pause or remove. */
export default function Point() {
  const { t } = useTranslation(['seller', 'common']);
  useShell({ sunken: true });
  const id = useId();
  const place = useMySalePlace(id);
  const title = id === null ? t('edit.newPoint') : t('edit.point');
  return (
    <div className="gutter py-4 sm:py-7">
      <PageTitle>{t(id === null ? 'common:titles.creatingPoint' : 'common:titles.editingPoint')}</PageTitle>
      {id === null ? (
        <NewPoint />
      ) : place.data ? (
        <PointEditor key={id} place={place.data} />
      ) : (
        <EditBones title={title} query={place} />
      )}
    </div>
  );
}
