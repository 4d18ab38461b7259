import { DataTable } from '@wopack/ui/display/data-table.tsx';
import { useTranslation } from 'react-i18next';
import { useHasTableRoom } from '../../../lib/browser/use-media-query.ts';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { type ImportError, type ProductImport, useDownloadErrors } from './product-imports.api.ts';

const getKey = ({ row, column }: ImportError) => `${row} ${column}`;

/** What is wrong in which row and column: a table, on phones a list of rows. */
export function ImportErrors({ productImport }: { productImport: ProductImport }) {
  const { t } = useTranslation('imports');
  const hasTableRoom = useHasTableRoom();
  const { id, errors, error_count: count, rows, written } = productImport;
  const csvDownload = useDownloadErrors(id);
  const title = `${t('errors.count', { count })} ${t('errors.inRows', { count: rows.wrong + written.failed })}`;
  return (
    <section className="rounded-lg bg-surface p-4 sm:p-6" aria-labelledby="import-errors">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id="import-errors" className="font-bold">
          {title}
        </h2>
        <DownloadButton file={csvDownload}>{t('errors.csv', { count })}</DownloadButton>
      </div>
      {hasTableRoom ? (
        <ErrorTable caption={title} errors={errors} />
      ) : (
        <ErrorList caption={title} errors={errors} />
      )}
      {errors.length < count ? (
        <p className="mt-3 text-sm text-pretty text-muted">{t('errors.first', { count: errors.length })}</p>
      ) : null}
    </section>
  );
}

interface ErrorsProps {
  caption: string;
  errors: readonly ImportError[];
}

function ErrorTable({ caption, errors }: ErrorsProps) {
  const { t } = useTranslation('imports');
  const isFirstOfRow = (error: ImportError) => errors.find(({ row }) => row === error.row) === error;
  return (
    <DataTable
      caption={caption}
      rows={errors}
      getKey={getKey}
      columns={[
        {
          key: 'row',
          head: t('errors.row'),
          render: (error) => (
            <span className={isFirstOfRow(error) ? 'tabular-nums' : 'sr-only'}>{error.row}</span>
          ),
          className: 'whitespace-nowrap',
        },
        {
          key: 'code',
          head: t('errors.code'),
          render: (error) =>
            error.code === null ? null : (
              <code className={isFirstOfRow(error) ? 'font-mono text-xs wrap-anywhere' : 'sr-only'}>
                {error.code}
              </code>
            ),
        },
        { key: 'column', head: t('errors.column'), render: (error) => error.column_name },
        { key: 'value', head: t('errors.value'), render: ({ value }) => <Value value={value} /> },
        { key: 'message', head: t('errors.message'), render: ({ message }) => message },
      ]}
      className="[&_td]:wrap-anywhere"
    />
  );
}

function ErrorList({ caption, errors }: ErrorsProps) {
  const { t } = useTranslation('imports');
  return (
    <ul aria-label={caption} className="divide-y divide-line">
      {[...Map.groupBy(errors, ({ row }) => row)].map(([row, ofRow]) => (
        <li key={row} className="grid gap-2 py-3 text-sm">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <b>{t('errors.rowNumber', { row })}</b>
            {ofRow[0]?.code ? <code className="font-mono text-xs wrap-anywhere">{ofRow[0].code}</code> : null}
          </p>
          {ofRow.map((error) => (
            <div key={error.column} className="grid gap-0.5 leading-5">
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-semibold">{error.column_name}</span>
                <Value value={error.value} />
              </span>
              <span className="wrap-anywhere">{error.message}</span>
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}

function Value({ value }: { value: string }) {
  const { t } = useTranslation('imports');
  return (
    <span className="inline-block max-w-full rounded-xs bg-danger-soft px-2 py-0.5 font-semibold wrap-anywhere text-danger">
      {value === '' ? t('errors.empty') : value}
    </span>
  );
}
