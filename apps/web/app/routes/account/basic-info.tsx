import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { BasicInfoForm } from '../../features/identity/account/basic-info-form.tsx';
import { ChangeEmail } from '../../features/identity/account/email-address.tsx';
import { KeptInvoiceDetails } from '../../features/orders/invoice/kept-invoice-details.tsx';
import { AccountSubPage, WithCurrentUser } from './account-sub-page.tsx';

export function Component() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('titles.basicInfo')}</PageTitle>
      <AccountSubPage title={t('titles.basicInfo')}>
        <WithCurrentUser>
          {(me) => (
            <div className="grid gap-6">
              <BasicInfoForm me={me} />
              <ChangeEmail me={me} />
              <KeptInvoiceDetails />
            </div>
          )}
        </WithCurrentUser>
      </AccountSubPage>
    </div>
  );
}
