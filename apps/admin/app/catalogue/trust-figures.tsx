import type { Reply } from '@wopack/contract/client';
import { countAnswers, getPromisedShare, MIN_COUNTED_ORDERS, MIN_VALUE_ANSWERS } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/use-console.ts';
import { Fact, Facts, Panel } from '../ui/panels.tsx';

type AdminSalePlace = Reply<'getAdminSalePlace'>['data'];
type ValueAnswers = AdminSalePlace['value_answers'];
type Reliability = AdminSalePlace['reliability'];

/** Numbers of people and orders, with what they are of; null without any. */
export function useTrustWords() {
  const { t } = useTranslation('admin');
  const { formatInteger, formatPercent } = useFormat();
  return {
    promised(value: ValueAnswers) {
      const answers = countAnswers(value);
      const got = formatInteger(answers - value.less);
      const share = answers === 0 ? '' : formatPercent(getPromisedShare(value));
      return answers === 0 ? null : t('trust.promisedOf', { got, answers: formatInteger(answers), share });
    },
    kept: ({ kept, orders }: Reliability) =>
      orders === 0 ? null : t('trust.keptOf', { kept: formatInteger(kept), orders: formatInteger(orders) }),
  };
}

interface Props {
  value: ValueAnswers;
  reliability: Reliability;
  /** The figure of orders is that of the product's sale place. */
  isOfProduct?: boolean;
}

/** Whether packs were worth their value and orders are kept, also where buyers do not see it yet. */
export function TrustFigures({ value, reliability, isOfProduct = false }: Props) {
  const { t } = useTranslation('admin');
  const { formatDateTime, formatInteger } = useFormat();
  const words = useTrustWords();
  const { more, about, less, days } = value;
  const answers = countAnswers(value);
  const { orders, kept, cancelled, last_cancelled_at: lastAt, last_cancelled: when } = reliability;
  return (
    <Panel title={t('trust.title')}>
      <Facts>
        <Fact name={t('trust.promised', { days })}>{words.promised(value) ?? t('trust.noAnswers')}</Fact>
        {answers > 0 ? (
          <Fact name={t('trust.answers')}>
            {t('trust.said', {
              more: formatInteger(more),
              about: formatInteger(about),
              less: formatInteger(less),
            })}
          </Fact>
        ) : null}
        <Fact name={t(isOfProduct ? 'trust.keptByPlace' : 'trust.kept')}>
          {words.kept(reliability) ?? t('trust.noOrders')}
        </Fact>
        {orders > 0 ? (
          <Fact name={t('trust.cancelled')}>
            {cancelled === 0
              ? formatInteger(cancelled)
              : t('trust.counted', {
                  cancelled: formatInteger(cancelled),
                  lost: formatInteger(orders - kept),
                })}
          </Fact>
        ) : null}
        {lastAt !== null && when !== null ? (
          <Fact name={t('trust.lastCancelled')}>
            {formatDateTime(lastAt)}, {t(`trust.when.${when}`)}
          </Fact>
        ) : null}
      </Facts>
      {answers < MIN_VALUE_ANSWERS || orders < MIN_COUNTED_ORDERS ? (
        <p className="text-sm text-muted">{t('trust.notShown')}</p>
      ) : null}
    </Panel>
  );
}
