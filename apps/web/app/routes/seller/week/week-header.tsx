import { IconBeach, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { addDays } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { formatDateRange } from '../../../features/products/seller-week/seller-week.api.ts';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SalePlacePicker } from '../sale-place-picker.tsx';

/** Closed days can be planned about a year ahead. */
const MAX_DAYS_AHEAD = 364;

interface Props {
  salePlace: SalePlace;
  salePlaces: readonly SalePlace[];
  from: string;
  today: string;
  onFromChange: (date: string | null) => void;
  onOpenHolidays: () => void;
}

/** Sale place, week and holidays. */
export function WeekHeader({ salePlace, salePlaces, from, today, onFromChange, onOpenHolidays }: Props) {
  const { t, i18n } = useTranslation('week');
  const previousFrom = addDays(from, -7);
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="d2">{t('title')}</h1>
        <p className="mt-1 text-muted">
          {formatDateRange(from, addDays(from, 6), i18n.language)} · {salePlace.name}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
        <SalePlacePicker
          salePlace={salePlace}
          salePlaces={salePlaces}
          className="min-w-0 max-sm:w-full sm:max-w-64"
        />
        <span className="flex items-center gap-1">
          <IconButton
            variant="flat"
            label={t('earlier')}
            disabled={from <= today}
            onClick={() => onFromChange(previousFrom <= today ? null : previousFrom)}
            className="disabled:opacity-40"
          >
            <IconChevronLeft aria-hidden="true" />
          </IconButton>
          {from === today ? null : (
            <Button variant="soft" size="small" onClick={() => onFromChange(null)}>
              {t('today')}
            </Button>
          )}
          <IconButton
            variant="flat"
            label={t('later')}
            disabled={from >= addDays(today, MAX_DAYS_AHEAD)}
            onClick={() => onFromChange(addDays(from, 7))}
            className="disabled:opacity-40"
          >
            <IconChevronRight aria-hidden="true" />
          </IconButton>
        </span>
        <Button variant="soft" size="small" icon={<IconBeach aria-hidden="true" />} onClick={onOpenHolidays}>
          {t('holidays.title')}
        </Button>
      </div>
    </header>
  );
}
