import { productTypeIcons } from '@wopack/contract/vocabulary';
import { centsFromEuros, maxOldPriceCents } from '@wopack/domain';
import { ChoiceTile, ChoiceTiles } from '@wopack/ui/form/choice.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { getFoodIconUrl } from '@wopack/ui/images/food-icon-url.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useFormat } from '../lib/use-console.ts';
import { ActionDialog } from '../ui/forms.tsx';
import { OfferedList } from './offered-list.tsx';

type Tier = Row<'price_tiers'>;

/** An amount as it is typed, '3,99' or '3.99'; what is none becomes 0, which the server refuses with a message. */
const parseCents = (text: string): number => centsFromEuros(text.trim().replace(',', '.')) ?? 0;

/** The prices that sellers choose from. */
export function PriceTiers() {
  const { t } = useTranslation('admin');
  const { formatMoney, formatAmount, formatInteger } = useFormat();
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

type ProductType = Row<'product_types'>;
type Language = 'pt' | 'en' | 'ru';
const LANGUAGES: readonly Language[] = ['pt', 'en', 'ru'];

export const TypeIcon = ({ icon }: { icon: string }) => (
  <img src={getFoodIconUrl(icon)} alt="" width={96} height={96} className="size-7 shrink-0" />
);

/** The name in the console's language. */
export function useTypeName(): (type: ProductType) => string {
  const { i18n } = useTranslation('admin');
  const language = LANGUAGES.find((candidate) => candidate === i18n.language) ?? 'en';
  return (type) => type[`name_${language}`];
}

/** What sellers choose from when they say what is in a pack. */
export function ProductTypes() {
  const { t } = useTranslation('admin');
  const { formatInteger } = useFormat();
  const nameType = useTypeName();
  return (
    <OfferedList
      resource="product_types"
      title={t('menu.product_types')}
      addLabel={t('types.add')}
      emptyText={t('types.empty')}
      nameRow={nameType}
      columns={[
        {
          key: 'name',
          head: t('types.type'),
          sort: 'id',
          render: (row) => (
            <span className="inline-flex items-center gap-2.5">
              <TypeIcon icon={row.icon} />
              {nameType(row)}
            </span>
          ),
        },
        ...LANGUAGES.map((language) => ({
          key: language,
          head: t(`types.names.${language}`),
          render: (row: ProductType) => row[`name_${language}`],
        })),
        {
          key: 'products',
          head: t('menu.products'),
          isAmount: true,
          render: (row) => formatInteger(row.products),
        },
      ]}
      filters={[{ kind: 'text', name: 'q', label: t('catalogue.search') }]}
      renderDialog={(type, onClose) => <TypeDialog type={type} onClose={onClose} />}
      retire={(id, reason) => call('retireProductType', { params: { id }, body: { reason } })}
      restore={(id, reason) => call('restoreProductType', { params: { id }, body: { reason } })}
    />
  );
}

/** Adds a type, or changes names and icon of one. */
function TypeDialog({ type, onClose }: { type: ProductType | null; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const nameType = useTypeName();
  const [names, setNames] = useState({
    name_pt: type?.name_pt ?? '',
    name_en: type?.name_en ?? '',
    name_ru: type?.name_ru ?? '',
  });
  const [icon, setIcon] = useState<ProductType['icon']>(type?.icon ?? 'bread');
  return (
    <ActionDialog
      title={
        type ? t('offered.actionOf', { action: t('offered.change'), name: nameType(type) }) : t('types.add')
      }
      description={t('types.text')}
      confirmLabel={t(type ? 'offered.change' : 'types.addConfirm')}
      reasonHint={t('operators.reasonHint')}
      fields={['name_pt', 'name_en', 'name_ru', 'icon']}
      action={(reason): Promise<unknown> => {
        const body = { ...names, icon, reason };
        return type
          ? call('updateProductType', { params: { id: type.id }, body })
          : call('createProductType', { body });
      }}
      done={t('saved')}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {LANGUAGES.map((language) => (
            <TextField
              key={language}
              label={t(`types.names.${language}`)}
              lang={language}
              required
              maxLength={40}
              autoComplete="off"
              value={names[`name_${language}`]}
              error={errorOf(`name_${language}`)}
              onChange={({ target }) => setNames({ ...names, [`name_${language}`]: target.value })}
            />
          ))}
          <ChoiceTiles
            legend={t('types.icon')}
            value={icon}
            onChange={setIcon}
            className="grid-cols-[repeat(auto-fill,minmax(52px,1fr))]"
            error={errorOf('icon')}
          >
            {productTypeIcons.map((name) => (
              <ChoiceTile key={name} value={name} className="min-h-13 p-1.5">
                <span className="sr-only">{t(`types.icons.${name}`)}</span>
                <TypeIcon icon={name} />
              </ChoiceTile>
            ))}
          </ChoiceTiles>
        </>
      )}
    </ActionDialog>
  );
}
