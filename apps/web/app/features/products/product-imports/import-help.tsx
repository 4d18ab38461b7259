import { useQuery } from '@tanstack/react-query';
import { TextButton } from '@wopack/ui/button.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { IconInfoCircle } from '@wopack/ui/icons';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { importColumnsQuery, useDownloadProducts, useDownloadTemplate } from './product-imports.api.ts';

/** The template, and what goes into each column. */
export function ImportHelp() {
  const { t } = useTranslation('imports');
  const [isOpen, setOpen] = useState(false);
  const templateDownload = useDownloadTemplate();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-2 text-sm">
      <p className="flex min-w-0 flex-1 basis-72 gap-2.5 text-pretty text-muted">
        <IconInfoCircle className="size-5 shrink-0" />
        {t('help.same')}
      </p>
      <div className="flex flex-wrap gap-x-5">
        <TextButton disabled={templateDownload.isPending} onClick={() => templateDownload.mutate()}>
          {t('help.template')}
        </TextButton>
        <TextButton onClick={() => setOpen(true)}>{t('help.columns')}</TextButton>
      </div>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('help.columns')}
        description={t('help.text')}
      >
        <Columns />
      </Sheet>
    </div>
  );
}

function Columns() {
  const { t, i18n } = useTranslation('imports');
  const columns = useQuery(importColumnsQuery(i18n.language));
  return (
    <QueryState query={columns} loading={<LoadingRows count={8} row="h-12" />} isInline>
      {(list) => (
        <dl className="divide-y divide-line">
          {list.map(({ key, name, help, is_required: isRequired, options, example }) => (
            <div key={key} className="grid gap-0.5 py-3 leading-5">
              <dt className="font-bold wrap-anywhere">
                {name}{' '}
                {isRequired ? <span className="font-normal text-muted">{t('help.required')}</span> : null}
              </dt>
              <dd className="grid gap-0.5 text-sm wrap-anywhere">
                <span className="text-pretty">{help}</span>
                {options.length > 0 ? <Detail name={t('help.options')}>{options.join(' · ')}</Detail> : null}
                {example ? <Detail name={t('help.example')}>{example}</Detail> : null}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </QueryState>
  );
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <span className="text-muted">
    {name} <span className="text-text">{children}</span>
  </span>
);

interface ExportProps {
  /** Null: the products of all sale places. */
  salePlaceId: number | null;
  /** Where it is chosen. */
  children: ReactNode;
}

/** Products as the file that an import reads. */
export function ExportProducts({ salePlaceId, children }: ExportProps) {
  const { t } = useTranslation('imports');
  const csvDownload = useDownloadProducts(salePlaceId);
  return (
    <section className="grid content-start gap-3 [--color-panel:var(--color-quiet)] rounded-lg bg-surface p-4 sm:p-6">
      <h2 className="h2">{t('export.title')}</h2>
      <p className="text-pretty text-muted">{t('export.text')}</p>
      <div className="flex flex-wrap items-center gap-3">
        {children}
        <DownloadButton file={csvDownload}>{t('export.csv')}</DownloadButton>
      </div>
    </section>
  );
}
