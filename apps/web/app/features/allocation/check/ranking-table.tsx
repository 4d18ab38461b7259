import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconCheck, IconSearch } from '@wopack/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { PublicDraw } from '../allocation.api.ts';
import { type DrawCheck, type DrawEntry, sortByRank } from './draw-check.rules.ts';
import { isNeverDrawn, monoClass } from './published-values.tsx';

const INITIAL_ROWS = 9;

interface Props {
  draw: PublicDraw;
  check: DrawCheck | null;
  /** The user's own entry, where they have one. */
  myEntryId: string | null;
}

/** Entries by rank, with those who get a unit first. */
export function RankingTable({ draw, check, myEntryId }: Props) {
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
              <th className="w-16 pl-3 font-semibold">{t('ranking.rank')}</th>
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
      <td className="rounded-r-xs pr-3 whitespace-nowrap max-sm:col-start-2">
        {hasUnit ? (
          <Pill tone={isMine ? 'photo' : 'warn'} icon={<IconCheck aria-hidden="true" />}>
            {t('ranking.pack')}
          </Pill>
        ) : (
          <span className="text-muted">
            {t('ranking.inLine', { place: formatOrdinal((rank ?? units + 1) - units) })}
          </span>
        )}
        {isMine ? <b> · {t('ranking.you')}</b> : null}
      </td>
    </tr>
  );
}
