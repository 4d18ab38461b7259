import { useQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { ButtonLink, TextLink } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { IconArrowsShuffle, IconHourglass } from '@wopack/ui/icons';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat, useFormattedPickup } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { Photo } from '../../../ui/images/photo.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { isEntryRunning, type MyEntry, myEntriesQuery, useMyEntryUpdates } from '../allocation.api.ts';
import { useTimeAtDeadline } from '../offer/allocation-view.ts';

/** All entries of the user: those that may still bring a unit, then those that are over. */
export function EntryList() {
  const { t } = useTranslation('allocation');
  const query = useQuery(myEntriesQuery);
  useMyEntryUpdates(true);
  const running = query.data?.filter(isEntryRunning) ?? [];
  const over = query.data?.filter((entry) => !isEntryRunning(entry)) ?? [];
  return (
    <QueryState
      query={query}
      loading={<LoadingRows count={2} row="h-24 rounded-lg!" />}
      reassurance={t('mine.safe')}
    >
      {(entries) => (
        <div className="grid gap-6">
          <InlineError query={query} />
          {entries.length === 0 ? (
            <EmptyState
              mood="asleep"
              title={t('mine.none')}
              action={<ButtonLink to={paths.offers}>{t('line.others')}</ButtonLink>}
            >
              {t('mine.noneText')}
            </EmptyState>
          ) : null}
          {running.length ? <EntryGroup title={t('mine.now')} entries={running} /> : null}
          {over.length ? <EntryGroup title={t('mine.over')} entries={over} /> : null}
        </div>
      )}
    </QueryState>
  );
}

/** On the home page: what is running. Renders nothing without any. */
export function RunningEntries() {
  const { t } = useTranslation('allocation');
  const query = useQuery(myEntriesQuery);
  const running = query.data?.filter(isEntryRunning) ?? [];
  useMyEntryUpdates(running.length > 0);
  if (!query.data) return <InlineError query={query} />;
  if (running.length === 0) return null;
  return <EntryGroup title={t('mine.title')} entries={running} linkToAll />;
}

interface EntryGroupProps {
  title: string;
  entries: readonly MyEntry[];
  linkToAll?: boolean;
}

function EntryGroup({ title, entries, linkToAll = false }: EntryGroupProps) {
  const { t } = useTranslation('allocation');
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="h2">
          {title}
        </h2>
        {linkToAll ? (
          <TextLink to={paths.entries} className="text-sm">
            {t('mine.all')}
          </TextLink>
        ) : null}
      </div>
      <ul className="grid gap-2.5">
        {entries.map((entry) => (
          <EntryRow key={`${entry.slot_id} ${entry.created_at}`} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function EntryRow({ entry }: { entry: MyEntry }) {
  const { t } = useTranslation('allocation');
  const { product, sale_place: salePlace, draw_id: drawId } = entry;
  const pickup = useFormattedPickup(entry, salePlace.time_zone);
  const stateText = useStateText(entry);
  const isOffered = entry.state === 'offered';
  const Icon = drawId === null ? IconHourglass : IconArrowsShuffle;
  return (
    <li
      className={cn(
        'relative flex flex-wrap items-center gap-x-3.5 gap-y-3 rounded-lg p-3.5',
        isOffered ? 'bg-brand-soft' : 'bg-panel',
      )}
    >
      <span className="w-14 shrink-0 overflow-hidden rounded-sm">
        <Photo photo={product.photo ?? undefined} alt="" sizes="56px" className="aspect-square!" />
      </span>
      <div className="grid min-w-0 flex-1 basis-44 gap-0.5 leading-5">
        <Link
          to={paths.offer(product.id)}
          className="font-bold break-words after:absolute after:inset-0 after:rounded-lg"
        >
          {product.name}
        </Link>
        <p className="text-sm text-muted">
          {isolateWords(salePlace.name)} · <Unbroken>{pickup}</Unbroken>
        </p>
        <p className="flex items-center gap-1.5 text-sm font-semibold">
          <Icon className="size-[17px] shrink-0" />
          {stateText}
        </p>
      </div>
      {isOffered ? (
        <ButtonLink
          size="small"
          to={paths.offerPayment(product.id, entry.slot_id)}
          aria-label={t('mine.pay', { name: product.name })}
          className="relative max-sm:w-full"
        >
          {t('offered.toPayment')}
        </ButtonLink>
      ) : drawId === null ? null : (
        <TextLink to={paths.draw(drawId)} className="relative text-sm">
          {t('check')}
        </TextLink>
      )}
    </li>
  );
}

/** In words, also for a time that has passed since the entries were fetched. */
function useStateText(entry: MyEntry): string {
  const { t } = useTranslation('allocation');
  const format = useFormat();
  const { state, place, sale_place: salePlace, closes_at: closesAt, offer_expires_at: until } = entry;
  const now = useTimeAtDeadline(state === 'offered' ? until : closesAt, () => {});
  const formatTime = (instant: string) => format.formatTime(instant, salePlace.time_zone);
  switch (state) {
    case 'entered':
      return closesAt && Date.parse(closesAt) > now && entry.draw_state === 'open'
        ? t('mine.state.entered', { time: formatTime(closesAt) })
        : t('mine.state.drawing');
    case 'offered':
      return until && Date.parse(until) > now
        ? t('mine.state.offered', { time: formatTime(until) })
        : t('mine.state.lapsed');
    case 'waiting':
      return t('mine.state.waiting', { place: format.formatOrdinal(place ?? 1) });
    case 'bought':
      return t('mine.state.paid');
    case 'lapsed':
      return t('mine.state.lapsed');
    case 'left':
      return t('mine.state.left');
    default:
      return t('mine.state.over');
  }
}
