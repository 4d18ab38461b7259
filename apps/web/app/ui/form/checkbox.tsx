import { IconCheck } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Trans } from 'react-i18next';
import { cn } from '../../lib/cn.ts';
import { PolicyLink } from '../links.tsx';
import { FieldError } from './form-field.tsx';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  children: ReactNode;
  error?: string;
}

/** `<Checkbox {...register('check_terms')}>…</Checkbox>`. */
export function Checkbox({ children, error, className, ...input }: Props) {
  const errorId = useId();
  return (
    <div className={cn('grid gap-1', className)}>
      <label className="flex min-h-11 items-center gap-3">
        <span className="relative grid size-6 shrink-0">
          <input
            type="checkbox"
            {...input}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            className="peer size-6 appearance-none rounded-[7px] inset-ring-2 inset-ring-line-strong checked:bg-primary checked:inset-ring-0 aria-invalid:inset-ring-danger disabled:opacity-50"
          />
          <IconCheck
            stroke={3}
            aria-hidden="true"
            className="pointer-events-none absolute inset-1 size-4 text-on-primary opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span className="min-w-0">{children}</span>
      </label>
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </div>
  );
}

interface AcceptTermsProps {
  /** Its namespace must be loaded by the page. */
  i18nKey: 'auth:terms' | 'auth:signup.terms' | 'offer:conditions';
}

/** A sentence with a link to the terms: 'You accept the <terms>Terms</terms>.' */
export const AcceptTerms = ({ i18nKey }: AcceptTermsProps) => (
  <Trans ns={['auth', 'offer']} i18nKey={i18nKey} components={{ terms: <PolicyLink policy="terms" /> }} />
);
