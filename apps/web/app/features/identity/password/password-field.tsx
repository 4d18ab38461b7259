import { IconButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconCheck, IconCircle, IconEye, IconEyeOff, IconLock } from '@wopack/ui/icons';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Source: docs/specification.md, Accounts. */
export const MIN_PASSWORD_LENGTH = 6;

export type PasswordRule = 'length' | 'digit' | 'digits';

/** Which rules a password meets; the server decides. */
export function checkPasswordRules(password: string): Record<PasswordRule, boolean> {
  const digits = password.match(/\d/g)?.length ?? 0;
  return { length: password.length >= MIN_PASSWORD_LENGTH, digit: digits >= 1, digits: digits >= 2 };
}

interface Props extends Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'end' | 'icon'> {
  /** 'Password' by default. */
  label?: string;
}

/** A password field with a button that shows its text. */
export function PasswordField({ label, ...props }: Props) {
  const { t } = useTranslation('auth');
  const [isVisible, setVisible] = useState(false);
  const Icon = isVisible ? IconEyeOff : IconEye;
  return (
    <TextField
      {...props}
      label={label ?? t('password.label')}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      icon={<IconLock />}
      endAdornment={
        <IconButton
          variant="plain"
          label={isVisible ? t('password.hide') : t('password.show')}
          onClick={() => setVisible(!isVisible)}
        >
          <Icon aria-hidden="true" />
        </IconButton>
      }
    />
  );
}

/** The rules of a new password, each with its state in words; changes are announced. */
export function PasswordHints({ password }: { password: string }) {
  const { t } = useTranslation('auth');
  const fulfilled = checkPasswordRules(password);
  const renderRule = (rule: PasswordRule, unmetLabel: 'missing' | 'optional') => {
    const isMet = fulfilled[rule];
    const Icon = isMet ? IconCheck : IconCircle;
    return (
      <span aria-atomic="true" className={cn('flex items-center gap-1.5', isMet && 'text-save')}>
        <Icon className="size-4 shrink-0" aria-hidden="true" />
        <span>
          {t(`password.${rule}`, { count: MIN_PASSWORD_LENGTH })}:{' '}
          <b>{t(`password.${isMet ? 'done' : unmetLabel}`)}</b>
        </span>
      </span>
    );
  };
  return (
    <span aria-live="polite" className="grid gap-0.5">
      {renderRule('length', 'missing')}
      {renderRule('digit', 'missing')}
      {renderRule('digits', 'optional')}
    </span>
  );
}
