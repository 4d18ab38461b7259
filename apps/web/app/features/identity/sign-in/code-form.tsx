import { Button, TextButton } from '@wopack/ui/button.tsx';
import { setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { formatCountdown } from '@wopack/ui/format.ts';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useTimeLeft } from '../../../lib/browser/use-now.ts';
import { useTimerAnnouncements } from '../../../ui/timer.tsx';
import { type CodePurpose, requestCode } from './sign-in.api.ts';

const CODE_LENGTH = 6;

interface Props {
  /** Rejects with the server's error. */
  onSubmitCode: (code: string) => Promise<void>;
  onDone: () => void;
  /** By default 'Send'. */
  submitLabel?: string;
  /** As part of a page rather than a page of its own. */
  compact?: boolean;
}

/** One field for the code; the sixth digit submits. */
export function CodeForm({ onSubmitCode, onDone, submitLabel, compact }: Props) {
  const { t } = useTranslation('auth');
  const { register, handleSubmit, setError, setFocus, setValue, formState } = useForm({
    defaultValues: { code: '' },
  });
  // It takes the place of the button that sent the code.
  useEffect(() => {
    if (compact) setFocus('code');
  }, [compact, setFocus]);
  const submitForm = handleSubmit(async ({ code }) => {
    if (code.length < CODE_LENGTH) return setError('code', { message: t('code.six') }, { shouldFocus: true });
    try {
      await onSubmitCode(code);
      onDone();
    } catch (error) {
      if (!setServerErrors(error, setError, ['code'])) showErrorToast(error);
    }
  });
  const lastSubmittedCode = useRef('');
  const handleInput = ({ target }: { target: HTMLInputElement }) => {
    const code = target.value.replace(/\D/g, '').slice(0, CODE_LENGTH);
    setValue('code', code);
    if (code.length < CODE_LENGTH || code === lastSubmittedCode.current || formState.isSubmitting) return;
    lastSubmittedCode.current = code;
    void submitForm();
  };
  return (
    <form noValidate onSubmit={(event) => void submitForm(event)} className="grid gap-4.5">
      <TextField
        label={t('code.label')}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={formState.errors.code?.message}
        inputClassName={
          compact
            ? 'font-semibold tracking-[.2em]'
            : 'h-21! rounded-md pl-5! font-display text-[clamp(1.5rem,8vw,2.25rem)]! font-bold tracking-[.2em]'
        }
        {...register('code', { onChange: handleInput })}
      />
      <Button
        type="submit"
        fullWidth
        variant={compact ? 'brand' : 'primary'}
        loading={formState.isSubmitting}
      >
        {submitLabel ?? t('code.send')}
      </Button>
    </form>
  );
}

const RESEND_DELAY_MS = 60_000;

interface ResendProps {
  email: string;
  purpose: CodePurpose;
}

/** Sends the code again, at the earliest a minute after the last one. */
export function ResendCode(props: ResendProps) {
  const [sendCount, setSendCount] = useState(0);
  return <ResendCountdown key={sendCount} {...props} onSent={() => setSendCount(sendCount + 1)} />;
}

function ResendCountdown({ email, purpose, onSent }: ResendProps & { onSent: () => void }) {
  const { t } = useTranslation('auth');
  const [isSending, setIsSending] = useState(false);
  const remainingMs = useTimeLeft(RESEND_DELAY_MS);
  useTimerAnnouncements(remainingMs, { what: t('code.missing'), over: t('code.againNow') });
  const resend = async () => {
    setIsSending(true);
    try {
      await requestCode(email, purpose);
      showToast(t('code.resent'));
      onSent();
    } catch (error) {
      showErrorToast(error);
      setIsSending(false);
    }
  };
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 text-muted">
      {t('code.missing')}
      {remainingMs > 0 ? (
        <span className="inline-flex min-h-11 items-center tabular-nums">
          {t('code.again', { time: formatCountdown(remainingMs) })}
        </span>
      ) : (
        <TextButton disabled={isSending} onClick={() => void resend()} className="disabled:opacity-60">
          {t('code.resend')}
        </TextButton>
      )}
    </p>
  );
}
