import { cn } from '@wopack/ui/cn.ts';
import { IconAlertTriangle, IconCheck, IconCircle } from '@wopack/ui/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField, type PasswordFieldProps } from './password-field.tsx';
import type { PasswordLevel, PasswordStrength } from './password-strength.ts';

/** Source: docs/specification.md, Accounts. */
const MIN_PASSWORD_LENGTH = 6;
const RECOMMENDED_PASSWORD_LENGTH = 10;

type PasswordRule = 'length' | 'digit' | 'longer' | 'digits';

/** Which rules a password meets; the server decides. */
function checkPasswordRules(password: string): Record<PasswordRule, boolean> {
  const digits = password.match(/\d/g)?.length ?? 0;
  return {
    length: password.length >= MIN_PASSWORD_LENGTH,
    digit: digits >= 1,
    longer: password.length >= RECOMMENDED_PASSWORD_LENGTH,
    digits: digits >= 2,
  };
}

interface Props extends Omit<PasswordFieldProps, 'autoComplete' | 'hint'> {
  /** What is typed so far. */
  password: string;
  /** Name and address of the account, by which a password is easily guessed. */
  ownWords: string[];
}

/** A field in which a password is chosen, with the rules it meets and how strong it is. */
export function NewPasswordField({ password, ownWords, ...props }: Props) {
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      hint={<PasswordHints password={password} ownWords={ownWords} />}
    />
  );
}

/** Each rule with its state in words; changes are announced. */
function PasswordHints({ password, ownWords }: { password: string; ownWords: string[] }) {
  const { t } = useTranslation('auth');
  const strength = usePasswordStrength(password, ownWords);
  const fulfilled = checkPasswordRules(password);
  const renderRule = (rule: PasswordRule, count: number, unmetLabel: 'missing' | 'optional') => {
    const isMet = fulfilled[rule];
    const Icon = isMet ? IconCheck : IconCircle;
    return (
      <span aria-atomic="true" className={cn('flex items-center gap-1.5', isMet && 'text-save')}>
        <Icon className="size-4 shrink-0" />
        <span>
          {t(`password.${rule}`, { count })}: <b>{t(`password.${isMet ? 'done' : unmetLabel}`)}</b>
        </span>
      </span>
    );
  };
  return (
    <span aria-live="polite" className="grid gap-0.5">
      {strength ? <Strength {...strength} /> : null}
      {renderRule('length', MIN_PASSWORD_LENGTH, 'missing')}
      {renderRule('digit', 1, 'missing')}
      {renderRule('longer', RECOMMENDED_PASSWORD_LENGTH, 'optional')}
      {renderRule('digits', 2, 'optional')}
    </span>
  );
}

const LEVELS = [1, 2, 3, 4] as const satisfies PasswordLevel[];
const LEVEL_COLORS = { 1: 'bg-danger', 2: 'bg-star', 3: 'bg-save', 4: 'bg-save' } as const;

function Strength({ level, isCommon }: PasswordStrength) {
  const { t } = useTranslation('auth');
  return (
    <>
      <span className="flex items-center gap-2.5">
        <span aria-hidden="true" className="grid w-24 shrink-0 grid-cols-4 gap-1">
          {LEVELS.map((step) => (
            <span
              key={step}
              className={cn('h-1.5 rounded-full', step <= level ? LEVEL_COLORS[level] : 'bg-line')}
            />
          ))}
        </span>
        <span aria-atomic="true">
          {t('password.strength')}: <b className="text-text">{t(`password.level${level}`)}</b>
        </span>
      </span>
      {isCommon ? (
        <span className="flex items-center gap-1.5 font-semibold text-danger">
          <IconAlertTriangle className="size-4 shrink-0" />
          {t('password.common')}
        </span>
      ) : null}
    </>
  );
}

/** Null before something is typed, and while or where the estimator cannot be loaded: it only advises. */
function usePasswordStrength(password: string, ownWords: string[]): PasswordStrength | null {
  const [estimator, setEstimator] = useState<typeof import('./password-strength.ts')>();
  const isNeeded = password !== '' && !estimator;
  useEffect(() => {
    if (isNeeded) import('./password-strength.ts').then(setEstimator, () => {});
  }, [isNeeded]);
  return password && estimator ? estimator.ratePassword(password, ownWords) : null;
}
