import { shareHundredths } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { Stat } from '../../ui/display/stat.tsx';
import type { ReferredBuyer } from './affiliates.api.ts';
import { useShareFormat } from './use-share-format.ts';

interface Props {
  user: ReferredBuyer;
  /** One column: two figures, the others as text. */
  narrow?: boolean;
}

export function ReferredUserStats({ user, narrow = false }: Props) {
  const { t } = useTranslation('partner');
  const format = useShareFormat();
  const lastOrderNote = user.last_order_at
    ? t('people.lastOrder', { day: format.shortDay(user.last_order_at) })
    : t('status.new');
  const quantityStat = (
    <Stat name={t('people.quantity')} note={lastOrderNote}>
      {user.quantity}
    </Stat>
  );
  const sharesStat = (
    <Stat
      name={t('people.yours')}
      note={t('people.yoursNote', { share: format.exactShare(shareHundredths()) })}
    >
      {format.roundedShares(user.yours_hundredths)}
    </Stat>
  );
  if (narrow) {
    return (
      <>
        <dl className="grid grid-cols-2 gap-3">
          {quantityStat}
          {sharesStat}
        </dl>
        <p className="text-sm text-muted">
          {t('people.total')}: {format.money(user.total_cents)} · {t('people.created')}{' '}
          {format.shortDay(user.created_at)}
        </p>
      </>
    );
  }
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-5">
      {quantityStat}
      <Stat name={t('people.total')} note={t('people.totalNote')}>
        {format.money(user.total_cents)}
      </Stat>
      {sharesStat}
      <Stat name={t('people.created')} note={t(`status.${user.status}`)}>
        {format.shortDay(user.created_at)}
      </Stat>
    </dl>
  );
}
