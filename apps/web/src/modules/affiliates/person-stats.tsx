import { useTranslation } from 'react-i18next';
import { cx } from '../../lib/cx.ts';
import { Stat } from '../../ui/stat.tsx';
import type { Client } from './affiliates.api.ts';
import { useShareFormat } from './use-share-format.ts';

/** One client or seller in figures. */
export function PersonStats({ person, narrow = false }: { person: Client; narrow?: boolean }) {
  const { t } = useTranslation('partner');
  const format = useShareFormat();
  return (
    <dl className={cx('grid grid-cols-2 gap-3', !narrow && 'lg:grid-cols-4 lg:gap-5')}>
      <Stat
        name={t('people.quantity')}
        note={
          person.last_order_at
            ? t('people.lastOrder', { day: format.shortDay(person.last_order_at) })
            : t('status.new')
        }
      >
        {person.quantity}
      </Stat>
      <Stat name={t('people.total')} note={t('people.totalNote')}>
        {format.money(person.total_cents)}
      </Stat>
      <Stat name={t('people.yours')} note={t('people.yoursNote', { share: format.exact(1935) })}>
        {format.sum(person.yours_hundredths)}
      </Stat>
      <Stat name={t('people.created')} note={t(`status.${person.status}`)}>
        {format.shortDay(person.created_at)}
      </Stat>
    </dl>
  );
}
