import { maxOldPriceCents } from '@wopack/domain';
import { AmountField } from '@wopack/ui/form/amount-field.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useFormat } from '../lib/use-console.ts';
import { ActionDialog } from '../ui/forms-and-actions.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { OfferedList } from './offered-list.tsx';

type Tier = Row<'price_tiers'>;

/** The prices that sellers choose from. */
export default function PriceTiers() {
  const { t } = useTranslation('admin');
  const { amount, count } = useColumns('price_tiers');
  const { formatMoney, formatAmount } = useFormat();
  return (
    <OfferedList
      resource="price_tiers"
      title={t('menu.price_tiers')}
      addLabel={t('tiers.add')}
      emptyText={t('tiers.empty')}
      nameRow={(row) => formatMoney(row.price_cents)}
      columns={[
        {
          key: 'price',
          head: t('shared.price'),
          sort: 'id',
          render: (row) => <span className="tabular-nums">{formatAmount(row.price_cents)}</span>,
        },
        amount('value', t('tiers.value'), (row) => row.old_price_cents),
        amount('earning', t('tiers.earning'), (row) => row.earning_cents),
        count('products', t('shared.products'), (row) => row.products),
      ]}
      renderDialog={(tier, onClose) => <TierDialog tier={tier} onClose={onClose} />}
      retire={(id, reason) => call('retirePriceTier', { params: { id }, body: { reason } })}
      restore={(id, reason) => call('restorePriceTier', { params: { id }, body: { reason } })}
    />
  );
}

/** Adds a price, or changes the value of one. */
function TierDialog({ tier, onClose }: { tier: Tier | null; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { formatMoney } = useFormat();
  const [price, setPrice] = useState<number | null>(tier?.price_cents ?? null);
  const [value, setValue] = useState<number | null>(tier?.old_price_cents ?? null);
  return (
    <ActionDialog
      about={null}
      title={tier ? t('tiers.changeOf', { price: formatMoney(tier.price_cents) }) : t('tiers.add')}
      description={t('tiers.text')}
      confirmLabel={t(tier ? 'offered.change' : 'tiers.addConfirm')}
      reasonHint={t('shared.reasonHint')}
      fields={['price_cents', 'old_price_cents']}
      action={(reason) => {
        const old_price_cents = value ?? 0;
        return tier
          ? call('updatePriceTier', { params: { id: tier.id }, body: { old_price_cents, reason } })
          : call('createPriceTier', { body: { price_cents: price ?? 0, old_price_cents, reason } });
      }}
      done={t('saved')}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {tier ? null : (
            <AmountField
              label={t('shared.price')}
              required
              cents={price}
              error={errorOf('price_cents')}
              onChange={setPrice}
            />
          )}
          <AmountField
            label={t('tiers.value')}
            hint={price ? t('tiers.valueHint', { limit: formatMoney(maxOldPriceCents(price)) }) : undefined}
            required
            cents={value}
            error={errorOf('old_price_cents')}
            onChange={setValue}
          />
        </>
      )}
    </ActionDialog>
  );
}
