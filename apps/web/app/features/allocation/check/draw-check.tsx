import { useQuery } from '@tanstack/react-query';
import { IconChevronLeft } from '@wopack/ui/icons';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { useStored } from '../../../lib/storage/storage.ts';
import { myEntriesQuery, type PublicDraw } from '../allocation.api.ts';
import { checkDraw } from './draw-check.rules.ts';
import { PublishedValues } from './published-values.tsx';
import { RankingTable } from './ranking-table.tsx';
import { type CheckState, OtherTools, ProofLimits, VerdictCard } from './verdict-card.tsx';

/** A draw with everything that was published of it, recomputed in this browser. */
export function DrawCheckView({ draw }: { draw: PublicDraw }) {
  const { state, run } = useDrawCheck(draw);
  const myEntryId = useMyEntryId(draw.id);
  const check = state.status === 'done' ? state.check : null;
  return (
    <div className="mx-auto max-w-[1240px]">
      <DrawHeader draw={draw} />
      <div className="grid items-start gap-4 sm:gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(320px,400px)] lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2">
          <VerdictCard draw={draw} state={state} onCompute={run} />
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
        <IconChevronLeft className="size-5 shrink-0" aria-hidden="true" />
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
    </header>
  );
}

/** Recomputes the draw in this browser, again on request. */
function useDrawCheck(draw: PublicDraw): { state: CheckState; run: () => void } {
  const [state, setState] = useState<CheckState>({ status: 'computing' });
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt computes the same draw again.
  useEffect(() => {
    let isCurrent = true;
    setState({ status: 'computing' });
    computeState(draw).then(
      (result) => {
        if (isCurrent) setState(result);
      },
      (error: unknown) => {
        console.error(error);
        if (isCurrent) setState({ status: 'unavailable' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [draw, attempt]);
  return { state, run: useCallback(() => setAttempt((count) => count + 1), []) };
}

async function computeState(draw: PublicDraw): Promise<CheckState> {
  if (draw.seed === null) return { status: 'sealed' };
  if (!globalThis.crypto?.subtle) return { status: 'unavailable' };
  const startedAt = performance.now();
  const check = await checkDraw(draw);
  return check ? { status: 'done', check, durationMs: performance.now() - startedAt } : { status: 'sealed' };
}
