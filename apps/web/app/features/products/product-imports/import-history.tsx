import { useQuery } from '@tanstack/react-query';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { type ProductImportSummary, productImportsQuery } from './product-imports.api.ts';

interface Props {
  /** Which one the page shows. */
  shownId: number | null;
  onOpen: (id: number) => void;
}

/** Imports of the last days, each with its result. */
export function ImportHistory({ shownId, onOpen }: Props) {
  const { t } = useTranslation('imports');
  const imports = useQuery(productImportsQuery);
  const { formatDayTime } = useFormat();
  return (
    <section className="grid content-start gap-1 rounded-lg bg-surface p-4 sm:p-6">
      <h2 className="h2">{t('history.title')}</h2>
      <QueryState query={imports} loading={<LoadingRows count={2} row="h-12" />} isInline>
        {(all) => {
          const others = all.filter(({ id }) => id !== shownId);
          return others.length === 0 ? (
            <p className="text-pretty text-muted">{t('history.empty')}</p>
          ) : (
            <ul className="divide-y divide-line">
              {others.map((row) => (
                <li key={row.id}>
                  <button
                    type="button"
                    onClick={() => onOpen(row.id)}
                    className="grid min-h-11 w-full content-center rounded-xs py-2.5 text-left leading-5 hover:bg-quiet"
                  >
                    <b className="wrap-anywhere">{row.file_name}</b>
                    <span className="text-sm text-muted">
                      {formatDayTime(row.created_at)} · <Result row={row} />
                      <span className="block wrap-anywhere">{t('madeBy', { name: row.made_by.name })}</span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryState>
    </section>
  );
}

function Result({ row: { state, written, rows } }: { row: ProductImportSummary }) {
  const { t } = useTranslation('imports');
  if (state === 'done' || state === 'ended')
    return [
      t('history.written', { count: written.done }),
      written.failed > 0 ? t('figures.wrong', { count: written.failed }) : '',
    ]
      .filter(Boolean)
      .join(', ');
  if (state === 'importing') return t('history.importing');
  return t('rows', { count: rows.total });
}
