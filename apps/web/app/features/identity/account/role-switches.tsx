import { COMMISSION_CENTS, PARTNER_PERCENT } from '@wopack/domain';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { getErrorMessage } from '@wopack/ui/errors.ts';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { Switch } from '@wopack/ui/form/switch.tsx';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../lib/data/shared-queries.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { useUpdatePartnerRole, useUpdateSellerRole } from './account.api.ts';

interface SellerRoleProps {
  me: Me;
  /** Undefined while it is not known. */
  hasSalePlace: boolean | undefined;
}

export function SellerRoleSwitch({ me, hasSalePlace }: SellerRoleProps) {
  const { t } = useTranslation('account');
  const { formatMoney } = useFormat();
  const updateSellerRole = useUpdateSellerRole();
  return (
    <div className="min-w-0 flex-1">
      <Switch
        label={t('point.switch')}
        hint={t('point.hint', { price: formatMoney(COMMISSION_CENTS) })}
        checked={updateSellerRole.isPending ? updateSellerRole.variables : me.is_owner}
        disabled={updateSellerRole.isPending}
        onChange={(is_owner) => updateSellerRole.mutate(is_owner)}
      />
      {updateSellerRole.error ? <FieldError>{getErrorMessage(updateSellerRole.error)}</FieldError> : null}
      {me.is_owner ? (
        <ButtonLink
          size="small"
          variant="brand"
          to={hasSalePlace ? paths.seller : paths.sellerQuickStart}
          className={cn('on-brand mt-1 mb-3', hasSalePlace === undefined && 'invisible')}
        >
          {t(hasSalePlace ? 'next.store' : 'point.enable')}
        </ButtonLink>
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
