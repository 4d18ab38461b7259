import { shareHundredths } from '@wopack/rules';
import { useTranslation } from 'react-i18next';
import { Stat } from '../../ui/stat.tsx';
import type { Client } from './affiliates.api.ts';
import { useShareFormat } from './use-share-format.ts';

interface Props {
  person: Client;
  /** In a column: two figures, the others in words. */
  narrow?: boolean;
}

/** One client or seller in figures. */
export function PersonStats({ person, narrow = false }: Props) {
  const { t } = useTranslation('partner');
  const format = useShareFormat();
  const last = person.last_order_at
    ? t('people.lastOrder', { day: format.shortDay(person.last_order_at) })
    : t('status.new');
  const quantity = (
    <Stat name={t('people.quantity')} note={last}>
      {person.quantity}
    </Stat>
  );
  const yours = (
    <Stat name={t('people.yours')} note={t('people.yoursNote', { share: format.exact(shareHundredths()) })}>
      {format.sum(person.yours_hundredths)}
    </Stat>
  );
  if (narrow) {
    return (
      <>
        <dl className="grid grid-cols-2 gap-3">
          {quantity}
          {yours}
        </dl>
        <p className="text-sm text-2">
          {t('people.total')}: {format.money(person.total_cents)} · {t('people.created')}{' '}
          {format.shortDay(person.created_at)}
        </p>
      </>
    );
  }
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-5">
      {quantity}
      <Stat name={t('people.total')} note={t('people.totalNote')}>
        {format.money(person.total_cents)}
      </Stat>
      {yours}
      <Stat name={t('people.created')} note={t(`status.${person.status}`)}>
        {format.shortDay(person.created_at)}
      </Stat>
    </dl>
  );
}
