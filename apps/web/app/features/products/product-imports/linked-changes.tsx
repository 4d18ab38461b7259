import { IconLink } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { CollapsibleList } from '../../../ui/lists.tsx';
import type { ProductImport } from './product-imports.api.ts';

const FOLDED_COUNT = 5;

/** Rows that change packs of shops which the file need not name. */
export function LinkedChanges({ productImport: { linked } }: { productImport: ProductImport }) {
  const { t } = useTranslation('imports');
  const { rows, total } = linked;
  return (
    <section className="grid gap-1 rounded-lg bg-surface p-4 sm:p-6" aria-labelledby="linked-changes">
      <h2 id="linked-changes" className="flex items-center gap-2.5 font-bold">
        <IconLink className="size-5 shrink-0" />
        {t('linked.title', { count: total })}
      </h2>
      <p className="text-pretty text-muted">{t('linked.text')}</p>
      <CollapsibleList
        items={rows}
        initialCount={FOLDED_COUNT}
        moreLabel={t('linked.more', { count: rows.length - FOLDED_COUNT })}
        className="divide-y divide-line"
      >
        {({ row, name, others }) => (
          <li key={row} className="grid py-2.5 leading-5">
            <b className="wrap-anywhere">{name}</b>
            <span className="text-sm text-muted">
              {t('errors.rowNumber', { row })} · {t('linked.others', { count: others })}
            </span>
          </li>
        )}
      </CollapsibleList>
      {rows.length < total ? (
        <p className="text-sm text-pretty text-muted">{t('linked.first', { count: rows.length })}</p>
      ) : null}
    </section>
  );
}
