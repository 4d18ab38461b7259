import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cn } from '../../../lib/cn.ts';
import { paths } from '../../../lib/paths.ts';
import { Logo } from '../../../ui/images/logo.tsx';
import type { StepIndex } from './registration.ts';

const STEPS = ['place', 'pack', 'schedule'] as const;

/** Where one is among the three steps, and the way out that keeps everything. */
export function WizardHeader({ step }: { step: StepIndex }) {
  const { t } = useTranslation('seller');
  return (
    <header className="gutter grid min-h-16 grid-cols-[1fr_auto] items-center gap-x-3 border-b border-line bg-page pt-1.5 pb-2 sm:grid-cols-[auto_1fr_auto] sm:py-0 lg:min-h-20 lg:gap-x-10">
      <Link to={paths.seller} className="grid min-h-11 items-center justify-self-start">
        <Logo className="h-[34px] max-lg:hidden" />
        <Logo markOnly className="h-9 lg:hidden" />
      </Link>
      <ol
        aria-label={t('wizard.steps')}
        className="flex justify-center gap-1 max-sm:order-last max-sm:col-span-2 max-sm:justify-start lg:gap-2"
      >
        {STEPS.map((name, index) => (
          <li
            key={name}
            aria-current={index === step ? 'step' : undefined}
            className={cn(
              'flex min-h-11 min-w-0 items-center gap-2.5 rounded-full pl-1.5 font-semibold lg:pr-4',
              index === step ? 'bg-brand-soft pr-3.5 text-text' : 'pr-1.5 text-muted',
            )}
          >
            <span
              aria-hidden="true"
              className={cn(
                'grid size-[30px] shrink-0 place-items-center rounded-full font-display text-sm leading-none font-bold',
                index < step && 'bg-save text-page',
                index === step && 'bg-brand text-on-brand',
                index > step && 'inset-ring-2 inset-ring-line-strong',
              )}
            >
              {index < step ? <IconCheck className="size-[18px]" stroke={3} /> : index + 1}
            </span>
            <span className={cn('truncate text-sm lg:text-base', index !== step && 'max-lg:sr-only')}>
              {t(`wizard.${name}`)}
            </span>
            {index < step ? <span className="sr-only">, {t('wizard.done')}</span> : null}
          </li>
        ))}
      </ol>
      <Link
        to={paths.seller}
        className="inline-flex min-h-11 items-center rounded-sm text-sm font-semibold text-muted hover:text-text lg:text-base"
      >
        {t('wizard.exit')}
      </Link>
    </header>
  );
}
