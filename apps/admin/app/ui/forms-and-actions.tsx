import type { OperatorRight } from '@wopack/contract';
import { operatorRoles, hasRight as roleHasRight } from '@wopack/contract/vocabulary';
import type { Language } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { download } from '@wopack/ui/download.ts';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { TextArea, TextField } from '@wopack/ui/form/text-field.tsx';
import { IconDownload } from '@wopack/ui/icons';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import type { TFunction } from 'i18next';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getFirstMessage, useAction, useOperator, useRights } from '../lib/use-console.ts';
import { type Case, CaseNote, type CaseSubject, useCase } from './case-guard.tsx';

interface ReasonFieldProps {
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
  error?: string;
}

export const ReasonField = ({ label, hint, value, onChange, error }: ReasonFieldProps) => (
  <TextArea
    label={label}
    hint={hint}
    error={error}
    value={value}
    rows={3}
    length={{ used: value.trim().length, max: 2000 }}
    required
    onChange={({ target }) => onChange(target.value)}
  />
);

interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  error?: string;
}

/** Six digits of the authenticator, or a recovery code. */
export function CodeField({ value, onChange, hint, error }: CodeFieldProps) {
  const { t } = useTranslation('admin');
  return (
    <TextField
      label={t('code.label')}
      hint={hint}
      error={error}
      value={value}
      required
      maxLength={40}
      inputMode="text"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Handles the submission of a form without the browser's reload. */
export const submitWith = (submit: () => void) => (event: FormEvent) => {
  event.preventDefault();
  submit();
};

/** The errors of a form's fields, and what belongs to none of them. */
export function splitErrors(error: unknown, fields: readonly string[]) {
  const errors = (error as { errors?: Record<string, string[]> } | null)?.errors ?? {};
  const isOfField = fields.some((field) => errors[field]?.[0]);
  return {
    of: (field: string) => errors[field]?.[0],
    rest: error && !isOfField ? getFirstMessage(error) : null,
  };
}

/** Who reads a reason, and in which languages they read. */
const getReaderHint = (t: TFunction<'admin'>, readerLanguages: readonly Language[]): string =>
  readerLanguages.length === 0
    ? t('reason.hint')
    : t('reason.hintIn', {
        languages: readerLanguages.map((language) => t(`languages.${language}`)).join(', '),
      });

interface ActionDialogProps<R> {
  /** Nobody decides on a case of their own. Null: it concerns nobody in particular. */
  about: Case | null;
  title: string;
  description?: ReactNode;
  /** The verb. */
  confirmLabel: string;
  isDanger?: boolean;
  /** Without one the action needs no reason, unless the person concerned reads it. */
  reasonHint?: string;
  isReasonRead?: boolean;
  /** Fields of its own, above the reason. */
  children?: (errorOf: (field: string) => string | undefined) => ReactNode;
  /** Names of those fields. */
  fields?: readonly string[];
  /** A number or reference that is asked for above the reason. */
  reference?: { field: string; label: string; hint?: string } | null;
  action: (reason: string, reference: string) => Promise<R>;
  /** Said when it is done. */
  done: string | ((reply: R) => string);
  onDone?: (reply: R) => void;
  onClose: () => void;
}

/** Asks for the reason of an action and runs it; stays open with what went wrong. Mounted while it is open. */
export function ActionDialog<R>({
  about,
  title,
  description,
  confirmLabel,
  isDanger,
  reasonHint,
  isReasonRead,
  children,
  fields = [],
  reference,
  action,
  done,
  onDone,
  onClose,
}: ActionDialogProps<R>) {
  const { t } = useTranslation('admin');
  const [reason, setReason] = useState('');
  const [typedReference, setTypedReference] = useState('');
  const { run, isRunning, error } = useAction(() => action(reason.trim(), typedReference.trim()), {
    done,
    inForm: true,
    onDone: (reply) => {
      onClose();
      onDone?.(reply);
    },
  });
  const errors = splitErrors(error, [...fields, ...(reference ? [reference.field] : []), 'reason']);
  const { isBlocked, getNote, readerLanguages } = useCase(about);
  const hint = isReasonRead ? getReaderHint(t, readerLanguages) : reasonHint;
  const isDisabled = about !== null && isBlocked(about.right);
  return (
    <Sheet open onClose={onClose} title={title} description={description}>
      <form
        noValidate
        onSubmit={submitWith(() => !isRunning && !isDisabled && run(undefined))}
        className="grid gap-4"
      >
        {about ? <CaseNote note={getNote([about.right])} /> : null}
        {children?.(errors.of)}
        {reference ? (
          <TextField
            label={reference.label}
            hint={reference.hint}
            value={typedReference}
            error={errors.of(reference.field)}
            required
            autoComplete="off"
            onChange={({ target }) => setTypedReference(target.value)}
          />
        ) : null}
        {hint === undefined ? null : (
          <ReasonField
            label={t('reason.label')}
            hint={hint}
            value={reason}
            onChange={setReason}
            error={errors.of('reason')}
          />
        )}
        {errors.rest ? <FieldError>{errors.rest}</FieldError> : null}
        <Button
          type="submit"
          variant={isDanger ? 'danger' : 'brand'}
          disabled={isDisabled}
          loading={isRunning}
          fullWidth
        >
          {confirmLabel}
        </Button>
      </form>
    </Sheet>
  );
}

interface RecordAction {
  key: string;
  /** The verb. */
  label: string;
  /** What it causes. */
  effect: string;
  right: OperatorRight;
  isDanger?: boolean;
  /** Who reads the reason; by default the person concerned. */
  reasonHint?: string;
  run: (reason: string) => Promise<unknown>;
}

interface RecordActionsProps {
  about: CaseSubject;
  actions: readonly (RecordAction | false)[];
}

/** The buttons of a record, as far as the operator may use them; each asks for a reason. */
export function RecordActions({ about, actions }: RecordActionsProps) {
  const { t } = useTranslation('admin');
  const hasRight = useRights();
  const [open, setOpen] = useState<RecordAction | null>(null);
  const { isBlocked, getNote } = useCase(about);
  const possible = actions.filter((action) => action !== false);
  const allowed = possible.filter((action) => hasRight(action.right));
  const operator = useOperator();
  const others = operatorRoles.filter((role) => possible.some(({ right }) => roleHasRight(role, right)));
  return (
    <>
      <CaseNote note={getNote(allowed.map(({ right }) => right))} />
      {operator && possible.length > 0 && allowed.length === 0 ? (
        <p className="text-sm text-muted">
          {t('shared.whoCan', { roles: others.map((role) => t(`roles.${role}`)).join(', ') })}
        </p>
      ) : null}
      {allowed.map((action) => (
        <Button
          key={action.key}
          variant={action.isDanger ? 'danger' : 'ghost'}
          size="small"
          disabled={isBlocked(action.right)}
          onClick={() => setOpen(action)}
        >
          {action.label}
        </Button>
      ))}
      {open ? (
        <ActionDialog
          about={{ ...about, right: open.right }}
          title={open.label}
          description={open.effect}
          confirmLabel={open.label}
          isDanger={open.isDanger}
          reasonHint={open.reasonHint}
          isReasonRead={open.reasonHint === undefined}
          action={open.run}
          done={t('saved')}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}

interface DownloadButtonProps {
  label: string;
  /** Name of the file. */
  file: string;
  type: 'text/csv' | 'application/xml' | 'application/pdf';
  load: () => Promise<string | Blob>;
  variant?: 'brand' | 'ghost';
  disabled?: boolean;
}

/** Saves a file of the server. */
export function DownloadButton({
  label,
  file,
  type,
  load,
  variant = 'ghost',
  disabled,
}: DownloadButtonProps) {
  const { t } = useTranslation('admin');
  const { run, isRunning } = useAction(async () => download(file, await load(), type), {
    done: t('list.exported'),
  });
  return (
    <Button
      variant={variant}
      size="small"
      icon={<IconDownload />}
      loading={isRunning}
      disabled={disabled}
      onClick={() => run(undefined)}
    >
      {label}
    </Button>
  );
}
