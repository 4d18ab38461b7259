import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showFieldProblems } from '../../lib/problems.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { notifyProblem } from '../../ui/toast.ts';

const DIGITS = 6;

interface Props {
  /** What the code is for; throws what the server says about it. */
  enter: (code: string) => Promise<void>;
  onDone: () => void;
  /** Words of the button; by default 'Send'. */
  submit?: string;
  /** As part of a page rather than all of it. */
  small?: boolean;
}

/** One field for the code; the sixth digit sends it. */
export function CodeForm({ enter, onDone, submit, small }: Props) {
  const { t } = useTranslation('auth');
  const { register, handleSubmit, setError, setValue, formState } = useForm({ defaultValues: { code: '' } });
  const send = handleSubmit(async ({ code }) => {
    if (code.length < DIGITS) return setError('code', { message: t('code.six') }, { shouldFocus: true });
    try {
      await enter(code);
      onDone();
    } catch (error) {
      if (!showFieldProblems(error, setError, ['code'])) notifyProblem(error);
    }
  });
  const lastTried = useRef('');
  const keepDigits = ({ target }: { target: HTMLInputElement }) => {
    const code = target.value.replace(/\D/g, '').slice(0, DIGITS);
    setValue('code', code);
    if (code.length < DIGITS || code === lastTried.current || formState.isSubmitting) return;
    lastTried.current = code;
    void send();
  };
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-4.5">
      <Field
        label={t('code.label')}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={formState.errors.code?.message}
        inputClassName={
          small
            ? 'font-semibold tracking-[.2em]'
            : 'h-21! rounded-md pl-5! font-display text-[clamp(1.5rem,8vw,2.25rem)]! font-bold tracking-[.2em]'
        }
        {...register('code', { onChange: keepDigits })}
      />
      <Button type="submit" block look={small ? 'brand' : 'primary'} loading={formState.isSubmitting}>
        {submit ?? t('code.send')}
      </Button>
    </form>
  );
}
