import { useTranslation } from 'react-i18next';
import { SellerRoleSwitch } from '../../modules/identity/account/seller-role-switch.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PointText } from './parts/point-text.tsx';
import { SubPage } from './parts/sub-page.tsx';
import { WithMe } from './parts/with-me.tsx';

export default function Point() {
  const { t } = useTranslation(['account', 'common']);
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('common:titles.point')}</PageTitle>
      <SubPage title={t('point.title')}>
        <WithMe>
          {(me) => (
            <>
              <PointText me={me} className="mb-4 text-pretty text-2" />
              <div className="rounded-lg bg-quiet-2 px-4">
                <SellerRoleSwitch me={me} />
              </div>
            </>
          )}
        </WithMe>
      </SubPage>
    </div>
  );
}
