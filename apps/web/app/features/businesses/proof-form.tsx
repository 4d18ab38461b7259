import { isApiError } from '@wopack/contract/client';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage, setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { type ReactNode, useState } from 'react';
import { type UseFormRegisterReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Proof } from './businesses.api.ts';

export interface ReauthenticationProps {
  usesCode: boolean;
  onUseCode: () => void;
  fieldProps: UseFormRegisterReturn & { error: string | undefined };
}

export interface Reauthentication {
  /** Without one the user confirms by code. */
  hasPassword: boolean;
  renderFields: (props: ReauthenticationProps) => ReactNode;
}

interface Props {
  reauthentication: Reauthentication;
  submitLabel: string;
  isDanger?: boolean;
  onSubmit: (proof: Proof) => Promise<void>;
  /** Takes what the server says about other fields, which are shown elsewhere. */
  onOtherErrors?: (errors: Readonly<Record<string, readonly string[]>>) => void;
}

/** The end of a change of who may act for the business: the password or a code, and the button. */
export function ProofForm({ reauthentication, submitLabel, isDanger, onSubmit, onOtherErrors }: Props) {
  const { t } = useTranslation('account');
  const { hasPassword, renderFields } = reauthentication;
  const [usesCode, setUsesCode] = useState(!hasPassword);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { register, handleSubmit, setError, clearErrors, formState } = useForm({
    defaultValues: { password: '', code: '' },
  });
  const { errors, isSubmitting } = formState;
  const field = usesCode ? 'code' : 'password';
  const submit = handleSubmit(async (values) => {
    setRefusal(null);
    if (!values[field]) return setError(field, { message: t('password.required') }, { shouldFocus: true });
    try {
      await onSubmit({ [field]: values[field] });
    } catch (error) {
      if (setServerErrors(error, setError, [field])) return;
      if (isApiError(error, 'validation') && onOtherErrors) onOtherErrors(error.errors);
      else setRefusal(getErrorMessage(error));
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3.5">
      {renderFields({
        usesCode,
        onUseCode: () => {
          clearErrors();
          setUsesCode(true);
        },
        fieldProps: { ...register(field), error: errors[field]?.message },
      })}
      {refusal ? <FieldError>{refusal}</FieldError> : null}
      <Button type="submit" fullWidth variant={isDanger ? 'danger' : 'primary'} loading={isSubmitting}>
        {submitLabel}
      </Button>
    </form>
  );
}
