import { IconCalendar, IconPrinter } from '@tabler/icons-react';
import { useQueryState } from 'nuqs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { inAddress, parseAsDay } from '../../../lib/address-filters.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useToday } from '../../../lib/use-now.ts';
import { OrderSoundSwitch } from '../../../modules/orders/live/order-sound-switch.tsx';
import type { SalePlace } from '../../../modules/sale-places/sale-places.api.ts';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { PlacePicker } from '../place-picker.tsx';
import { DayOrders } from './day-orders.tsx';
import { OtherOrders } from './other-orders.tsx';
import { Reports } from './reports.tsx';
import { isView, ViewTabs } from './view-tabs.tsx';
import { WhichPlaces } from './which-places.tsx';

interface Props {
  place: SalePlace;
  places: readonly SalePlace[];
}

/** Orders of the day, ahead and behind, and what buyers reported. View and date stand in the address. */
export function OrdersView({ place, places }: Props) {
  const { t } = useTranslation('seller');
  const { day } = useFormat();
  const [search] = useSearchParams();
  const asked = search.get('view');
  const view = isView(asked) ? asked : 'today';
  const today = useToday(place.time_zone);
  const [picked, setPicked] = useQueryState('date', parseAsDay.withOptions(inAddress));
  const [everywhere, setEverywhere] = useState(false);
  const date = picked ?? today;
  const placeId = everywhere ? null : place.id;
  const title =
    view !== 'today'
      ? t(`orders.titles.${view}`)
      : date === today
        ? t('orders.today')
        : t('orders.on', { day: day(`${date}T12:00:00Z`, 'UTC') });
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 print:hidden">
        <h1 className="d2">{title}</h1>
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          {view === 'today' ? (
            <>
              <PlacePicker place={place} places={places} className="min-w-0 max-sm:flex-1 sm:max-w-64" />
              <DateField
                label={t('orders.date')}
                hideLabel
                look="search"
                icon={<IconCalendar />}
                value={date}
                required
                onDay={(day) => void setPicked(day)}
                inputClassName="h-12! font-semibold"
                className="max-sm:flex-1"
              />
            </>
          ) : (
            <WhichPlaces place={place} places={places} everywhere={everywhere} onEverywhere={setEverywhere} />
          )}
        </div>
      </div>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <ViewTabs view={view === 'today' && date !== today ? null : view} />
        <div className="flex flex-wrap gap-2">
          <OrderSoundSwitch />
          <Button look="soft" small icon={<IconPrinter aria-hidden="true" />} onClick={() => window.print()}>
            {t('print.action')}
          </Button>
        </div>
      </div>
      {view === 'today' ? (
        <DayOrders key={place.id} place={place} date={picked} title={title} />
      ) : view === 'reports' ? (
        <Reports placeId={placeId} />
      ) : (
        <OtherOrders key={view} when={view} placeId={placeId} places={places} />
      )}
    </>
  );
}
