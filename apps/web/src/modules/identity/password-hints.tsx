import { IconCheck, IconCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../lib/cx.ts';
import { MIN_PASSWORD, type PasswordRule, passwordRules } from './password-rules.ts';

/** The rules of a new password with their state in words; each change is read out. */
export function PasswordHints({ password }: { password: string }) {
  const { t } = useTranslation('auth');
  const follows = passwordRules(password);
  const row = (rule: PasswordRule, open: 'missing' | 'optional') => {
    const done = follows[rule];
    const Icon = done ? IconCheck : IconCircle;
    return (
      <span aria-atomic="true" className={cx('flex items-center gap-1.5', done && 'text-save')}>
        <Icon className="size-4 shrink-0" aria-hidden="true" />
        <span>
          {t(`password.${rule}`, { count: MIN_PASSWORD })}: <b>{t(`password.${done ? 'done' : open}`)}</b>
        </span>
      </span>
    );
  };
  return (
    <span aria-live="polite" className="grid gap-0.5">
      {row('length', 'missing')}
      {row('digit', 'missing')}
      {row('digits', 'optional')}
    </span>
  );
}
