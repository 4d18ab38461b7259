import { PARTNER_PERCENT } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { getErrorMessage } from '../../../lib/api/errors.ts';
import { FieldError } from '../../../ui/form/form-field.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import type { Me } from '../identity.api.ts';
import { useUpdatePartnerRole } from './profile.api.ts';

/** The partner role on or off, at once. */
export function PartnerRoleSwitch({ me }: { me: Me }) {
  const { t } = useTranslation('account');
  const updatePartnerRole = useUpdatePartnerRole();
  return (
    <div className="min-w-0 flex-1">
      <Switch
        label={t('affiliate.switch')}
        hint={t(me.is_partner ? 'affiliate.hintOn' : 'affiliate.hint', { percent: PARTNER_PERCENT })}
        checked={updatePartnerRole.isPending ? updatePartnerRole.variables : me.is_partner}
        disabled={updatePartnerRole.isPending}
        onChange={(is_partner) => updatePartnerRole.mutate(is_partner)}
      />
      {updatePartnerRole.error ? <FieldError>{getErrorMessage(updatePartnerRole.error)}</FieldError> : null}
    </div>
  );
}
