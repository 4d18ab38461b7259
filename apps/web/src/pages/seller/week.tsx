import { useTranslation } from 'react-i18next';
import { useShell } from '../../lib/shell.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { WeekBones } from './week/week-bones.tsx';
import { WeekView } from './week/week-view.tsx';
import { WithPlace } from './with-place.tsx';

/** The coming week of one venue. */
export default function Week() {
  const { t } = useTranslation();
  useShell({ sunken: true });
  return (
    <div className="gutter py-4 [--quiet-2:var(--surface)] sm:py-7">
      <PageTitle>{t('titles.sellerWeek')}</PageTitle>
      <WithPlace title={t('titles.sellerWeek')} loading={<WeekBones />}>
        {(place, places) => <WeekView key={place.id} place={place} places={places} />}
      </WithPlace>
    </div>
  );
}
