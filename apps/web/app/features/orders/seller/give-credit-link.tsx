import { TextLink } from '@wopack/ui/button.tsx';
import { useTranslation } from 'react-i18next';
import { useMemberRights } from '../../../lib/data/shared-queries.ts';
import { paths } from '../../../lib/paths.ts';
import type { SellerOrder } from '../seller-orders.api.ts';

/** To the form that gives the buyer of a past order credit; nothing where there is none to give, or no right to it. */
export function GiveCreditLink({ order: { id, client, state } }: { order: SellerOrder }) {
  const { t } = useTranslation('seller');
  const { can } = useMemberRights();
  if ((state !== 'collected' && state !== 'not_collected') || !can('money.manage')) return null;
  return (
    <TextLink
      className="justify-self-start text-sm print:hidden"
      to={`${paths.discountCodes}?order=${id}`}
      aria-label={t('orders.giveCreditTo', { client, id })}
    >
      {t('orders.giveCredit')}
    </TextLink>
  );
}
