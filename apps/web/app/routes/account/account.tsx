import { getFullName } from '@wopack/domain';
import { cn } from '@wopack/ui/cn.ts';
import { Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import {
  IconArrowRight,
  IconArrowsExchange,
  IconArrowsShuffle,
  IconArrowUpRight,
  IconBell,
  IconBuildingBank,
  IconBuildingStore,
  IconCreditCard,
  IconDevices,
  IconFileInvoice,
  IconHistory,
  IconLanguage,
  IconLeaf,
  IconLink,
  IconLock,
  IconMapPin,
  IconMoon,
  IconReceipt,
  IconReceiptEuro,
  IconSunHigh,
  IconUserCircle,
  IconWallet,
} from '@wopack/ui/icons';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { serverDate } from '@wopack/ui/server-clock.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Memberships } from '../../features/businesses/memberships.tsx';
import { LogOutButton, ThemeSelect } from '../../features/identity/account/account-settings.tsx';
import { AvatarUpload } from '../../features/identity/account/basic-info-form.tsx';
import { VerifyEmail } from '../../features/identity/account/email-address.tsx';
import { useHasSalePlace } from '../../features/sale-places/sale-places.api.ts';
import { useIsWideScreen } from '../../lib/browser/use-media-query.ts';
import { companyName, feedbackEmail } from '../../lib/company.ts';
import type { Me } from '../../lib/data/shared-queries.ts';
import { paths, policies, withNextPath } from '../../lib/paths.ts';
import { LanguageSwitcher } from '../../ui/language-picker.tsx';
import { ComplaintsLink, PolicyLink } from '../../ui/links.tsx';
import { Row, RowGroup, RowLink } from '../../ui/lists.tsx';
import { AccountCards, PersonalDataLinks, SellerRole } from './account-cards.tsx';
import { WithCurrentUser } from './account-sub-page.tsx';

/** Phones: rows that link to pages; from 576 px the same as cards, from 992 px in two columns. */
export function Component() {
  const { t } = useTranslation();
  const isWide = useIsWideScreen();
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('titles.account')}</PageTitle>
      <WithCurrentUser title={t('titles.account')}>
        {(me) => (
          <div className="grid max-w-[1080px] grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-8">
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <NextSteps me={me} />
              <AccountHeader me={me} />
              <VerifyEmail me={me} />
              <AccountLinks me={me} isNarrow={!isWide} />
              <Memberships />
              {isWide ? null : (
                <RowGroup>
                  <li className="flex items-start gap-3.5">
                    <IconBuildingStore className="mt-5 size-5 shrink-0" />
                    <SellerRole me={me} />
                  </li>
                </RowGroup>
              )}
              <DeviceSettings />
              {isWide ? null : <PersonalDataLinks />}
              <LegalGroup />
              <LogOutButton />
              {isWide ? null : <Imprint />}
            </div>
            {isWide ? <AccountCards me={me} /> : null}
          </div>
        )}
      </WithCurrentUser>
    </div>
  );
}

/** What somebody who has just arrived does next, by role. */
function NextSteps({ me }: { me: Me }) {
  const { t } = useTranslation('account');
  return (
    <nav aria-label={t('next.title')} className="grid gap-2.5">
      {me.is_owner ? <SellerNextStep /> : null}
      {me.is_partner ? (
        <NextStep to={paths.affiliate} title={t('next.partner')} text={t('next.partnerText')} />
      ) : null}
      {me.is_owner || me.is_partner ? null : me.city ? (
        <NextStep to={paths.offers} title={t('next.packs')} text={t('next.packsText')} />
      ) : (
        <NextStep
          to={withNextPath(paths.changeCity, paths.offers)}
          title={t('next.city')}
          text={t('next.cityText')}
        />
      )}
    </nav>
  );
}

function SellerNextStep() {
  const { t } = useTranslation('account');
  const hasSalePlace = useHasSalePlace(true);
  if (hasSalePlace === undefined) return <Skeleton className="h-21 rounded-lg!" />;
  return hasSalePlace ? (
    <NextStep to={paths.seller} title={t('next.store')} text={t('next.storeText')} />
  ) : (
    <NextStep to={paths.sellerQuickStart} title={t('next.register')} text={t('next.registerText')} />
  );
}

const NextStep = ({ to, title, text }: { to: string; title: string; text: string }) => (
  <Link
    to={to}
    className="on-brand flex min-h-21 items-center gap-3.5 rounded-lg bg-brand px-4 py-3 text-on-brand"
  >
    <span className="grid min-w-0 flex-1 gap-0.5">
      <b>{title}</b>
      <span className="text-sm text-pretty">{text}</span>
    </span>
    <IconArrowRight className="size-6 shrink-0" />
  </Link>
);

function AccountHeader({ me }: { me: Me }) {
  const name = getFullName(me.name, me.sname);
  return (
    <header className="flex flex-wrap items-center gap-4 pb-1">
      <AvatarUpload me={me} />
      <div className="min-w-0 flex-1 basis-40">
        <h1 className={cn('wrap-anywhere', name ? 'h1' : 'h3')}>{name || me.email}</h1>
        {name ? <p className="text-sm wrap-anywhere text-muted">{me.email}</p> : null}
      </div>
    </header>
  );
}

function Imprint() {
  const { t } = useTranslation();
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 text-xs text-muted">
      {t('footer.credit', { year: serverDate().getFullYear(), company: companyName })}
      <a href={`mailto:${feedbackEmail}`} className="link inline-flex min-h-11 items-center">
        {feedbackEmail}
      </a>
    </p>
  );
}

function LegalGroup() {
  const { t } = useTranslation();
  return (
    <RowGroup>
      {policies.map((policy) => (
        <li key={policy}>
          <PolicyLink policy={policy} className="flex min-h-12 items-center gap-3.5 rounded-xs py-1.5">
            <span className="min-w-0 flex-1">{t(`footer.${policy}`)}</span>
            <IconArrowUpRight className="size-5 shrink-0 text-muted" />
          </PolicyLink>
        </li>
      ))}
      <li className="empty:hidden">
        <ComplaintsLink className="flex min-h-12 items-center gap-3.5 rounded-xs py-1.5" />
      </li>
    </RowGroup>
  );
}

/** Sellers and partners have no history tab on phones, so it is listed here for them. */
function AccountLinks({ me, isNarrow }: { me: Me; isNarrow: boolean }) {
  const { t } = useTranslation(['account', 'common']);
  const isSellerOrPartner = me.is_owner || me.is_partner;
  return (
    <RowGroup>
      {isNarrow ? <RowLink icon={<IconSunHigh />} label={t('today')} to={paths.home} /> : null}
      {isNarrow ? (
        <RowLink icon={<IconUserCircle />} label={t('basicInfo.title')} to={paths.basicInfo} />
      ) : null}
      {isNarrow ? (
        <RowLink
          icon={<IconMapPin />}
          label={t('basicInfo.city')}
          value={me.city}
          to={withNextPath(paths.changeCity, paths.account)}
        />
      ) : null}
      {isSellerOrPartner && isNarrow ? (
        <RowLink
          icon={<IconFileInvoice />}
          label={t(me.is_owner ? 'business.title' : 'business.partnerTitle')}
          to={paths.business}
        />
      ) : null}
      {isSellerOrPartner ? (
        <RowLink icon={<IconHistory />} label={t('history')} to={paths.orderHistory} />
      ) : null}
      {isNarrow ? (
        <>
          <RowLink icon={<IconLock />} label={t('password.title')} to={paths.password} />
          <RowLink icon={<IconDevices />} label={t('devices.title')} to={paths.devices} />
        </>
      ) : null}
      <RowLink icon={<IconWallet />} label={t('credit')} to={paths.credit} />
      <RowLink icon={<IconCreditCard />} label={t('cards.title')} to={paths.savedCards} />
      {isNarrow || me.is_partner ? (
        <RowLink icon={<IconLink />} label={t('affiliate.title')} to={paths.affiliate} />
      ) : null}
      <RowLink icon={<IconArrowsExchange />} label={t('money.transactions')} to={paths.transactions} />
      {isSellerOrPartner ? (
        <RowLink icon={<IconBuildingBank />} label={t('money.payout')} to={paths.payout} />
      ) : null}
      {isSellerOrPartner || me.has_handed_over ? (
        <RowLink icon={<IconReceiptEuro />} label={t('money.statements')} to={paths.statements} />
      ) : null}
      <RowLink icon={<IconReceipt />} label={t('common:nav.impact')} to={paths.impact} />
      <RowLink icon={<IconLeaf />} label={t('food')} to={paths.food} />
      <RowLink icon={<IconArrowsShuffle />} label={t('entries')} to={paths.entries} />
      <RowLink icon={<IconBell />} label={t('notifications')} to={paths.notifications} />
    </RowGroup>
  );
}

function DeviceSettings() {
  const { t } = useTranslation('account');
  return (
    <RowGroup>
      <Row icon={<IconLanguage />} label={t('language')}>
        <LanguageSwitcher className="bg-page!" />
      </Row>
      <Row icon={<IconMoon />} label={t('theme')}>
        <ThemeSelect />
      </Row>
    </RowGroup>
  );
}
