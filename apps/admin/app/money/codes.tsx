import { discountCodeStates, discountEffects } from '@wopack/contract/vocabulary';
import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { CODE_TONES, canStopCode } from '@wopack/ui/form/discount-code.ts';
import { IconPlus } from '@wopack/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useFormat, useRights } from '../lib/use-console.ts';
import { chooseFrom, usePeriodFilters } from '../ui/filter-bar.tsx';
import { ActionDialog } from '../ui/forms-and-actions.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { CodeDialog } from './code-dialog.tsx';

type Code = Row<'codes'>;

/** Codes of the operator and of businesses, with what was used of them. */
export default function Codes() {
  const { t } = useTranslation('admin');
  const { time, amount, count } = useColumns('codes');
  const { formatAmount, formatMoney, formatPercent, formatInteger } = useFormat();
  const hasRight = useRights();
  const period = usePeriodFilters();
  const [isAdding, setAdding] = useState(false);
  const [stopped, setStopped] = useState<Code | null>(null);
  const canManage = hasRight('codes.manage');
  const describe = ({ percent, amount_cents: cents, cap_cents: cap }: Code) => {
    const value = percent === null ? formatMoney(cents ?? 0) : formatPercent(percent / 100);
    return cap === null ? value : t('codes.capped', { value, cap: formatMoney(cap) });
  };
  const describeLimits = (code: Code) =>
    [
      code.is_first_order_only && t('codes.firstOrder'),
      code.minimum_cents > 0 && t('codes.from', { amount: formatMoney(code.minimum_cents) }),
      ...code.sale_places,
      ...code.types,
      code.addresses > 0 && t('codes.addressCount', { count: code.addresses }),
    ]
      .filter(Boolean)
      .join(', ') || '–';
  return (
    <>
      <ListPage
        resource="codes"
        title={t('menu.codes')}
        note={t('codes.note')}
        columns={[
          { key: 'code', head: t('codes.code'), render: (row) => <b className="font-mono">{row.code}</b> },
          { key: 'name', head: t('codes.name'), render: (row) => row.name },
          { key: 'payer', head: t('codes.payer'), render: (row) => row.payer?.name ?? t('codes.operator') },
          {
            key: 'effect',
            head: t('codes.effect'),
            render: (row) => `${t(`codes.effects.${row.effect}`)}: ${describe(row)}`,
          },
          { key: 'limits', head: t('codes.limits'), isOptional: true, render: describeLimits },
          time('starts', t('codes.starts'), (row) => row.starts_at),
          time('ends', t('codes.ends'), (row) => row.ends_at),
          {
            key: 'uses',
            head: t('codes.uses'),
            isAmount: true,
            render: (row) =>
              row.max_uses === null
                ? formatInteger(row.used_count)
                : `${formatInteger(row.used_count)} / ${formatInteger(row.max_uses)}`,
          },
          count('perPerson', t('codes.perPerson'), (row) => row.max_uses_per_user),
          amount('used', t('codes.used'), (row) => row.used_cents, {
            sum: (sums) => formatAmount(sums.used_cents),
          }),
          amount('returned', t('codes.returned'), (row) => row.returned_cents),
          {
            key: 'budget',
            head: t('codes.budget'),
            isAmount: true,
            isOptional: true,
            render: (row) => (row.budget_cents === null ? '–' : formatAmount(row.budget_cents)),
          },
          {
            key: 'stop',
            head: t('shared.manage'),
            render: (row) =>
              canManage && canStopCode(row.state) ? (
                <Button variant="ghost" size="small" onClick={() => setStopped(row)}>
                  {t('codes.stop')}
                </Button>
              ) : (
                '–'
              ),
          },
          {
            key: 'state',
            isState: true,
            head: t('shared.state'),
            render: ({ state }) => <Pill tone={CODE_TONES[state]}>{t(`codes.states.${state}`)}</Pill>,
          },
        ]}
        filters={[
          { name: 'q', kind: 'text', label: t('codes.search') },
          ...period,
          chooseFrom('state', t('shared.state'), discountCodeStates, (value) => t(`codes.states.${value}`)),
          chooseFrom('effect', t('codes.effect'), discountEffects, (value) => t(`codes.effects.${value}`)),
          chooseFrom('of_operator', t('codes.payer'), ['yes', 'no'], (value) =>
            t(value === 'yes' ? 'codes.operator' : 'codes.businesses'),
          ),
        ]}
        sort={{ field: 'id', order: 'DESC' }}
        emptyText={t('codes.empty')}
        actions={
          canManage ? (
            <Button variant="brand" size="small" icon={<IconPlus />} onClick={() => setAdding(true)}>
              {t('codes.add')}
            </Button>
          ) : null
        }
      />
      {isAdding ? <CodeDialog onClose={() => setAdding(false)} /> : null}
      {stopped ? (
        <ActionDialog
          about={null}
          title={t('codes.stopOf', { code: stopped.code })}
          description={t('codes.stopEffect')}
          confirmLabel={t('codes.stop')}
          isDanger
          reasonHint={t('refunds.reasonHint')}
          action={(reason) => call('stopAdminCode', { params: { id: stopped.id }, body: { reason } })}
          done={t('saved')}
          onClose={() => setStopped(null)}
        />
      ) : null}
    </>
  );
}
