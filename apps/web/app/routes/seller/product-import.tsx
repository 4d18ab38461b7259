import { useQuery } from '@tanstack/react-query';
import { isApiError } from '@wopack/contract/client';
import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { FieldError, InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { IconCheck } from '@wopack/ui/icons';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { parseAsInteger, useQueryState } from 'nuqs';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusinessTabs } from '../../features/businesses/business-tabs.tsx';
import { FileFailure, ImportFileField } from '../../features/products/product-imports/import-file-field.tsx';
import { ExportProducts, ImportHelp } from '../../features/products/product-imports/import-help.tsx';
import { ImportHistory } from '../../features/products/product-imports/import-history.tsx';
import { ImportProgress } from '../../features/products/product-imports/import-progress.tsx';
import { ImportResult } from '../../features/products/product-imports/import-result.tsx';
import {
  type ImportFileKind,
  type ImportFiles,
  type ProductImport,
  productImportQuery,
  productImportsQuery,
  useRefreshAfterImport,
  useSendImportFiles,
} from '../../features/products/product-imports/product-imports.api.ts';
import { mySalePlacesQuery, type SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { startSellerQueries } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { urlStateOptions } from '../../lib/storage/url-state.ts';
import { SalePlaceFilter, WithSalePlace } from './sale-place-picker.tsx';
import { renderVerifyForMore } from './verify-for-more.tsx';

export const loader = () =>
  startSellerQueries((can) => [
    queryClient.query(mySalePlacesQuery(i18n.language)),
    can('products.manage') && queryClient.query(productImportsQuery),
  ]);

export function Component() {
  const { t } = useTranslation('imports');
  return (
    <div className="gutter py-4 [--color-panel:var(--color-surface)] sm:py-7">
      <PageTitle>{t('title')}</PageTitle>
      <NuqsAdapter>
        <WithSalePlace
          title={t('title')}
          tabs={<BusinessTabs />}
          fallback={<LoadingRows count={3} row="h-36" />}
        >
          {(_, salePlaces) => <ImportView salePlaces={salePlaces} />}
        </WithSalePlace>
      </NuqsAdapter>
    </div>
  );
}

/** A table of products is checked, then written; and the products as a table. */
export function ImportView({ salePlaces }: { salePlaces: readonly SalePlace[] }) {
  const { t, i18n } = useTranslation('imports');
  const [openedId, setOpenedId] = useQueryState('id', parseAsInteger.withOptions(urlStateOptions));
  const [unfinishedId, setUnfinishedId] = useState<number | null>(null);
  const [exportedPlaceId, setExportedPlaceId] = useState<number | null>(null);
  const imports = useQuery(productImportsQuery);
  // What was begun before, or on another device, goes on here, and stays when it is over.
  const unfinished = imports.data?.find(
    ({ is_mine: isMine, state }) => isMine && state !== 'done' && state !== 'ended',
  );
  if (unfinished && unfinished.id !== unfinishedId) setUnfinishedId(unfinished.id);
  const id = openedId ?? unfinishedId;
  const productImport = useQuery(productImportQuery(id, i18n.language));
  const { data, error } = productImport;
  useRefreshAfterImport(data?.state);
  const files = useSendImportFiles((received) => void setOpenedId(received.id));
  const leave = () => {
    setUnfinishedId(null);
    void setOpenedId(null);
    void imports.refetch();
  };
  return (
    <>
      <header className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="d2">{t('title')}</h1>
          <p className="mt-1 text-pretty wrap-anywhere text-muted">
            {id === null || !data ? t('text') : <FileNames productImport={data} />}
          </p>
        </div>
        <Steps current={id === null || !data ? 0 : getStep(data)} />
      </header>
      <BusinessTabs />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 sm:gap-5">
        {id === null ? (
          <QueryState query={imports} loading={<LoadingRows count={1} row="h-64" />} reassurance={t('safe')}>
            {() => <ImportForm files={files} />}
          </QueryState>
        ) : (
          <>
            {data && error && !isApiError(error, 'notFound') ? <InlineError query={productImport} /> : null}
            <QueryState
              query={isApiError(error, 'notFound') ? { ...productImport, data: undefined } : productImport}
              loading={<LoadingRows count={2} row="h-48" />}
              reassurance={t('safe')}
              missing={
                <div className="rounded-lg bg-surface">
                  <EmptyState
                    mood="asleep"
                    title={t('missing.title')}
                    action={<Button onClick={leave}>{t('done.again')}</Button>}
                  >
                    {t('missing.text')}
                  </EmptyState>
                </div>
              }
            >
              {(shown) => (
                <ImportResult
                  productImport={shown}
                  files={files}
                  renderRefusal={renderVerifyForMore}
                  onLeave={leave}
                />
              )}
            </QueryState>
          </>
        )}
        <ImportHelp />
        <div className="grid gap-3.5 sm:gap-5 lg:grid-cols-2">
          <ExportProducts salePlaceId={exportedPlaceId}>
            <SalePlaceFilter
              label={t('export.place')}
              allLabel={t('export.all')}
              value={exportedPlaceId}
              onChange={setExportedPlaceId}
              salePlaces={salePlaces}
            />
          </ExportProducts>
          <ImportHistory shownId={id} onOpen={(openId) => void setOpenedId(openId)} />
        </div>
      </div>
    </>
  );
}

function FileNames({ productImport }: { productImport: ProductImport }) {
  const { t } = useTranslation('imports');
  const { file_name: table, photos, is_mine: isMine, made_by: maker } = productImport;
  return [
    table,
    ...(photos.file_name ? [photos.file_name] : []),
    ...(photos.file_name && photos.total > 0 ? [t('photos', { count: photos.total })] : []),
    ...(isMine ? [] : [t('madeBy', { name: maker.name })]),
  ].join(' · ');
}

const steps = ['file', 'check', 'import'] as const;

const getStep = ({ state }: ProductImport): number =>
  state === 'checking' || state === 'checked' ? 1 : state === 'importing' ? 2 : 3;

/** How far the import is. */
function Steps({ current }: { current: number }) {
  const { t } = useTranslation('imports');
  return (
    <ol aria-label={t('steps.label')} className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={cn('flex items-center gap-2', index > current ? 'text-muted' : 'font-semibold')}
        >
          <span
            className={cn(
              'grid size-7 place-items-center rounded-full text-sm font-bold',
              index < current
                ? 'bg-save text-surface'
                : index === current
                  ? 'bg-brand text-on-brand'
                  : 'inset-ring-[1.5px] inset-ring-line-strong',
            )}
          >
            {index < current ? <IconCheck className="size-4" aria-label={t('steps.done')} /> : index + 1}
          </span>
          {t(`steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}

/** The files to begin with. */
function ImportForm({
  files: { sent, failure, send, stop, clearFailure },
}: {
  files: ReturnType<typeof useSendImportFiles>;
}) {
  const { t } = useTranslation('imports');
  const [chosen, setChosen] = useState<ImportFiles>({});
  const [isMissing, setMissing] = useState(false);
  const choose = (kind: ImportFileKind) => (file: File | null) => {
    setMissing(false);
    clearFailure();
    setChosen(({ [kind]: _, ...others }) => (file ? { ...others, [kind]: file } : others));
  };
  const submit = () => {
    setMissing(!chosen.table);
    if (chosen.table && !sent) void send(chosen, null);
  };
  const isBusy = sent !== null;
  return (
    <form
      noValidate
      className="grid gap-5 rounded-lg bg-surface p-4 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {(['table', 'photos'] as const).map((kind) => (
          <ImportFileField
            key={kind}
            kind={kind}
            file={chosen[kind] ?? null}
            onChange={choose(kind)}
            disabled={isBusy}
            error={
              failure?.kind === kind ? (
                <FileFailure error={failure.error} onRetry={submit} />
              ) : kind === 'table' && isMissing ? (
                <FieldError>{t('files.missing')}</FieldError>
              ) : null
            }
          />
        ))}
      </div>
      {sent ? (
        <div className="grid gap-2">
          <p className="text-sm wrap-anywhere">{t('check.sending', { name: sent.name })}</p>
          <ImportProgress label={t('check.sending', { name: sent.name })} done={sent.progress} total={1} />
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" loading={isBusy}>
          {t('files.check')}
        </Button>
        {isBusy ? (
          <Button variant="soft" onClick={stop}>
            {t('files.stop')}
          </Button>
        ) : null}
        <p className="min-w-0 flex-1 basis-60 text-sm text-pretty text-muted">{t('files.nothingYet')}</p>
      </div>
    </form>
  );
}
