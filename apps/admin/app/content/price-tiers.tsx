import { centsFromEuros, maxOldPriceCents } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconPlus } from '@wopack/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useFormat, useRights } from '../lib/use-console.ts';
import { ActionDialog } from '../ui/forms.tsx';
import { ListPage } from '../ui/list-page.tsx';
import type { Column } from '../ui/list-rows.tsx';

type Tier = Row<'price_tiers'>;

/** An amount as it is typed, '3,99' or '3.99'; what is none becomes 0, which the server refuses with a message. */
const parseCents = (text: string): number => centsFromEuros(text.trim().replace(',', '.')) ?? 0;

export function OfferedState({ retiredAt }: { retiredAt: string | null }) {
  const { t } = useTranslation('admin');
  return (
    <Pill tone={retiredAt ? 'plain' : 'ok'}>{t(retiredAt ? 'offered.retired' : 'offered.offered')}</Pill>
  );
}

export function useOfferedFilter() {
  const { t } = useTranslation('admin');
  return {
    kind: 'choice' as const,
    name: 'state',
    label: t('orders.state'),
    options: (['offered', 'retired'] as const).map((value) => ({ value, label: t(`offered.${value}`) })),
  };
}

interface RowButtonsProps {
  name: string;
  isRetired: boolean;
  onChange: () => void;
  onRetire: () => void;
}

/** What can be done with a price or a type. */
export function RowButtons({ name, isRetired, onChange, onRetire }: RowButtonsProps) {
  const { t } = useTranslation('admin');
  const retireLabel = t(isRetired ? 'offered.restore' : 'offered.retire');
  return (
    <span className="inline-flex gap-2">
      <Button
        variant="ghost"
        size="small"
        aria-label={t('offered.actionOf', { action: t('offered.change'), name })}
        onClick={onChange}
      >
        {t('offered.change')}
      </Button>
      <Button
        variant="ghost"
        size="small"
        aria-label={t('offered.actionOf', { action: retireLabel, name })}
        onClick={onRetire}
      >
        {retireLabel}
      </Button>
    </span>
  );
}

/** The prices that sellers choose from. */
export default function PriceTiers() {
  const { t } = useTranslation('admin');
  const { formatMoney, formatAmount, formatInteger } = useFormat();
  const canManage = useRights()('prices.manage');
  const [isAdding, setAdding] = useState(false);
  const [changed, setChanged] = useState<Tier | null>(null);
  const [retired, setRetired] = useState<Tier | null>(null);
  const columns: Column<'price_tiers'>[] = [
    {
      key: 'price',
      head: t('catalogue.price'),
      sort: 'id',
      render: (row) => <span className="tabular-nums">{formatAmount(row.price_cents)}</span>,
    },
    {
      key: 'value',
      head: t('tiers.value'),
      isAmount: true,
      render: (row) => formatAmount(row.old_price_cents),
    },
    {
      key: 'earning',
      head: t('tiers.earning'),
      isAmount: true,
      render: (row) => formatAmount(row.earning_cents),
    },
    {
      key: 'products',
      head: t('menu.products'),
      isAmount: true,
      render: (row) => formatInteger(row.products),
    },
    ...(canManage
      ? [
          {
            key: 'actions',
            head: t('operators.manage'),
            render: (row: Tier) => (
              <RowButtons
                name={formatMoney(row.price_cents)}
                isRetired={row.retired_at !== null}
                onChange={() => setChanged(row)}
                onRetire={() => setRetired(row)}
              />
            ),
          },
        ]
      : []),
    { key: 'state', head: t('orders.state'), render: (row) => <OfferedState retiredAt={row.retired_at} /> },
  ];
  return (
    <>
      <ListPage
        resource="price_tiers"
        title={t('menu.price_tiers')}
        columns={columns}
        filters={[useOfferedFilter()]}
        sort={{ field: 'id', order: 'ASC' }}
        emptyText={t('tiers.empty')}
        actions={
          canManage ? (
            <Button
              variant="brand"
              size="small"
              icon={<IconPlus aria-hidden="true" />}
              onClick={() => setAdding(true)}
            >
              {t('tiers.add')}
            </Button>
          ) : null
        }
      />
      {isAdding || changed ? (
        <TierDialog
          tier={changed}
          onClose={() => {
            setAdding(false);
            setChanged(null);
          }}
        />
      ) : null}
      {retired ? <RetireDialog tier={retired} onClose={() => setRetired(null)} /> : null}
    </>
  );
}

/** Adds a price, or changes the value of one. */
function TierDialog({ tier, onClose }: { tier: Tier | null; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { formatMoney } = useFormat();
  const [price, setPrice] = useState('');
  const [value, setValue] = useState(tier ? String(tier.old_price_cents / 100) : '');
  const priceCents = tier?.price_cents ?? parseCents(price);
  return (
    <ActionDialog
      title={tier ? t('tiers.changeOf', { price: formatMoney(tier.price_cents) }) : t('tiers.add')}
      description={t('tiers.text')}
      confirmLabel={t(tier ? 'offered.change' : 'tiers.addConfirm')}
      reasonHint={t('operators.reasonHint')}
      fields={['price_cents', 'old_price_cents']}
      action={(reason) => {
        const old_price_cents = parseCents(value);
        return tier
          ? call('updatePriceTier', { params: { id: tier.id }, body: { old_price_cents, reason } })
          : call('createPriceTier', { body: { price_cents: priceCents, old_price_cents, reason } });
      }}
      done={t('saved')}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {tier ? null : (
            <TextField
              label={t('catalogue.price')}
              inputMode="decimal"
              autoComplete="off"
              required
              value={price}
              error={errorOf('price_cents')}
              onChange={({ target }) => setPrice(target.value)}
            />
          )}
          <TextField
            label={t('tiers.value')}
            hint={
              priceCents > 0
                ? t('tiers.valueHint', { limit: formatMoney(maxOldPriceCents(priceCents)) })
                : undefined
            }
            inputMode="decimal"
            autoComplete="off"
            required
            value={value}
            error={errorOf('old_price_cents')}
            onChange={({ target }) => setValue(target.value)}
          />
        </>
      )}
    </ActionDialog>
  );
}

function RetireDialog({ tier, onClose }: { tier: Tier; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { formatMoney } = useFormat();
  const params = { id: tier.id };
  const verb = t(tier.retired_at ? 'offered.restore' : 'offered.retire');
  return (
    <ActionDialog
      title={t('offered.actionOf', { action: verb, name: formatMoney(tier.price_cents) })}
      description={t(tier.retired_at ? 'offered.restoreText' : 'offered.retireText')}
      confirmLabel={verb}
      reasonHint={t('operators.reasonHint')}
      action={(reason): Promise<unknown> =>
        tier.retired_at
          ? call('restorePriceTier', { params, body: { reason } })
          : call('retirePriceTier', { params, body: { reason } })
      }
      done={t('saved')}
      onClose={onClose}
    />
  );
}
