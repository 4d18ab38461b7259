import { useInfiniteQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { TextButton } from '@wopack/ui/button.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { IconChevronRight } from '@wopack/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { flattenPages } from '../../../lib/api/query-client.ts';
import { paths } from '../../../lib/paths.ts';
import { PagedList } from '../../../ui/lists.tsx';
import { type ImportedProduct, importedProductsQuery, type ProductImport } from './product-imports.api.ts';

/** What stands below must be reached without all of the packs. */
const FOLDED_COUNT = 8;

/** The packs that an import wrote, each with its shop. */
export function ImportedProducts({ productImport: { id, written } }: { productImport: ProductImport }) {
  const { t } = useTranslation('imports');
  const [isUnfolded, setUnfolded] = useState(false);
  const list = useInfiniteQuery(importedProductsQuery(id));
  const states = { loading: <LoadingRows count={3} row="h-12" />, isInline: true };
  return (
    <section className="rounded-lg bg-surface p-4 sm:p-6" aria-labelledby="imported-products">
      <h2 id="imported-products" className="mb-1 font-bold">
        {t('imported.title')}
      </h2>
      {isUnfolded ? (
        <PagedList list={list} empty={<NoProducts />} {...states}>
          {(rows) => <ProductRows rows={rows} />}
        </PagedList>
      ) : (
        <QueryState query={list} {...states}>
          {({ pages }) => {
            const rows = flattenPages<ImportedProduct>(pages);
            if (rows.length === 0) return <NoProducts />;
            return (
              <>
                <ProductRows rows={rows.slice(0, FOLDED_COUNT)} />
                {rows.length > FOLDED_COUNT ? (
                  <TextButton onClick={() => setUnfolded(true)} className="mt-2 text-sm">
                    {t('imported.all', { count: written.done })}
                  </TextButton>
                ) : null}
              </>
            );
          }}
        </QueryState>
      )}
    </section>
  );
}

function NoProducts() {
  const { t } = useTranslation('imports');
  return <p className="text-sm text-pretty text-muted">{t('imported.none')}</p>;
}

const ProductRows = ({ rows }: { rows: readonly ImportedProduct[] }) => (
  <ul className="divide-y divide-line">
    {rows.map((row) => (
      <li key={row.id}>
        <ProductRow row={row} />
      </li>
    ))}
  </ul>
);

function ProductRow({
  row: { id, name, row, is_new: isNew, state, sale_place: salePlace },
}: {
  row: ImportedProduct;
}) {
  const { t } = useTranslation('imports');
  const text = (
    <span className="grid min-w-0 flex-1 content-center leading-5">
      <b className="wrap-anywhere">{name}</b>
      <span className="text-sm wrap-anywhere text-muted">
        {[
          isolateWords(salePlace.name),
          t(isNew ? 'imported.new' : 'imported.changed'),
          ...(state === 'draft' || state === 'removed' ? [t(`imported.${state}`)] : []),
          t('errors.rowNumber', { row }),
        ].join(' · ')}
      </span>
    </span>
  );
  const className = 'flex min-h-11 items-center gap-3 py-2.5';
  if (state === 'removed') return <div className={className}>{text}</div>;
  return (
    <Link to={paths.editProduct(id)} className={`${className} rounded-xs hover:bg-quiet`}>
      {text}
      <IconChevronRight className="size-5 shrink-0 text-muted" />
    </Link>
  );
}
