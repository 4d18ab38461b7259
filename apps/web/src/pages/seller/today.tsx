import { useTranslation } from 'react-i18next';
import { useShell } from '../../lib/shell.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { DayBones } from './day/day-bones.tsx';
import { DayView } from './day/day-view.tsx';
import { WithPlace } from './with-place.tsx';

/** The seller's day at one venue. */
export default function Today() {
  const { t } = useTranslation();
  useShell({ sunken: true });
  return (
    <div className="gutter py-4 [--quiet-2:var(--surface)] sm:py-7">
      <PageTitle>{t('titles.seller')}</PageTitle>
      <WithPlace title={t('titles.seller')} loading={<DayBones />}>
        {(place, places) => <DayView place={place} places={places} />}
      </WithPlace>
    </div>
  );
}
