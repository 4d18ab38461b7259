import { Field } from '@base-ui/react/field';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { Button } from '@wopack/ui/button.tsx';
import { getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { controlVariants } from '@wopack/ui/form/control-variants.ts';
import { FormField } from '@wopack/ui/form/text-field.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pairCounter } from './counter-client.ts';

const CODE_LENGTH = 6;

/** Letters and digits as a code has them, however they were typed or pasted. */
export const cleanCode = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, CODE_LENGTH);

/** The code that an owner or manager sees when they add a device. A scanned one is in the address, and is typed here. */
export function PairingForm({ scannedCode }: { scannedCode: string }) {
  const { t } = useTranslation('counter');
  const inputRef = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState(() => cleanCode(scannedCode));
  const [isTooShort, setIsTooShort] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: pairCounter,
    onError: () => inputRef.current?.select(),
  });
  const message = isTooShort
    ? t('pair.six')
    : error instanceof ApiError && error.errors.code
      ? error.errors.code[0]
      : error
        ? getErrorMessage(error)
        : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    setIsTooShort(code.length < CODE_LENGTH);
    if (code.length < CODE_LENGTH) return inputRef.current?.focus();
    mutate(code);
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <FormField label={t('pair.code')} hint={t('pair.hint')} error={message}>
        <Field.Control
          ref={inputRef}
          value={code}
          onChange={(event) => {
            setCode(cleanCode(event.target.value));
            setIsTooShort(false);
            reset();
          }}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className={`${controlVariants({ variant: 'box' })} h-16 text-center font-display text-[1.75rem] font-bold tracking-[.3em] uppercase`}
        />
      </FormField>
      <Button type="submit" fullWidth loading={isPending}>
        {t('pair.action')}
      </Button>
    </form>
  );
}
