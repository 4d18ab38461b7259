import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { activityKinds } from '@wopack/contract/vocabulary';
import { Button } from '@wopack/ui/button.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { DateField } from '@wopack/ui/form/date-field.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { IconInfoCircle } from '@wopack/ui/icons';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ActivityFilter,
  activityQuery,
  useDownloadActivity,
} from '../../features/businesses/activity.api.ts';
import { ActivityList } from '../../features/businesses/activity-list.tsx';
import { BusinessTabs } from '../../features/businesses/business-tabs.tsx';
import { mySalePlacesQuery } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { toSalePlaceQuery, useLinkedSalePlaces } from '../../lib/data/chosen-sale-places.ts';
import { startSellerQueries } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import type { SalePlaceChoice } from '../../lib/storage/stored-values.ts';
import { parseAsDateString, urlStateOptions } from '../../lib/storage/url-state.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { PagedList } from '../../ui/lists.tsx';
import { SalePlaceSwitcher } from './sale-place-switcher.tsx';

export const loader = () => startSellerQueries(() => [queryClient.query(mySalePlacesQuery(i18n.language))]);

const QUERY_PARSERS = {
  from: parseAsDateString,
  to: parseAsDateString,
  person: parseAsInteger,
  device: parseAsInteger,
  place: parseAsInteger,
  kind: parseAsStringLiteral(activityKinds),
};

export function Component() {
  const { t } = useTranslation('activity');
  return (
    <div className="gutter py-4 [--color-panel:var(--color-surface)] sm:py-7">
      <PageTitle>{t('title')}</PageTitle>
      <NuqsAdapter>
        <ActivityView />
      </NuqsAdapter>
    </div>
  );
}

/** Who did what when; the filters are in the address. */
export function ActivityView() {
  const { t, i18n } = useTranslation('activity');
  const [values, setValues] = useQueryStates(QUERY_PARSERS, urlStateOptions);
  const { from, to, person, device, place, kind } = values;
  const { data: salePlaces = [], isPending } = useQuery(mySalePlacesQuery(i18n.language));
  const { chosen, ids, choose } = useLinkedSalePlaces(salePlaces, place);
  const filter: ActivityFilter = {
    ...(from && { from }),
    ...(to && { to }),
    ...(person && { user_id: person }),
    ...(device && { device_id: device }),
    ...(kind && { kind }),
    ...toSalePlaceQuery(ids),
  };
  const isFiltered = Object.keys(filter).length > 0;
  // Which sale places are chosen is known once they are.
  const list = useInfiniteQuery({ ...activityQuery(filter), enabled: !isPending });
  const csvDownload = useDownloadActivity(filter);
  const chooseSalePlaces = (choice: SalePlaceChoice) => {
    choose(choice);
    void setValues({ place: null });
  };
  const clear = () => {
    if (ids) choose('all');
    void setValues(null);
  };
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="d2">{t('title')}</h1>
          <p className="mt-1 text-pretty text-muted">{t('text')}</p>
        </div>
        <DownloadButton file={csvDownload}>{t('export')}</DownloadButton>
      </header>
      <BusinessTabs />
      <Filters
        values={values}
        onChange={(changes) => void setValues(changes)}
        onClear={isFiltered ? clear : null}
      >
        <SalePlaceSwitcher
          salePlaces={salePlaces}
          chosen={chosen}
          onChoose={chooseSalePlaces}
          className="min-w-0 sm:w-auto sm:max-w-60"
        />
      </Filters>
      <PagedList
        list={list}
        loading={<LoadingRows count={6} row="h-14" />}
        empty={
          <div className="rounded-lg bg-surface">
            <EmptyState
              mood="asleep"
              title={t(isFiltered ? 'noneTitle' : 'emptyTitle')}
              action={isFiltered ? <Button onClick={clear}>{t('clear')}</Button> : null}
            >
              {t(isFiltered ? 'noneText' : 'emptyText')}
            </EmptyState>
          </div>
        }
      >
        {(rows) => <ActivityList rows={rows} />}
      </PagedList>
      <p className="mt-4 flex gap-2.5 px-2 text-sm text-pretty text-muted">
        <IconInfoCircle className="size-5 shrink-0" />
        {t('who')}
      </p>
    </>
  );
}

/** Devices stand in the same list as people. */
const DEVICE_PREFIX = 'device ';

type FilterValues = ReturnType<typeof useQueryStates<typeof QUERY_PARSERS>>[0];

interface FiltersProps {
  values: FilterValues;
  onChange: (changes: Partial<FilterValues>) => void;
  /** Null: nothing is filtered. */
  onClear: (() => void) | null;
  /** The choice of sale places. */
  children: ReactNode;
}

function Filters({ values: { from, to, person, device, kind }, onChange, onClear, children }: FiltersProps) {
  const { t } = useTranslation('activity');
  // The first page names them, whatever the filter is.
  const firstPage = useInfiniteQuery(activityQuery({})).data?.pages[0];
  const members = firstPage?.members ?? [];
  const devices = firstPage?.devices ?? [];
  return (
    <div className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-2 sm:flex items-end sm:flex-wrap sm:gap-3">
      <DateField
        label={t('from')}
        variant="search"
        value={from ?? ''}
        max={to ?? undefined}
        onDateChange={(day) => onChange({ from: day || null })}
      />
      <DateField
        label={t('to')}
        variant="search"
        value={to ?? ''}
        min={from ?? undefined}
        onDateChange={(day) => onChange({ to: day || null })}
      />
      <Select
        label={t('person')}
        hideLabel
        variant="pill"
        value={device ? `${DEVICE_PREFIX}${device}` : (person ?? '')}
        onChange={({ target: { value } }) => {
          const isDevice = value.startsWith(DEVICE_PREFIX);
          const id = Number(value.replace(DEVICE_PREFIX, '')) || null;
          onChange({ person: isDevice ? null : id, device: isDevice ? id : null });
        }}
      >
        <option value="">{t('everybody')}</option>
        {members.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {devices.length ? (
          <optgroup label={t('devices')}>
            {devices.map(({ id, name }) => (
              <option key={id} value={`${DEVICE_PREFIX}${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        ) : null}
      </Select>
      {children}
      <Select
        label={t('kind')}
        hideLabel
        variant="pill"
        value={kind ?? ''}
        onChange={({ target }) =>
          onChange({ kind: activityKinds.find((name) => name === target.value) ?? null })
        }
        className="max-w-full"
      >
        <option value="">{t('allKinds')}</option>
        {activityKinds.map((name) => (
          <option key={name} value={name}>
            {t(`kinds.${name}`)}
          </option>
        ))}
      </Select>
      {onClear ? (
        <Button variant="soft" size="small" onClick={onClear}>
          {t('clear')}
        </Button>
      ) : null}
    </div>
  );
}
