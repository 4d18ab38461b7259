import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { notify } from '../../ui/toast.ts';
import { CityCard } from './parts/city-card.tsx';
import { SubPage } from './parts/sub-page.tsx';
import { WithMe } from './parts/with-me.tsx';

/** Another city; then straight to its offers. */
export default function ChangeCity() {
  const { t } = useTranslation(['common', 'geo']);
  const navigate = useNavigate();
  const title = t('titles.changeCity');
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{title}</PageTitle>
      <SubPage title={title}>
        <WithMe>
          {(me) => (
            <CityCard
              me={me}
              onSaved={(city) => {
                notify(t('geo:city.saved', { city }));
                void navigate(paths.offers);
              }}
            />
          )}
        </WithMe>
      </SubPage>
    </div>
  );
}
