import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';
import { CollectSample, OfferSample, PaySample } from './samples.tsx';

/** How it works: choose, pay, collect. */
export function Steps() {
  const { t } = useTranslation('landing');
  return (
    <section id="how" aria-labelledby="how-title" className="pt-12 outline-none lg:pt-22">
      <h2 id="how-title" className="d1">
        {t('steps.title')}
      </h2>
      <ol className="mt-6 grid gap-4 lg:mt-10 lg:grid-cols-3 lg:gap-6">
        <Step number={1} title={t('steps.choose.title')} text={t('steps.choose.text')}>
          <OfferSample />
        </Step>
        <Step number={2} title={t('steps.pay.title')} text={t('steps.pay.text')}>
          <PaySample />
        </Step>
        <Step number={3} title={t('steps.collect.title')} text={t('steps.collect.text')}>
          <CollectSample />
        </Step>
      </ol>
    </section>
  );
}

interface StepProps {
  number: number;
  title: string;
  text: string;
  children: ReactNode;
}

/** What the screen then looks like peeks over the lower edge; a picture, not a control. */
const Step = ({ number, title, text, children }: StepProps) => (
  <li className="flex flex-col gap-2 overflow-hidden rounded-xl bg-sunken px-6 pt-6 lg:h-[488px] lg:px-8 lg:pt-8">
    <span
      aria-hidden="true"
      className="mb-2 grid size-10 place-items-center rounded-full bg-brand font-display text-lg/none font-bold text-on-brand"
    >
      {number}
    </span>
    <h3 className="h1">{title}</h3>
    <p className="text-balance text-muted">{text}</p>
    <div
      aria-hidden="true"
      inert
      className={cn('mt-5 lg:mt-auto lg:h-[252px]', number === 1 ? 'h-[246px]' : 'h-[216px]')}
    >
      {children}
    </div>
  </li>
);
