import { cn } from '@wopack/ui/cn.ts';
import { IconCheck, IconChevronDown } from '@wopack/ui/icons';
import { Logo } from '@wopack/ui/images/logo-and-mascot.tsx';
import { useMediaQuery } from '@wopack/ui/use-media-query.ts';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import type { StepIndex } from '../../../lib/storage/registration.ts';
import { Zigzag } from '../../../ui/images/zigzag.tsx';

const STEPS = ['place', 'pack', 'schedule'] as const;

/** Progress through the three steps, and a link out that keeps the drafts. */
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

interface Props {
  step: StepIndex;
  title: string;
  lead: ReactNode;
  /** Above the preview. */
  caption: string;
  /** Missing on the step that fills the panel itself, by `panelRef`. */
  preview?: ReactNode;
  panelRef?: Ref<HTMLElement>;
  /** Below the preview. */
  note?: string;
  /** The step's heading, focused when the step appears. */
  headingRef: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** Wide enough for a panel beside the form. */
export const useHasSidePanel = (): boolean => useMediaQuery('(min-width: 62rem)');

/** Steps at the top, the form, and its preview: on a yellow panel beside it, collapsed on narrow screens. */
export function WizardLayout({
  step,
  title,
  lead,
  caption,
  preview,
  panelRef,
  note,
  headingRef,
  children,
}: Props) {
  const { t } = useTranslation('seller');
  const hasSidePanel = useHasSidePanel();
  return (
    <div className="flex min-h-dvh flex-col">
      <WizardHeader step={step} />
      <main className="flex flex-1 flex-col lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(380px,39%)]">
        <div className="gutter flex w-full flex-1 flex-col gap-6 pt-7 sm:pb-10 lg:max-w-[860px] lg:justify-self-end lg:pt-12 lg:pr-[clamp(2rem,4.5vw,4rem)] lg:pl-[clamp(2.5rem,8.3vw,7.5rem)]">
          <div>
            <h1 className="mb-1.5 text-sm font-semibold text-muted">{t('wizard.title')}</h1>
            <h2 ref={headingRef} tabIndex={-1} className="d1 break-words outline-none">
              {title}
            </h2>
            <p className="mt-2 text-muted">{lead}</p>
          </div>
          {hasSidePanel || !preview ? null : (
            <details className="group on-brand rounded-lg bg-brand text-on-brand">
              <summary className="flex min-h-[52px] list-none items-center justify-between gap-3 rounded-lg px-5 font-semibold [&::-webkit-details-marker]:hidden">
                {caption}
                <IconChevronDown className="size-5 shrink-0 transition-transform group-open:rotate-180" />
              </summary>
              <div className="grid justify-items-center gap-4 px-4 pt-2 pb-6">
                {preview}
                {note ? <p className="text-center text-sm">{note}</p> : null}
              </div>
            </details>
          )}
          {children}
        </div>
        {hasSidePanel && !preview ? (
          <aside
            aria-label={caption}
            ref={panelRef}
            className="sticky top-0 h-[min(calc(100dvh-80px),980px)]"
          />
        ) : null}
        {hasSidePanel && preview ? (
          <Zigzag edge="left" toothWidth={40} className="on-brand bg-brand text-on-brand">
            <aside
              aria-label={caption}
              className="sticky top-0 grid min-h-[min(calc(100dvh-80px),820px)] content-center justify-items-center gap-5 py-14 pr-10 pl-[60px]"
            >
              <p className="font-semibold">{caption}</p>
              {preview}
              {note ? <p className="max-w-[340px] text-center text-sm">{note}</p> : null}
            </aside>
          </Zigzag>
        ) : null}
      </main>
    </div>
  );
}
