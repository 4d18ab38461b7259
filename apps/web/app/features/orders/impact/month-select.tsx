import { addMonths, type Month } from '@wopack/domain';
import { Select } from '@wopack/ui/form/select.tsx';
import { getLocalDate } from '@wopack/ui/format.ts';
import { serverDate } from '@wopack/ui/server-clock.ts';
import { parseAsString, useQueryState } from 'nuqs';
import { useTranslation } from 'react-i18next';
import { useImpactFormat } from './impact-view.tsx';

const MONTHS_TO_CHOOSE = 12;

/** The last twelve, the present one first. */
export function listMonthChoices(timeZone?: string): Month[] {
  const present = getLocalDate(timeZone, serverDate()).slice(0, 7) as Month;
  return Array.from({ length: MONTHS_TO_CHOOSE }, (_, index) => addMonths(present, -index));
}

/** The month of the address; null: the present one, also for what is no month of the list. */
export function useImpactMonth(timeZone?: string) {
  const months = listMonthChoices(timeZone);
  const present = months[0]!;
  const [value, setMonth] = useQueryState('month', parseAsString);
  const month = months.find((one) => one === value && one !== present) ?? null;
  return { month, months, choose: (next: string) => void setMonth(next === present ? null : next) };
}

export function MonthSelect({ month, months, choose }: ReturnType<typeof useImpactMonth>) {
  const { t } = useTranslation('impact');
  const { formatMonth } = useImpactFormat();
  return (
    <Select
      label={t('month')}
      hideLabel
      variant="pill"
      value={month ?? months[0]}
      onChange={({ target }) => choose(target.value)}
      className="max-w-full"
    >
      {months.map((name) => (
        <option key={name} value={name}>
          {formatMonth(name)}
        </option>
      ))}
    </Select>
  );
}
