import { discountCodeStates, discountEffects } from '@wopack/contract/vocabulary';
import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { Checkbox } from '@wopack/ui/form/checkbox.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { TextArea, TextField } from '@wopack/ui/form/text-field.tsx';
import { parseTypedCents } from '@wopack/ui/format.ts';
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

type Code = Row<'codes'>;
type Effect = Code['effect'];

const TONES = {
  planned: 'info',
  running: 'ok',
  used_up: 'warn',
  ended: 'plain',
  stopped: 'plain',
} as const satisfies Record<Code['state'], string>;

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
              canManage && ['planned', 'running', 'used_up'].includes(row.state) ? (
                <Button variant="ghost" size="small" onClick={() => setStopped(row)}>
                  {t('codes.stop')}
                </Button>
              ) : (
                '–'
              ),
          },
          {
            key: 'state',
            head: t('shared.state'),
            render: ({ state }) => <Pill tone={TONES[state]}>{t(`codes.states.${state}`)}</Pill>,
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

const EMPTY = {
  code: '',
  name: '',
  value: '',
  cap: '',
  starts_on: '',
  ends_on: '',
  credit_days: '',
  max_uses: '',
  max_uses_per_user: '1',
  minimum: '',
  budget: '',
  addresses: '',
};
type Draft = typeof EMPTY;

/** What is no amount becomes 0, which the server refuses with a message at the field. */
const readCents = (text: string): number | null => (text.trim() ? (parseTypedCents(text) ?? 0) : null);
const readNumber = (text: string): number | null =>
  text.trim() ? (/^\d{1,7}$/.test(text.trim()) ? Number(text) : 0) : null;

/** A code that the operator pays. */
function CodeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [effect, setEffect] = useState<Effect>('percent');
  const [isFirstOnly, setFirstOnly] = useState(false);
  const isPercent = effect === 'percent';
  const isCredit = effect === 'credit';
  return (
    <ActionDialog
      about={null}
      title={t('codes.add')}
      description={t('codes.addText')}
      confirmLabel={t('codes.addConfirm')}
      reasonHint={t('refunds.reasonHint')}
      fields={[
        ...['code', 'name', 'effect', 'percent', 'amount_cents', 'cap_cents', 'starts_on', 'ends_on'],
        ...['credit_days', 'max_uses', 'max_uses_per_user', 'minimum_cents', 'budget_cents', 'addresses'],
      ]}
      action={(reason) =>
        call('createAdminCode', {
          body: {
            code: draft.code,
            name: draft.name,
            effect,
            percent: isPercent ? (readNumber(draft.value) ?? 0) : null,
            amount_cents: isPercent ? null : (readCents(draft.value) ?? 0),
            cap_cents: isPercent ? readCents(draft.cap) : null,
            ...(draft.starts_on && { starts_on: draft.starts_on }),
            ends_on: draft.ends_on || null,
            credit_days: isCredit ? readNumber(draft.credit_days) : null,
            max_uses: readNumber(draft.max_uses),
            max_uses_per_user: readNumber(draft.max_uses_per_user) ?? 0,
            is_first_order_only: !isCredit && isFirstOnly,
            minimum_cents: isCredit ? 0 : (readCents(draft.minimum) ?? 0),
            budget_cents: readCents(draft.budget),
            addresses: draft.addresses,
            reason,
          },
        })
      }
      done={t('saved')}
      onClose={onClose}
    >
      {(errorOf) => {
        const field = (name: keyof Draft, errorName: string = name) => ({
          value: draft[name],
          error: errorOf(errorName),
          autoComplete: 'off',
          onChange: ({ target }: { target: { value: string } }) =>
            setDraft({ ...draft, [name]: target.value }),
        });
        return (
          <>
            <TextField {...field('code')} label={t('codes.code')} hint={t('codes.codeHint')} required />
            <TextField {...field('name')} label={t('codes.name')} hint={t('codes.nameHint')} required />
            <Select
              label={t('codes.effect')}
              value={effect}
              onChange={({ target }) => setEffect(target.value as Effect)}
            >
              {discountEffects.map((value) => (
                <option key={value} value={value}>
                  {t(`codes.effects.${value}`)}
                </option>
              ))}
            </Select>
            <TextField
              {...field('value', isPercent ? 'percent' : 'amount_cents')}
              label={t(isPercent ? 'codes.percent' : 'codes.amount')}
              inputMode={isPercent ? 'numeric' : 'decimal'}
              required
            />
            {isPercent ? (
              <TextField
                {...field('cap', 'cap_cents')}
                label={t('codes.cap')}
                hint={t('codes.optional')}
                inputMode="decimal"
              />
            ) : null}
            <TextField
              {...field('starts_on')}
              label={t('codes.startsOn')}
              hint={t('codes.startsHint')}
              type="date"
            />
            <TextField
              {...field('ends_on')}
              label={t('codes.endsOn')}
              hint={t('codes.optional')}
              type="date"
            />
            {isCredit ? (
              <TextField
                {...field('credit_days')}
                label={t('codes.creditDays')}
                hint={t('codes.creditDaysHint')}
                inputMode="numeric"
              />
            ) : null}
            <TextField
              {...field('max_uses')}
              label={t('codes.maxUses')}
              hint={t('codes.optional')}
              inputMode="numeric"
            />
            <TextField
              {...field('max_uses_per_user')}
              label={t('codes.perPerson')}
              inputMode="numeric"
              required
            />
            {isCredit ? null : (
              <TextField
                {...field('minimum', 'minimum_cents')}
                label={t('codes.minimum')}
                hint={t('codes.optional')}
                inputMode="decimal"
              />
            )}
            <TextField
              {...field('budget', 'budget_cents')}
              label={t('codes.budget')}
              hint={t('codes.budgetHint')}
              inputMode="decimal"
            />
            {isCredit ? null : (
              <Checkbox checked={isFirstOnly} onChange={({ target }) => setFirstOnly(target.checked)}>
                {t('codes.firstOrder')}
              </Checkbox>
            )}
            <TextArea
              {...field('addresses')}
              label={t('codes.addresses')}
              hint={t('codes.addressesHint')}
              rows={3}
            />
          </>
        );
      }}
    </ActionDialog>
  );
}
