import { queryOptions, useQuery } from '@tanstack/react-query';
import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconCheck, IconChevronLeft, IconSearch } from '@wopack/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { useStored } from '../../../lib/storage/storage.ts';
import { myEntriesQuery, type PublicDraw } from '../allocation.api.ts';
import { checkDraw, type DrawCheck, type DrawEntry, sortByRank } from './draw-check.rules.ts';
import { isNeverDrawn, monoClass, PublishedValues } from './published-values.tsx';
import { type CheckState, OtherTools, ProofLimits, VerdictCard } from './verdict-card.tsx';

/** A draw with everything that was published of it, recomputed in this browser. */
export function DrawCheckView({ draw }: { draw: PublicDraw }) {
  const { data, isFetching, refetch } = useQuery(drawCheckQuery(draw));
  const state: CheckState = isFetching || !data ? { status: 'computing' } : data;
  const myEntryId = useMyEntryId(draw.id);
  const check = state.status === 'done' ? state.check : null;
  return (
    <div className="mx-auto max-w-[1240px]">
      <DrawHeader draw={draw} />
      <div className="grid items-start gap-4 sm:gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(320px,400px)] lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2">
          <VerdictCard draw={draw} state={state} onCompute={() => void refetch()} />
        </div>
        <div className="grid min-w-0 gap-4 sm:gap-5 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <PublishedValues draw={draw} check={check} />
          <RankingTable draw={draw} check={check} myEntryId={myEntryId} />
        </div>
        <div className="grid gap-4 sm:gap-5 lg:col-start-2">
          <ProofLimits draw={draw} />
          <OtherTools draw={draw} myEntryId={myEntryId} />
        </div>
      </div>
    </div>
  );
}

/** Null for guests, and for those who did not enter. */
function useMyEntryId(drawId: number): string | null {
  const [token] = useStored('token');
  const { data: entries } = useQuery({ ...myEntriesQuery, enabled: token !== null });
  return entries?.find((entry) => entry.draw_id === drawId)?.entry_id ?? null;
}

function DrawHeader({ draw }: { draw: PublicDraw }) {
  const { t } = useTranslation('draw');
  const format = useFormat();
  const { id, product, sale_place: salePlace, pickup_start: start, pickup_end: end } = draw;
  const zone = salePlace.time_zone;
  return (
    <header className="mb-5 grid gap-2 sm:mb-7">
      <Link
        to={paths.offer(product.id)}
        className="-ml-1 inline-flex min-h-11 items-center gap-1 justify-self-start text-sm font-semibold text-muted hover:text-text"
      >
        <IconChevronLeft className="size-5 shrink-0" />
        {t('back', { name: product.name, place: salePlace.name })}
      </Link>
      <h1 className="d1">{t('title')}</h1>
      <p className="text-muted">
        {t('facts', {
          id,
          date: format.formatDay(start, zone),
          entries: t('entries', { count: draw.entries }),
          packs: t('packs', { count: draw.units }),
        })}{' '}
        ·{' '}
        {t('collect', {
          pickup: `${format.formatTime(start, zone)}–${format.formatTime(end, zone)}`,
        })}
      </p>
      <p className="max-w-[70ch] text-pretty">{t('explained')}</p>
    </header>
  );
}

/** Recomputes the draw in this browser. */
const drawCheckQuery = (draw: PublicDraw) =>
  queryOptions({
    queryKey: ['draw-check', draw],
    queryFn: () =>
      computeState(draw).catch((error: unknown): CheckState => {
        console.error(error);
        return { status: 'unavailable' };
      }),
    gcTime: 0,
    staleTime: 'static',
  });

async function computeState(draw: PublicDraw): Promise<CheckState> {
  if (draw.seed === null) return { status: 'sealed' };
  if (!globalThis.crypto?.subtle) return { status: 'unavailable' };
  const startedAt = performance.now();
  const check = await checkDraw(draw);
  return check ? { status: 'done', check, durationMs: performance.now() - startedAt } : { status: 'sealed' };
}

/** Rows shown until all are asked for. */
const INITIAL_ROWS = 9;

interface RankingTableProps {
  draw: PublicDraw;
  check: DrawCheck | null;
  /** The user's own entry, where they have one. */
  myEntryId: string | null;
}

/** Entries by rank, with those who get a unit first. */
function RankingTable({ draw, check, myEntryId }: RankingTableProps) {
  const { t } = useTranslation('draw');
  const [isComplete, setComplete] = useState(false);
  const [searchText, setSearchText] = useState('');
  const ranked = draw.seed === null ? [] : sortByRank(draw.list ?? []);
  const idPart = searchText.trim().toLowerCase();
  const matching = idPart ? ranked.filter(({ id }) => id.includes(idPart)) : ranked;
  const shown = isComplete || idPart ? matching : matching.slice(0, INITIAL_ROWS);
  const mine = ranked.find(({ id }) => id === myEntryId);
  const rows = mine && !idPart && !shown.includes(mine) ? [...shown, mine] : shown;
  return (
    <section className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="h2">{t('ranking.title')}</h2>
        {ranked.length > INITIAL_ROWS ? (
          <TextField
            label={t('ranking.find')}
            hideLabel
            type="search"
            variant="search"
            icon={<IconSearch />}
            placeholder={t('ranking.find')}
            autoComplete="off"
            spellCheck={false}
            value={searchText}
            onChange={(event) => setSearchText(event.target.value)}
            className="w-full sm:w-72"
          />
        ) : null}
      </div>
      {ranked.length === 0 ? (
        <p className="text-muted">
          {t(isNeverDrawn(draw) ? 'ranking.never' : draw.seed === null ? 'ranking.later' : 'ranking.empty')}
        </p>
      ) : rows.length === 0 ? (
        <p role="status" className="text-muted">
          {t('ranking.none')}
        </p>
      ) : (
        <table className="w-full text-left text-sm">
          <thead className="text-xs text-muted max-sm:sr-only">
            <tr className="h-10 border-b border-line">
              <th className="px-3 font-semibold">{t('ranking.rank')}</th>
              <th className="font-semibold">{t('ranking.entry')}</th>
              <th className="font-semibold max-lg:hidden">{t('ranking.hmac')}</th>
              <th className="pr-3 font-semibold">{t('ranking.result')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((entry) => (
              <RankRow
                key={entry.id}
                entry={entry}
                units={draw.units}
                isMine={entry.id === myEntryId}
                isWrong={check !== null && check.firstWrongRank === entry.rank}
              />
            ))}
          </tbody>
        </table>
      )}
      {ranked.length ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-muted">
            {t('ranking.some', { shown: rows.length, total: ranked.length })}
          </p>
          {ranked.length > INITIAL_ROWS && !isComplete && !idPart ? (
            <Button variant="soft" size="small" onClick={() => setComplete(true)}>
              {t('ranking.showAll', { number: ranked.length - rows.length })}
            </Button>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

interface RankRowProps {
  entry: DrawEntry;
  units: number;
  isMine: boolean;
  isWrong: boolean;
}

function RankRow({ entry: { id, rank, hmac }, units, isMine, isWrong }: RankRowProps) {
  const { t } = useTranslation('draw');
  const { formatOrdinal } = useFormat();
  const hasUnit = rank !== null && rank <= units;
  return (
    <tr
      className={cn(
        'border-b border-line last:border-0 max-sm:grid max-sm:grid-cols-[2.5rem_minmax(0,1fr)] max-sm:gap-x-2 max-sm:py-2.5 sm:h-[47px]',
        isMine && 'bg-brand-soft',
        isWrong && 'bg-danger-soft',
      )}
    >
      <td className="rounded-l-xs pl-3 font-display font-bold">{rank}</td>
      <td className={cn('py-1 pr-3 lg:whitespace-nowrap', monoClass)}>{id}</td>
      <td className={cn('w-full max-w-0 truncate pr-3 max-lg:hidden', monoClass)}>{hmac}</td>
      <td className="rounded-r-xs pr-3 max-sm:col-start-2 sm:whitespace-nowrap">
        <span className="flex items-center gap-1">
          {hasUnit ? (
            <Pill tone={isMine ? 'photo' : 'warn'} icon={<IconCheck />}>
              {t('ranking.pack')}
            </Pill>
          ) : (
            <span className="text-muted">
              {t('ranking.inLine', { place: formatOrdinal((rank ?? units + 1) - units) })}
            </span>
          )}
          {isMine ? <b>· {t('ranking.you')}</b> : null}
        </span>
      </td>
    </tr>
  );
}
