import { COMMISSION_CENTS, PARTNER_PERCENT } from '@wopack/domain';
import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { FieldError, getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { Switch } from '@wopack/ui/form/switch.tsx';
import { IconChevronDown, IconLogout } from '@wopack/ui/icons';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { applyTheme, type Theme } from '../../../lib/browser/theme.ts';
import type { Me } from '../../../lib/data/shared-queries.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { useStored } from '../../../lib/storage/storage.ts';
import { logOut } from '../identity.api.ts';
import { useUpdatePartnerRole, useUpdateSellerRole } from './account.api.ts';

/** Ends the session, clears everything stored on this device and opens the landing page. */
export function LogOutButton() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const [isLoggingOut, setLoggingOut] = useState(false);
  const handleLogOut = async () => {
    setLoggingOut(true);
    await logOut();
    await navigate(paths.landing, { replace: true });
  };
  return (
    <Button
      variant="soft"
      fullWidth
      loading={isLoggingOut}
      icon={<IconLogout />}
      onClick={() => void handleLogOut()}
    >
      {t('logOut')}
    </Button>
  );
}

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

export function ThemeSelect() {
  const { t } = useTranslation('account');
  const [storedTheme] = useStored('theme');
  return (
    <span className="relative -mr-2 inline-grid items-center">
      <select
        aria-label={t('theme')}
        value={storedTheme ?? 'system'}
        onChange={(event) => applyTheme(event.target.value as Theme)}
        className="h-11 appearance-none rounded-sm bg-transparent pr-8 pl-2 text-right font-medium text-muted"
      >
        {THEMES.map((theme) => (
          <option key={theme} value={theme} className="bg-raised text-text">
            {t(`themes.${theme}`)}
          </option>
        ))}
      </select>
      <IconChevronDown className="pointer-events-none absolute right-1.5 size-5 text-muted" />
    </span>
  );
}

interface SellerRoleProps {
  me: Me;
  /** Undefined while it is not known. */
  hasSalePlace: boolean | undefined;
}

export function SellerRoleSwitch({ me, hasSalePlace }: SellerRoleProps) {
  const { t } = useTranslation('account');
  const { formatMoney } = useFormat();
  const updateSellerRole = useUpdateSellerRole();
  const [isClosing, setClosing] = useState(false);
  return (
    <div className="min-w-0 flex-1">
      <Switch
        label={t('sellerRole.switch')}
        hint={t('sellerRole.hint', { price: formatMoney(COMMISSION_CENTS) })}
        checked={updateSellerRole.isPending ? updateSellerRole.variables : me.is_owner}
        disabled={updateSellerRole.isPending}
        onChange={(is_owner) =>
          !is_owner && hasSalePlace !== false ? setClosing(true) : updateSellerRole.mutate(is_owner)
        }
      />
      {updateSellerRole.error ? <FieldError>{getErrorMessage(updateSellerRole.error)}</FieldError> : null}
      {me.is_owner ? (
        <ButtonLink
          size="small"
          variant="brand"
          to={hasSalePlace ? paths.seller : paths.sellerQuickStart}
          className={cn('on-brand mt-1 mb-3', hasSalePlace === undefined && 'invisible')}
        >
          {t(hasSalePlace ? 'next.store' : 'next.register')}
        </ButtonLink>
      ) : (
        <Button
          size="small"
          variant="brand"
          loading={updateSellerRole.isPending}
          className="on-brand mt-1 mb-3"
          onClick={() => updateSellerRole.mutate(true)}
        >
          {t('sellerRole.enable')}
        </Button>
      )}
      {isClosing ? (
        <ConfirmDialog
          open
          onClose={() => setClosing(false)}
          title={t('sellerRole.closeTitle')}
          description={t('sellerRole.closeText')}
          confirmLabel={t('sellerRole.close')}
          cancelLabel={t('sellerRole.keep')}
          isDanger
          loading={updateSellerRole.isPending}
          onConfirm={() => updateSellerRole.mutate(false, { onSettled: () => setClosing(false) })}
        />
      ) : null}
    </div>
  );
}

export function PartnerRoleSwitch({ me }: { me: Me }) {
  const { t } = useTranslation('account');
  const { formatPercent } = useFormat();
  const updatePartnerRole = useUpdatePartnerRole();
  return (
    <div className="min-w-0 flex-1">
      <Switch
        label={t('affiliate.switch')}
        hint={t(me.is_partner ? 'affiliate.hintOn' : 'affiliate.hint', {
          percent: formatPercent(PARTNER_PERCENT),
        })}
        checked={updatePartnerRole.isPending ? updatePartnerRole.variables : me.is_partner}
        disabled={updatePartnerRole.isPending}
        onChange={(is_partner) => updatePartnerRole.mutate(is_partner)}
      />
      {updatePartnerRole.error ? <FieldError>{getErrorMessage(updatePartnerRole.error)}</FieldError> : null}
    </div>
  );
}
