import { Button } from '@wopack/ui/button.tsx';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, onStepUpNeeded } from '../lib/api.ts';
import { useAction } from '../lib/use-console.ts';
import { CodeField, splitErrors } from '../ui/forms.tsx';

type Answer = (isConfirmed: boolean) => void;

/** Asks for the code when a call needs the second factor again; the call is repeated then. */
export function StepUp() {
  const { t } = useTranslation('admin');
  const [answers, setAnswers] = useState<readonly Answer[]>([]);
  useEffect(
    () =>
      onStepUpNeeded(() => new Promise<boolean>((resolve) => setAnswers((waiting) => [...waiting, resolve]))),
    [],
  );
  const close = (isConfirmed: boolean) => {
    for (const answer of answers) answer(isConfirmed);
    setAnswers([]);
  };
  return answers.length > 0 ? <StepUpDialog onClose={close} title={t('code.title')} /> : null;
}

function StepUpDialog({ onClose, title }: { onClose: Answer; title: string }) {
  const { t } = useTranslation('admin');
  const [code, setCode] = useState('');
  const { run, isRunning, error } = useAction(() => call('stepUpOperator', { body: { code: code.trim() } }), {
    done: t('code.confirmed'),
    inForm: true,
    onDone: () => onClose(true),
  });
  const errors = splitErrors(error, ['code']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRunning) run(undefined);
  };
  return (
    <Sheet open onClose={() => onClose(false)} title={title} description={t('code.why')}>
      <form onSubmit={submit} className="grid gap-4">
        <CodeField value={code} onChange={setCode} error={errors.of('code')} />
        {errors.rest ? <FieldError>{errors.rest}</FieldError> : null}
        <Button type="submit" variant="brand" fullWidth loading={isRunning}>
          {t('code.confirm')}
        </Button>
      </form>
    </Sheet>
  );
}
