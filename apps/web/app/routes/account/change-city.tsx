import { showToast } from '@wopack/ui/overlay/toast.ts';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CityForm } from '../../features/geo/city-form.tsx';
import { clearStoredPosition } from '../../lib/browser/position.ts';
import { paths, useNextPath } from '../../lib/paths.ts';
import { useStored } from '../../lib/storage/storage.ts';
import { CityCard } from './account-cards.tsx';
import { AccountSubPage, WithCurrentUser } from './account-sub-page.tsx';

/**
 * Saves another city and returns to where the link was, else opens the city's offers. Guests look around the city;
 * it is kept in the browser only.
 */
export function Component() {
  const { t } = useTranslation(['common', 'geo']);
  const navigate = useNavigate();
  const { next } = useNextPath();
  const [token] = useStored('token');
  const title = t('titles.changeCity');
  const backPath = next ?? paths.offers;
  const leave = () => void navigate(backPath, { replace: next !== null });
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{title}</PageTitle>
      <AccountSubPage title={title} closePath={token === null ? backPath : undefined}>
        {token === null ? (
          <CityForm
            saving={false}
            onSave={() => {
              clearStoredPosition();
              leave();
            }}
          >
            {t('geo:city.look')}
          </CityForm>
        ) : (
          <WithCurrentUser>
            {(me) => (
              <CityCard
                me={me}
                onSaved={(city) => {
                  showToast(t('geo:city.saved', { city }));
                  leave();
                }}
              />
            )}
          </WithCurrentUser>
        )}
      </AccountSubPage>
    </div>
  );
}
