import { COMMISSION_CENTS, PARTNER_PERCENT } from '@wopack/domain';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { IconFileDownload, IconTrash } from '@wopack/ui/icons';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CityForm } from '../../features/geo/city-form.tsx';
import { useUpdateCity } from '../../features/identity/account/account.api.ts';
import { DeleteAccount, ExportAccountButton } from '../../features/identity/account/account-data.tsx';
import { PartnerRoleSwitch, SellerRoleSwitch } from '../../features/identity/account/account-settings.tsx';
import { BasicInfoForm } from '../../features/identity/account/basic-info-form.tsx';
import { BusinessForm } from '../../features/identity/account/business-form.tsx';
import { ChangeEmail } from '../../features/identity/account/email-address.tsx';
import { DeviceList, LinkedAccounts } from '../../features/identity/account/sign-in-settings.tsx';
import { PasswordForm } from '../../features/identity/password/password-form.tsx';
import { KeptInvoiceDetails } from '../../features/orders/invoice/kept-invoice-details.tsx';
import { useHasSalePlace } from '../../features/sale-places/sale-places.api.ts';
import { clearStoredPosition } from '../../lib/browser/position.ts';
import type { Me } from '../../lib/data/shared-queries.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import { RowGroup, RowLink } from '../../ui/lists.tsx';

/** What phones show as separate pages. */
export function AccountCards({ me }: { me: Me }) {
  const { t } = useTranslation('account');
  const { formatPercent } = useFormat();
  return (
    <div className="grid gap-4 max-sm:hidden lg:gap-6">
      <AccountCard title={t('basicInfo.title')}>
        <BasicInfoForm me={me} />
        <ChangeEmail me={me} />
        <KeptInvoiceDetails />
      </AccountCard>
      <AccountCard title={t('basicInfo.city')}>
        <CityCard me={me} onSaved={() => showToast(t('basicInfo.saved'))} />
      </AccountCard>
      <AccountCard title={t('sellerRole.title')}>
        <SellerRoleText me={me} className="text-pretty text-muted" />
        <SellerRole me={me} />
      </AccountCard>
      <AccountCard title={t('affiliate.title')}>
        <p className="text-pretty text-muted">
          {t('affiliate.text', { percent: formatPercent(PARTNER_PERCENT) })}
        </p>
        <PartnerRoleSwitch me={me} />
        {me.is_partner ? (
          <ButtonLink
            size="small"
            variant="brand"
            to={paths.affiliate}
            className="on-brand justify-self-start"
          >
            {t('affiliate.open')}
          </ButtonLink>
        ) : null}
      </AccountCard>
      {me.is_owner || me.is_partner ? (
        <AccountCard title={t(me.is_owner ? 'business.title' : 'business.partnerTitle')}>
          <p className="text-pretty text-muted">{t('business.text')}</p>
          <BusinessForm />
        </AccountCard>
      ) : null}
      <AccountCard title={t('password.title')}>
        <PasswordForm me={me} />
        <LinkedAccounts />
      </AccountCard>
      <AccountCard title={t('devices.title')}>
        <DeviceList />
      </AccountCard>
      <AccountCard title={t('export.title')}>
        <ExportAccountButton />
      </AccountCard>
      <AccountCard title={t('deletion.title')}>
        <DeleteAccount me={me} />
      </AccountCard>
    </div>
  );
}

function AccountCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-lg bg-surface p-6 inset-ring inset-ring-line">
      <h2 id={id} className="h2">
        {title}
      </h2>
      {children}
    </section>
  );
}

export function CityCard({ me, onSaved }: { me: Me; onSaved: (city: string) => void }) {
  const { t } = useTranslation('geo');
  const updateCity = useUpdateCity();
  const { city, latitude, longitude } = me;
  const current =
    city && latitude !== null && longitude !== null ? { label: city, lat: latitude, lon: longitude } : null;
  return (
    <CityForm
      current={current}
      saving={updateCity.isPending}
      onSave={(selectedCity) =>
        updateCity.mutate(selectedCity, {
          onSuccess: ({ data }) => {
            if (!data.id) return;
            // The city replaces the stored position.
            clearStoredPosition();
            onSaved(selectedCity.label);
          },
          onError: showErrorToast,
        })
      }
    >
      {t('city.save')}
    </CityForm>
  );
}

/** The switch for selling, and for sellers the way to their next step. */
export const SellerRole = ({ me }: { me: Me }) => (
  <SellerRoleSwitch me={me} hasSalePlace={useHasSalePlace(me.is_owner)} />
);

/** What selling means, or the next step for sellers. */
export function SellerRoleText({ me, className }: { me: Me; className?: string }) {
  const { t } = useTranslation('account');
  const { formatMoney } = useFormat();
  const hasSalePlace = useHasSalePlace(me.is_owner);
  return (
    <p className={className}>
      {me.is_owner
        ? `${t('sellerRole.on')} ${hasSalePlace === false ? t('sellerRole.registerNext') : ''}`
        : t('sellerRole.text', { price: formatMoney(COMMISSION_CENTS) })}
    </p>
  );
}

/** Phones have rows for the last two cards. */
export function PersonalDataLinks() {
  const { t } = useTranslation('account');
  return (
    <RowGroup>
      <RowLink icon={<IconFileDownload />} label={t('export.title')} to={paths.exportAccount} />
      <RowLink icon={<IconTrash />} label={t('deletion.title')} to={paths.deleteAccount} />
    </RowGroup>
  );
}
