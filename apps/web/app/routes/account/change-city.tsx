import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useNextPath } from '../../lib/session/next-path.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { CityCard } from './parts/account-cards.tsx';
import { AccountSubPage, WithCurrentUser } from './parts/account-sub-page.tsx';

/** Saves another city and returns to where the link was, else opens the city's offers. */
export function Component() {
  const { t } = useTranslation(['common', 'geo']);
  const navigate = useNavigate();
  const { next } = useNextPath();
  const title = t('titles.changeCity');
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{title}</PageTitle>
      <AccountSubPage title={title}>
        <WithCurrentUser>
          {(me) => (
            <CityCard
              me={me}
              onSaved={(city) => {
                showToast(t('geo:city.saved', { city }));
                void navigate(next ?? paths.offers, { replace: next !== null });
              }}
            />
          )}
        </WithCurrentUser>
      </AccountSubPage>
    </div>
  );
}
