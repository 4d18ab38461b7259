import { IconCheck, IconCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';
import { checkPasswordRules, MIN_PASSWORD_LENGTH, type PasswordRule } from './password.rules.ts';

/** The rules of a new password with their state in words; each change is read out. */
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
