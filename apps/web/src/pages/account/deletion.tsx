import { useTranslation } from 'react-i18next';
import { DeleteAccount } from '../../modules/identity/personal-data/delete-account.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SubPage } from './parts/sub-page.tsx';
import { WithMe } from './parts/with-me.tsx';

export default function Deletion() {
  const { t } = useTranslation('account');
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('deletion.title')}</PageTitle>
      <SubPage title={t('deletion.title')}>
        <WithMe>{(me) => <DeleteAccount me={me} />}</WithMe>
      </SubPage>
    </div>
  );
}
