import {
  IconArrowsExchange,
  IconArrowsShuffle,
  IconBell,
  IconBuildingBank,
  IconDevices,
  IconFileDownload,
  IconFileInvoice,
  IconHistory,
  IconLanguage,
  IconLink,
  IconLock,
  IconMapPin,
  IconMoon,
  IconReceiptEuro,
  IconSunHigh,
  IconTrash,
  IconUserCircle,
} from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { ThemeSelect } from '../../../features/identity/account/account-settings.tsx';
import { getAccountCity, type Me, useCityName } from '../../../lib/data/shared-queries.ts';
import { paths, withNextPath } from '../../../lib/paths.ts';
import { Row, RowGroup, RowLink } from '../../../ui/display/row-group.tsx';
import { LanguageSwitcher } from '../../../ui/language-picker.tsx';

/** Sellers and partners have no history tab on phones, so it is listed here for them. */
export function AccountLinks({ me, isNarrow }: { me: Me; isNarrow: boolean }) {
  const { t } = useTranslation('account');
  const isSellerOrPartner = me.is_owner || me.is_partner;
  const cityName = useCityName(getAccountCity(me));
  return (
    <RowGroup>
      {isNarrow ? (
        <RowLink icon={<IconSunHigh aria-hidden="true" />} label={t('today')} to={paths.main} />
      ) : null}
      {isNarrow ? (
        <RowLink
          icon={<IconUserCircle aria-hidden="true" />}
          label={t('basicInfo.title')}
          to={paths.basicInfo}
        />
      ) : null}
      {isNarrow ? (
        <RowLink
          icon={<IconMapPin aria-hidden="true" />}
          label={t('basicInfo.city')}
          value={cityName || me.city}
          to={withNextPath(paths.changeCity, paths.account)}
        />
      ) : null}
      {isSellerOrPartner && isNarrow ? (
        <RowLink
          icon={<IconFileInvoice aria-hidden="true" />}
          label={t('business.title')}
          to={paths.business}
        />
      ) : null}
      {isSellerOrPartner ? (
        <RowLink icon={<IconHistory aria-hidden="true" />} label={t('history')} to={paths.orderHistory} />
      ) : null}
      {isNarrow ? (
        <>
          <RowLink icon={<IconLock aria-hidden="true" />} label={t('password.title')} to={paths.password} />
          <RowLink icon={<IconDevices aria-hidden="true" />} label={t('devices.title')} to={paths.devices} />
        </>
      ) : null}
      {isNarrow || me.is_partner ? (
        <RowLink icon={<IconLink aria-hidden="true" />} label={t('affiliate.title')} to={paths.affiliate} />
      ) : null}
      <RowLink
        icon={<IconArrowsExchange aria-hidden="true" />}
        label={t('money.transactions')}
        to={paths.transactions}
      />
      {isSellerOrPartner ? (
        <>
          <RowLink
            icon={<IconBuildingBank aria-hidden="true" />}
            label={t('money.payout')}
            to={paths.payout}
          />
          <RowLink
            icon={<IconReceiptEuro aria-hidden="true" />}
            label={t('money.statements')}
            to={paths.statements}
          />
        </>
      ) : null}
      <RowLink icon={<IconArrowsShuffle aria-hidden="true" />} label={t('entries')} to={paths.entries} />
      <RowLink icon={<IconBell aria-hidden="true" />} label={t('notifications')} to={paths.notifications} />
    </RowGroup>
  );
}

export function DeviceSettings() {
  const { t } = useTranslation('account');
  return (
    <RowGroup>
      <Row icon={<IconLanguage aria-hidden="true" />} label={t('language')}>
        <LanguageSwitcher className="bg-page!" />
      </Row>
      <Row icon={<IconMoon aria-hidden="true" />} label={t('theme')}>
        <ThemeSelect />
      </Row>
    </RowGroup>
  );
}

export function PersonalDataLinks() {
  const { t } = useTranslation('account');
  return (
    <RowGroup>
      <RowLink
        icon={<IconFileDownload aria-hidden="true" />}
        label={t('export.title')}
        to={paths.exportAccount}
      />
      <RowLink icon={<IconTrash aria-hidden="true" />} label={t('deletion.title')} to={paths.deleteAccount} />
    </RowGroup>
  );
}
