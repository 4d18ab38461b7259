import { type MovementKind, movementKinds, movementRoles } from '@wopack/contract/vocabulary';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../ui/form/date-field.tsx';
import { Select } from '../../ui/form/select.tsx';
import type { MovementFilterState } from './use-movement-filter.ts';

/** What can move in a role. */
const kindsByRole: Record<string, readonly MovementKind[]> = {
  buyer: ['purchase', 'refund'],
  seller: ['sale', 'reversal', 'partial_refund', 'payout', 'payout_returned'],
  partner: ['share', 'payout', 'payout_returned'],
};

interface Props {
  filterState: MovementFilterState;
  /** What the server says of the period. */
  periodError?: string | undefined;
}

/** As whom, which kind, from when to when. */
export function MovementFilters({ filterState: { filter, updateFilter }, periodError }: Props) {
  const { t } = useTranslation('money');
  const { role = '', kind = '', from = '', to = '' } = filter;
  const kinds = kindsByRole[role] ?? movementKinds;
  return (
    <div className="grid grid-cols-2 gap-3">
      <Select
        variant="pill"
        className="max-sm:col-span-2"
        label={t('role')}
        value={role}
        onChange={({ target }) => {
          const hasKind = !target.value || kindsByRole[target.value]?.some((one) => one === kind);
          updateFilter({ role: target.value, ...(!hasKind && { kind: '' }) });
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
        variant="pill"
        className="max-sm:col-span-2"
        label={t('kind')}
        value={kind}
        onChange={({ target }) => updateFilter({ kind: target.value })}
      >
        <option value="">{t('allKinds')}</option>
        {kinds.map((one) => (
          <option key={one} value={one}>
            {t(`kinds.${one}`)}
          </option>
        ))}
      </Select>
      <DateField
        variant="search"
        label={t('from')}
        value={from}
        max={to || undefined}
        error={periodError}
        inputClassName="h-12! font-semibold"
        onDateChange={(from) => updateFilter({ from })}
      />
      <DateField
        variant="search"
        label={t('to')}
        value={to}
        min={from || undefined}
        inputClassName="h-12! font-semibold"
        onDateChange={(to) => updateFilter({ to })}
      />
    </div>
  );
}
