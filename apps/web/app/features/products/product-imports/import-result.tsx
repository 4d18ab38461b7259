import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { FieldError, getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RenderRefusal } from '../../../lib/api/refusal.ts';
import { useKeptFocus } from '../../../lib/browser/use-kept-focus.ts';
import { paths } from '../../../lib/paths.ts';
import { ImportErrors } from './import-errors.tsx';
import { FileFailure, ImportFileButton } from './import-file-field.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportedProducts } from './imported-products.tsx';
import { LinkedChanges } from './linked-changes.tsx';
import {
  type ProductImport,
  useDiscardImport,
  type useSendImportFiles,
  useStartImport,
} from './product-imports.api.ts';

interface Props {
  productImport: ProductImport;
  files: ReturnType<typeof useSendImportFiles>;
  renderRefusal: RenderRefusal;
  /** To begin with another file. */
  onLeave: () => void;
}

/** What the check found, progress of what is written, and what became of it. */
export function ImportResult(props: Props) {
  const { productImport } = props;
  const { state, is_mine: isMine, error_count: errorCount, linked, written } = productImport;
  const isOver = state === 'done' || state === 'ended';
  const isChecked = !isOver && state !== 'importing';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 sm:gap-5">
      <div className="grid gap-4 rounded-lg bg-surface p-4 sm:p-6">
        {isOver ? (
          <Finished {...props} />
        ) : state === 'importing' ? (
          <Importing productImport={productImport} />
        ) : isMine ? (
          <Checked {...props} />
        ) : (
          <CheckedOfOther productImport={productImport} />
        )}
      </div>
      {isChecked && linked.total > 0 ? <LinkedChanges productImport={productImport} /> : null}
      {errorCount > 0 ? <ImportErrors productImport={productImport} /> : null}
      {isOver && written.done > 0 ? <ImportedProducts productImport={productImport} /> : null}
    </div>
  );
}

/** Says what has changed, and takes the focus that a button had which is no longer there. */
function StateHeading({ title, children }: { title: string; children?: ReactNode }) {
  const ref = useKeptFocus<HTMLHeadingElement>(title);
  return (
    <div className="min-w-0 flex-1 basis-80" aria-live="polite">
      <h2 ref={ref} tabIndex={-1} className="d2 wrap-anywhere outline-none">
        {title}
      </h2>
      <p className="mt-1 text-pretty text-muted">{children}</p>
    </div>
  );
}

function Checked({ productImport, files, renderRefusal, onLeave }: Props) {
  const { t } = useTranslation('imports');
  const { id, state, rows, photos } = productImport;
  const startImport = useStartImport();
  const { sent, failure } = files;
  const writable = rows.new + rows.changed;
  const isBusy = sent !== null || state === 'checking' || startImport.isPending;
  const isRight = rows.wrong === 0;
  const start = (onlyValid: boolean) => startImport.mutate({ id, onlyValid });
  const title = sent
    ? t('check.sending', { name: sent.name })
    : state === 'checking'
      ? t('check.preparing')
      : !isRight
        ? t('check.wrong', { count: rows.wrong })
        : writable > 0
          ? t('check.right')
          : t('check.nothing');
  const text = sent
    ? t('check.sendingText')
    : state === 'checking'
      ? t('check.preparingText', { done: photos.named - photos.due, total: photos.named })
      : !isRight
        ? writable > 0
          ? t('check.wrongText', { count: writable })
          : t('check.allWrongText')
        : writable > 0
          ? t('check.rightText')
          : t('check.nothingText');
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <StateHeading title={title}>{text}</StateHeading>
        <div className="flex flex-wrap items-start gap-2.5 max-sm:grid max-sm:w-full">
          {isRight ? (
            writable > 0 ? (
              <Button
                loading={startImport.isPending}
                disabled={isBusy && !startImport.isPending}
                onClick={() => start(false)}
              >
                {t('check.import', { count: writable })}
              </Button>
            ) : null
          ) : (
            <ImportOnlyValid
              count={writable}
              wrong={rows.wrong}
              isPending={startImport.isPending}
              disabled={isBusy}
              isOver={startImport.isError}
              onStart={() => start(true)}
            />
          )}
          <ImportFileButton
            kind="table"
            variant={isRight && writable > 0 ? 'ghost' : 'primary'}
            disabled={isBusy}
            onChoose={(table) => void files.send({ table }, id)}
          >
            {t(isRight ? 'check.other' : 'check.corrected')}
          </ImportFileButton>
        </div>
      </div>
      {sent ? (
        <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
          <ImportProgress label={t('check.sending', { name: sent.name })} done={sent.progress} total={1} />
          <Button variant="soft" size="small" onClick={files.stop}>
            {t('files.stop')}
          </Button>
        </div>
      ) : state === 'checking' ? (
        <ImportProgress label={t('check.preparing')} done={photos.named - photos.due} total={photos.named} />
      ) : null}
      {startImport.error ? <FieldError>{getErrorMessage(startImport.error)}</FieldError> : null}
      {failure ? (
        <FileFailure error={failure.error} onRetry={() => void files.send(failure.files, id)} />
      ) : null}
      <RowBar rows={rows} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <p className="min-w-0 text-sm wrap-anywhere text-muted">
          {photos.file_name
            ? `${photos.file_name} · ${t('photos', { count: photos.total })}`
            : t('check.noPhotos')}
        </p>
        <div className="flex flex-wrap gap-2.5">
          <ImportFileButton
            kind="photos"
            variant="soft"
            size="small"
            disabled={isBusy}
            onChoose={(zip) => void files.send({ photos: zip }, id)}
          >
            {t('check.addPhotos')}
          </ImportFileButton>
          <Discard id={id} disabled={sent !== null || startImport.isPending} onDiscarded={onLeave} />
        </div>
      </div>
      {startImport.error
        ? renderRefusal({
            error: startImport.error,
            onResolved: () => start(!isRight),
            onClose: () => startImport.reset(),
          })
        : null}
      {failure
        ? renderRefusal({
            error: failure.error,
            onResolved: () => void files.send(failure.files, id),
            onClose: files.clearFailure,
          })
        : null}
    </>
  );
}

/** Its maker goes on with it. */
function CheckedOfOther({ productImport: { state, rows, made_by: maker } }: Pick<Props, 'productImport'>) {
  const { t } = useTranslation('imports');
  return (
    <>
      <StateHeading
        title={
          state === 'checking'
            ? t('check.preparing')
            : rows.wrong > 0
              ? t('check.wrong', { count: rows.wrong })
              : t('check.right')
        }
      >
        {t('check.others', { name: maker.name })}
      </StateHeading>
      <RowBar rows={rows} />
    </>
  );
}

interface OnlyValidProps {
  count: number;
  wrong: number;
  isPending: boolean;
  disabled: boolean;
  /** The server has refused it. */
  isOver: boolean;
  onStart: () => void;
}

/** The rows without errors, once it is confirmed that the others are left out. */
function ImportOnlyValid({ count, wrong, isPending, disabled, isOver, onStart }: OnlyValidProps) {
  const { t } = useTranslation('imports');
  const [isConfirming, setConfirming] = useState(false);
  if (count === 0) return null;
  return (
    <>
      <Button variant="ghost" disabled={disabled && !isPending} onClick={() => setConfirming(true)}>
        {t('check.onlyValid', { count })}
      </Button>
      <ConfirmDialog
        open={isConfirming && !isOver}
        onClose={() => setConfirming(false)}
        title={t('check.onlyValidTitle', { count })}
        description={t('check.onlyValidText', { count: wrong })}
        confirmLabel={t('check.onlyValid', { count })}
        loading={isPending}
        onConfirm={onStart}
      />
    </>
  );
}

function Discard({ id, disabled, onDiscarded }: { id: number; disabled: boolean; onDiscarded: () => void }) {
  const { t } = useTranslation('imports');
  const [isConfirming, setConfirming] = useState(false);
  const discardImport = useDiscardImport();
  return (
    <>
      <Button variant="danger" size="small" disabled={disabled} onClick={() => setConfirming(true)}>
        {t('discard.action')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('discard.title')}
        description={t('discard.text')}
        confirmLabel={t('discard.action')}
        isDanger
        loading={discardImport.isPending}
        onConfirm={() => discardImport.mutate(id, { onSuccess: onDiscarded })}
      >
        {discardImport.error ? <FieldError>{getErrorMessage(discardImport.error)}</FieldError> : null}
      </ConfirmDialog>
    </>
  );
}

const segments = [
  ['new', 'bg-brand'],
  ['changed', 'bg-brand-soft'],
  ['unchanged', 'bg-line'],
  ['wrong', 'bg-danger'],
] as const;

/** How many rows of which kind. */
function RowBar({ rows }: Pick<ProductImport, 'rows'>) {
  const { t } = useTranslation('imports');
  const shown = segments.filter(([kind]) => rows[kind] > 0);
  return (
    <div className="grid gap-3">
      <div aria-hidden="true" className="flex h-3.5 gap-0.5 overflow-hidden rounded-full">
        {shown.map(([kind, colour]) => (
          <span key={kind} className={cn('min-w-1.5', colour)} style={{ flex: rows[kind] }} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <li className="text-muted">{t('rows', { count: rows.total })}</li>
        {shown.map(([kind, colour]) => (
          <li key={kind} className="flex items-center gap-2">
            <span aria-hidden="true" className={cn('size-2.5 rounded-full', colour)} />
            {t(`figures.${kind}`, { count: rows[kind] })}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Importing({ productImport: { written } }: Pick<Props, 'productImport'>) {
  const { t } = useTranslation('imports');
  return (
    <>
      <StateHeading title={t('importing.title')}>{t('importing.text')}</StateHeading>
      <ImportProgress
        label={t('importing.title')}
        done={written.done + written.failed}
        total={written.total}
      />
      <p className="text-sm tabular-nums">
        {t('importing.progress', { done: written.done + written.failed, total: written.total })}
      </p>
    </>
  );
}

function Finished({ productImport, onLeave }: Props) {
  const { state, written, rows, is_mine: isMine, made_by: maker } = productImport;
  const { t } = useTranslation('imports');
  const isEnded = state === 'ended';
  const left = rows.wrong + written.failed;
  return (
    <>
      <StateHeading title={isEnded ? t('done.ended') : t('done.title', { count: written.done })}>
        {isEnded
          ? t(isMine ? 'done.endedText' : 'done.endedOfOther', {
              name: maker.name,
              done: written.done,
              total: written.total,
            })
          : left > 0
            ? t('done.leftText', { count: left })
            : t('done.text')}
      </StateHeading>
      <div className="flex flex-wrap gap-2.5">
        <ButtonLink to={paths.seller}>{t('done.products')}</ButtonLink>
        <Button variant="ghost" onClick={onLeave}>
          {t('done.again')}
        </Button>
      </div>
    </>
  );
}
