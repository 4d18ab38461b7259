import { PARTNER_PERCENT } from '@wopack/rules';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../lib/problems.ts';
import { FieldError } from '../../ui/field-frame.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { Me } from './identity.api.ts';
import { useSaveAffiliate } from './save-me.api.ts';

/** The partner role on or off, at once. */
export function PartnerSwitch({ me }: { me: Me }) {
  const { t } = useTranslation('account');
  const save = useSaveAffiliate();
  return (
    <div className="min-w-0 flex-1">
      <Switch
        label={t('affiliate.switch')}
        hint={t(me.is_partner ? 'affiliate.hintOn' : 'affiliate.hint', { percent: PARTNER_PERCENT })}
        checked={save.isPending ? save.variables : me.is_partner}
        disabled={save.isPending}
        onChange={(is_partner) => save.mutate(is_partner)}
      />
      {save.error ? <FieldError>{problemText(save.error)}</FieldError> : null}
    </div>
  );
}
