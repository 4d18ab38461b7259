import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { DateField } from '@wopack/ui/form/date-field.tsx';
import { IconBell, IconBellOff, IconCalendar, IconPrinter } from '@wopack/ui/icons';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { createParser, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { payoutDetailsQuery } from '../../features/ledger/ledger.api.ts';
import { MissingForPayout } from '../../features/ledger/missing-for-payout.tsx';
import {
  OpenReportCount,
  OtherPlacesToHandOut,
  ToHandOutCount,
} from '../../features/orders/seller/open-reports.tsx';
import { playOrderSound } from '../../features/orders/seller/seller-live-updates.tsx';
import { mySalePlacesQuery, type SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useIsWideScreen } from '../../lib/browser/use-media-query.ts';
import { useToday } from '../../lib/browser/use-now.ts';
import { useChosenSalePlaces } from '../../lib/data/chosen-sale-places.ts';
import { startSellerQueries, useMemberRights } from '../../lib/data/shared-queries.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { parseId } from '../../lib/paths.ts';
import { useStored, writeStored } from '../../lib/storage/storage.ts';
import { parseAsDateString, urlStateOptions } from '../../lib/storage/url-state.ts';
import { DayOrders, OrdersSkeleton } from './orders/day-orders.tsx';
import { OtherOrders, SellerReports } from './orders/other-orders.tsx';
import { WithSalePlace } from './sale-place-picker.tsx';
import { SalePlaceSwitcher, useSalePlacesLabel } from './sale-place-switcher.tsx';

export const loader = () =>
  startSellerQueries((can, businessId) => [
    queryClient.query(mySalePlacesQuery(i18n.language)),
    can('money.manage') && queryClient.query(payoutDetailsQuery(businessId)),
  ]);

export function Component() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-4 [--color-panel:var(--color-surface)] sm:py-7">
      <PageTitle>{t('titles.sellerOrders')}</PageTitle>
      <NuqsAdapter>
        <WithSalePlace title={t('titles.sellerOrders')} fallback={<OrdersSkeleton />}>
          {(_, salePlaces) => <OrdersView salePlaces={salePlaces} />}
        </WithSalePlace>
      </NuqsAdapter>
    </div>
  );
}

const VIEWS = ['upcoming', 'today', 'past', 'reports'] as const;
type View = (typeof VIEWS)[number];

const parsers = {
  view: parseAsStringLiteral(VIEWS).withDefault('today'),
  date: parseAsDateString,
  order: createParser({ parse: parseId, serialize: String }),
};

/**
 * Links, so that Back and bookmarks work. The active one is scrolled into view; null: none is active. `relative` keeps
 * the hidden text of the count inside the scrolling row: otherwise it would widen the page.
 */
function ViewTabs({ view }: { view: View | null }) {
  const { t, i18n } = useTranslation('seller');
  const navRef = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the widths of the tabs depend on the language
  useEffect(() => {
    const nav = navRef.current;
    const currentLink = nav?.querySelector<HTMLElement>('[aria-current]');
    if (!nav || !currentLink) return;
    // The count of problems arrives later and widens its tab.
    const observer = new ResizeObserver(() => {
      nav.scrollLeft = currentLink.offsetLeft - (nav.clientWidth - currentLink.offsetWidth) / 2;
    });
    observer.observe(currentLink);
    return () => observer.disconnect();
  }, [view, i18n.language]);
  return (
    <nav
      ref={navRef}
      aria-label={t('orders.views')}
      className="relative -mx-[var(--gutter)] flex min-w-0 gap-2 overflow-x-auto px-[var(--gutter)] max-sm:w-[calc(100%+2*var(--gutter))] sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {VIEWS.map((name) => (
        <Link
          key={name}
          to={name === 'today' ? '?' : `?view=${name}`}
          aria-current={view === name ? 'page' : undefined}
          className={cn(
            'inline-flex min-h-11 items-center rounded-full px-4 text-[.9375rem] font-semibold whitespace-nowrap',
            view === name ? 'bg-primary text-on-primary' : 'bg-panel text-text',
          )}
        >
          {t(`orders.viewNames.${name}`)}
          {name === 'today' ? <ToHandOutCount className="ml-2" /> : null}
          {name === 'reports' ? <OpenReportCount className="ml-2" /> : null}
        </Link>
      ))}
    </nav>
  );
}

/** Sound and printing; icons on phones. */
function OrderTools() {
  const { t } = useTranslation('seller');
  return (
    <div className="flex gap-1 sm:flex-wrap sm:gap-2 max-sm:[&_button]:px-3">
      <OrderSoundSwitch />
      <Button variant="soft" size="small" icon={<IconPrinter />} onClick={() => window.print()}>
        <span className="max-sm:sr-only">{t('print.action')}</span>
      </Button>
    </div>
  );
}

interface Props {
  salePlaces: readonly SalePlace[];
}

/** Orders of the day, upcoming and past ones, and reports. View and date are in the URL. */
export function OrdersView({ salePlaces }: Props) {
  const { t } = useTranslation('seller');
  const { can } = useMemberRights();
  const { formatDate } = useFormat();
  const isWide = useIsWideScreen();
  const [{ view, date: selectedDate, order: linkedOrderId }, setUrlState] = useQueryStates(
    parsers,
    urlStateOptions,
  );
  const { chosen, ids, choose } = useChosenSalePlaces(salePlaces);
  const today = useToday(chosen[0]!.time_zone);
  // Problems have a deadline, so they are shown of all places until some are chosen.
  const [isChosen, setChosen] = useState(false);
  const showsAll = view === 'reports' && !isChosen;
  const date = selectedDate ?? today;
  const salePlaceIds = showsAll ? null : ids;
  const getLabel = useSalePlacesLabel();
  const titleWithDate = t('orders.on', { day: formatDate(date) });
  const title =
    view !== 'today' ? t(`orders.titles.${view}`) : date === today ? t('orders.today') : titleWithDate;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 sm:mb-4 sm:gap-y-3 print:hidden">
        <h1 className="d2 min-w-0 max-sm:flex-1">{title}</h1>
        {isWide ? null : <OrderTools />}
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          <SalePlaceSwitcher
            salePlaces={salePlaces}
            chosen={showsAll ? salePlaces : chosen}
            onChoose={(choice) => {
              setChosen(true);
              choose(choice);
            }}
            className="min-w-0 max-sm:flex-1 sm:w-auto sm:max-w-64"
          />
          {view === 'today' ? (
            <DateField
              label={t('orders.date')}
              hideLabel
              variant="search"
              icon={<IconCalendar />}
              value={date}
              required
              onDateChange={(day) => void setUrlState({ date: day })}
              inputClassName="h-12! font-semibold"
              className="max-sm:w-45"
            />
          ) : null}
        </div>
      </div>
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-3 sm:mb-5 print:hidden">
        <ViewTabs view={view === 'today' && date !== today ? null : view} />
        {isWide ? <OrderTools /> : null}
      </div>
      <div className="mb-3.5 empty:hidden print:hidden">
        {can('money.manage') ? <MissingForPayout /> : null}
      </div>
      {view === 'today' && date === today ? <OtherPlacesToHandOut className="mb-3 print:hidden" /> : null}
      {view === 'today' ? (
        <DayOrders
          key={chosen.map(({ id }) => id).join()}
          salePlaces={chosen}
          salePlaceIds={ids}
          date={selectedDate}
          printTitle={`${titleWithDate} · ${isolateWords(getLabel(chosen, salePlaces))}`}
        />
      ) : view === 'reports' ? (
        <SellerReports key={linkedOrderId} salePlaceIds={salePlaceIds} linkedOrderId={linkedOrderId} />
      ) : (
        <OtherOrders key={view} period={view} salePlaceIds={salePlaceIds} />
      )}
    </>
  );
}

/** Whether new orders play a sound; switching it on plays the sound once. */
function OrderSoundSwitch() {
  const { t } = useTranslation('seller');
  const [isOn] = useStored('orderSound');
  const Icon = isOn ? IconBell : IconBellOff;
  return (
    <Button
      variant="soft"
      size="small"
      aria-pressed={isOn === true}
      icon={<Icon />}
      onClick={() => {
        writeStored('orderSound', !isOn);
        if (!isOn) playOrderSound();
      }}
    >
      <span className="max-sm:sr-only">{t('sound')}</span>
    </Button>
  );
}
