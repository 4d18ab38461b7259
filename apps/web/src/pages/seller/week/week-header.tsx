import { IconBeach, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { addDays, formatDateRange } from '../../../modules/products/seller-week/week-dates.ts';
import type { SalePlace } from '../../../modules/sale-places/sale-places.api.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PlacePicker } from '../place-picker.tsx';

/** Closing days are planned about a year ahead. */
const FARTHEST_DAYS = 364;

interface Props {
  place: SalePlace;
  places: readonly SalePlace[];
  from: string;
  today: string;
  onFrom: (date: string | null) => void;
  onHolidays: () => void;
}

/** Which venue, which seven days, and its holidays. */
export function WeekHeader({ place, places, from, today, onFrom, onHolidays }: Props) {
  const { t, i18n } = useTranslation('week');
  const back = addDays(from, -7);
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="d2">{t('title')}</h1>
        <p className="mt-1 text-2">
          {formatDateRange(from, addDays(from, 6), i18n.language)} · {place.name}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
        <PlacePicker place={place} places={places} className="min-w-0 max-sm:w-full sm:max-w-64" />
        <span className="flex items-center gap-1">
          <IconButton
            look="flat"
            label={t('earlier')}
            disabled={from <= today}
            onClick={() => onFrom(back <= today ? null : back)}
            className="disabled:opacity-40"
          >
            <IconChevronLeft aria-hidden="true" />
          </IconButton>
          {from === today ? null : (
            <Button look="soft" small onClick={() => onFrom(null)}>
              {t('today')}
            </Button>
          )}
          <IconButton
            look="flat"
            label={t('later')}
            disabled={from >= addDays(today, FARTHEST_DAYS)}
            onClick={() => onFrom(addDays(from, 7))}
            className="disabled:opacity-40"
          >
            <IconChevronRight aria-hidden="true" />
          </IconButton>
        </span>
        <Button look="soft" small icon={<IconBeach aria-hidden="true" />} onClick={onHolidays}>
          {t('holidays.title')}
        </Button>
      </div>
    </header>
  );
}
