import { COMMISSION_CENTS } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../features/identity/identity.api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';

/** What selling means, or what comes next for whoever has begun. */
export function SellerRoleText({ me, className }: { me: Me; className?: string }) {
  const { t } = useTranslation('account');
  const { formatMoney } = useFormat();
  return (
    <p className={className}>
      {me.is_owner ? t('point.on') : t('point.text', { price: formatMoney(COMMISSION_CENTS) })}
    </p>
  );
}
