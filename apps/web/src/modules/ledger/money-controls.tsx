import { type MovementKind, movementKinds, movementRoles } from '@wopack/contract/vocabulary';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../ui/date-field.tsx';
import { Select } from '../../ui/select.tsx';
import type { MoneyFilter } from './use-money-filter.ts';

/** What can move in a role. */
const kindsOf: Record<string, readonly MovementKind[]> = {
  buyer: ['purchase', 'refund'],
  seller: ['sale', 'reversal', 'partial_refund', 'payout', 'payout_returned'],
  partner: ['share', 'payout', 'payout_returned'],
};

interface Props {
  chosen: MoneyFilter;
  /** What the server says of the period. */
  problem?: string | undefined;
}

/** As whom, which kind, from when to when. */
export function MoneyControls({ chosen: { filter, set }, problem }: Props) {
  const { t } = useTranslation('money');
  const { role = '', kind = '', from = '', to = '' } = filter;
  const kinds = kindsOf[role] ?? movementKinds;
  return (
    <div className="grid grid-cols-2 gap-3">
      <Select
        look="pill"
        className="max-sm:col-span-2"
        label={t('role')}
        value={role}
        onChange={({ target }) => {
          const stays = !target.value || kindsOf[target.value]?.some((one) => one === kind);
          set({ role: target.value, ...(!stays && { kind: '' }) });
        }}
      >
        <option value="">{t('roles.all')}</option>
        {movementRoles.map((one) => (
          <option key={one} value={one}>
            {t(`roles.${one}`)}
          </option>
        ))}
      </Select>
      <Select
        look="pill"
        className="max-sm:col-span-2"
        label={t('kind')}
        value={kind}
        onChange={({ target }) => set({ kind: target.value })}
      >
        <option value="">{t('allKinds')}</option>
        {kinds.map((one) => (
          <option key={one} value={one}>
            {t(`kinds.${one}`)}
          </option>
        ))}
      </Select>
      <DateField
        look="search"
        label={t('from')}
        value={from}
        max={to || undefined}
        error={problem}
        inputClassName="h-12! font-semibold"
        onDay={(from) => set({ from })}
      />
      <DateField
        look="search"
        label={t('to')}
        value={to}
        min={from || undefined}
        inputClassName="h-12! font-semibold"
        onDay={(to) => set({ to })}
      />
    </div>
  );
}
