import { IconArrowsSort } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../../ui/form/select.tsx';

export type OfferSort = 'center' | 'me';

interface Props {
  value: OfferSort;
  onChange: (sort: OfferSort) => void;
  /** Beside the heading of a phone: words without a box. */
  plain?: boolean;
}

/** Nearest to the centre of the city, or to the person. */
export function SortSelect({ value, onChange, plain }: Props) {
  const { t } = useTranslation('offers');
  const handleChange = (sort: string) => onChange(sort === 'me' ? 'me' : 'center');
  const options = (
    <>
      <option value="center">{t('sortCenter')}</option>
      <option value="me">{t('sortMe')}</option>
    </>
  );
  if (plain) {
    return (
      <label className="relative -mr-1 inline-flex min-h-11 items-center">
        <span className="sr-only">{t('sort')}</span>
        <IconArrowsSort
          className="pointer-events-none absolute left-0 size-[18px]"
          aria-hidden="true"
          stroke={2}
        />
        <select
          value={value}
          onChange={(event) => handleChange(event.target.value)}
          className="min-h-11 appearance-none rounded-xs bg-transparent pr-1 pl-6 text-right text-sm font-semibold"
        >
          {options}
        </select>
      </label>
    );
  }
  return (
    <Select
      variant="pill"
      label={t('sort')}
      hideLabel
      icon={<IconArrowsSort />}
      value={value}
      onChange={(event) => handleChange(event.target.value)}
    >
      {options}
    </Select>
  );
}
