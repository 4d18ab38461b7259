import { Button, TextButton } from '@wopack/ui/button.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../lib/data/shared-queries.ts';
import { ResendCode } from '../sign-in/code-form.tsx';
import { type CodePurpose, requestCode } from '../sign-in/sign-in.api.ts';
import { PasswordField } from './password-field.tsx';

interface Props {
  me: Me;
  /** What a mailed code is for. */
  purpose: CodePurpose;
  usesCode: boolean;
  onUseCode: () => void;
  /** Registers the form's field: `code` when confirming by code, else `password`. */
  fieldProps: Omit<ComponentProps<typeof TextField>, 'label'>;
}

/** Part of a form: confirms the user's identity by password or code. */
export function ReauthenticationFields({ me, purpose, usesCode, onUseCode, fieldProps }: Props) {
  const { t } = useTranslation(['account', 'auth']);
  const { email } = me;
  const { state, sendCode } = useCodeRequest(email, purpose, onUseCode);
  if (!usesCode) {
    return (
      <div className="grid gap-1">
        <PasswordField label={t('password.current')} autoComplete="current-password" {...fieldProps} />
        <TextButton
          disabled={state === 'sending'}
          onClick={() => void sendCode()}
          className="justify-self-start disabled:opacity-60"
        >
          {t('deletion.useCode')}
        </TextButton>
      </div>
    );
  }
  return (
    <div className="grid gap-2.5">
      <p role="status" className="text-sm break-words text-pretty text-muted">
        {state === 'sent' ? t('verify.sent', { email }) : t('proof.text', { email })}
      </p>
      <TextField
        label={t('auth:code.label')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        {...fieldProps}
      />
      {state === 'sent' ? (
        <ResendCode email={email} purpose={purpose} />
      ) : (
        <Button
          variant="ghost"
          size="small"
          className="justify-self-start"
          loading={state === 'sending'}
          onClick={() => void sendCode()}
        >
          {t('verify.send')}
        </Button>
      )}
    </div>
  );
}

/** Mails a code to the signed-in user's address. `onSent` runs after each successful request. */
export function useCodeRequest(email: string, purpose: CodePurpose, onSent?: () => void) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const sendCode = async () => {
    setState('sending');
    try {
      await requestCode(email, purpose);
      setState('sent');
      onSent?.();
    } catch (error) {
      showErrorToast(error);
      setState('idle');
    }
  };
  return { state, sendCode };
}
