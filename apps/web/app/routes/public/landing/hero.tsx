import { MAX_DISCOUNT } from '@wopack/domain';
import { ButtonLink, buttonVariants, iconButtonVariants } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { Rating } from '@wopack/ui/display/rating.tsx';
import { controlVariants } from '@wopack/ui/form/control-variants.ts';
import { IconArrowRight, IconClock, IconCreditCard, IconHeartFilled, IconLock } from '@wopack/ui/icons';
import { Logo } from '@wopack/ui/images/logo-and-mascot.tsx';
import { serverDate } from '@wopack/ui/server-clock.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { companyName, feedbackEmail } from '../../../lib/company.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths, withNextPath } from '../../../lib/paths.ts';
import { MascotScene } from '../../../ui/images/mascot-scene.tsx';
import { PhotoPlaceholder } from '../../../ui/images/photo-placeholder.tsx';
import { LanguageButtons } from '../../../ui/language-picker.tsx';
import { PolicyList } from '../../../ui/links.tsx';
import { PriceSticker } from '../../../ui/price.tsx';
import { SAMPLE_PRODUCT, signUpToSell } from './landing-tiles.tsx';

const DISCOUNT_PERCENT = MAX_DISCOUNT * 100;

export function Hero({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useTranslation(['landing', 'common']);
  const { formatPercent } = useFormat();
  const slogan = t('common:slogan').split(/(?<=\?) /);
  return (
    <div className="on-brand on-bright zz-bottom overflow-hidden bg-brand pt-17 text-on-brand [--zz:39px] lg:pt-22 lg:[--zz:48px]">
      <div className="wrap grid items-center gap-6 pt-2 pb-12 sm:grid-cols-[1.17fr_1fr] sm:pt-5 sm:pb-16 lg:min-h-[640px] lg:pt-4 lg:pb-32">
        <div>
          <h1 className="hero [&:lang(en)]:text-[calc(var(--text-hero)*.86)]">
            {slogan.map((line) => (
              <span key={line} className="block">
                {`${line} `}
              </span>
            ))}
          </h1>
          <p className="mt-3 mb-4 max-w-[30em] text-lg text-pretty lg:mt-7 lg:mb-9 lg:text-[1.3125rem] lg:leading-[1.95rem]">
            {t('intro', { percent: formatPercent(DISCOUNT_PERCENT) })}
          </p>
          <ButtonLink
            to={isSignedIn ? paths.offers : withNextPath(paths.auth, paths.offers)}
            className="max-sm:w-full lg:min-h-16 lg:rounded-[20px] lg:px-9 lg:text-[1.1875rem]"
          >
            {t('more')}
            <IconArrowRight />
          </ButtonLink>
          {isSignedIn ? null : (
            <p className="mt-1 flex flex-wrap sm:mt-3 items-center gap-x-2">
              {t('sellers.question')}
              <Link
                to={signUpToSell}
                className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
              >
                {t('sellers.action')}
              </Link>
            </p>
          )}
        </div>
        <div className="relative mx-auto w-full max-w-[347px] max-sm:hidden lg:max-w-none">
          <MascotScene scene="full" lazy />
          <p className="absolute top-[2%] right-0 grid size-23 rotate-10 place-content-center rounded-full bg-paper text-center font-display text-[1.1875rem]/none font-bold tracking-[-.04em] text-on-paper shadow-floating lg:size-33 lg:text-[1.75rem]/none">
            <span className="mb-1 font-text text-[.6875rem]/[1.1] font-semibold tracking-normal lg:text-[.8125rem]/[1.1]">
              {`${t('upTo')} `}
            </span>
            {t('discount', { percent: formatPercent(DISCOUNT_PERCENT) })}
          </p>
        </div>
      </div>
    </div>
  );
}

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

/** A screenshot shows over the lower edge; decorative, not a control. */
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

export function LandingFooter() {
  const { t } = useTranslation(['landing', 'common']);
  return (
    <footer className="on-contrast zz-top mt-16 bg-contrast-deep pt-16 pb-10 text-on-contrast [--zz:39px] lg:mt-26 lg:pt-18 lg:[--zz:48px]">
      <div className="wrap">
        <div className="grid gap-7 lg:grid-cols-[1fr_auto_auto_auto] lg:gap-18">
          <div>
            <Logo className="h-[38px] lg:h-11" />
            <p className="h2 mt-4 lg:d2 lg:max-w-[12em]">{t('footer.made')}</p>
          </div>
          <nav aria-labelledby="footer-legal">
            <h2 id="footer-legal" className="mb-1 text-sm font-semibold text-on-contrast/80">
              {t('common:footer.legal')}
            </h2>
            <PolicyList linkClass="inline-flex min-h-11 items-center font-semibold hover:underline lg:min-h-9" />
          </nav>
          <div>
            <h2 className="mb-1 text-sm font-semibold text-on-contrast/80">{t('footer.talk')}</h2>
            <a
              href={`mailto:${feedbackEmail}`}
              className="link inline-flex min-h-11 items-center break-all text-sticker!"
            >
              {feedbackEmail}
            </a>
          </div>
          <div>
            <p aria-hidden="true" className="mb-1 text-sm font-semibold text-on-contrast/80">
              {t('footer.language')}
            </p>
            <LanguageButtons className="-ml-1" />
          </div>
        </div>
        <div className="mt-8 flex flex-col gap-1.5 border-t border-on-contrast/16 pt-6 text-sm text-on-contrast/80 sm:flex-row sm:justify-between lg:mt-14">
          <span>{t('common:footer.credit', { year: serverDate().getFullYear(), company: companyName })}</span>
          <span>{t('footer.small')}</span>
        </div>
      </div>
    </footer>
  );
}

const SampleCard = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div
    className={cn(
      'mx-auto h-[300px] rounded-t-lg bg-raised p-4 shadow-floating sm:max-lg:max-w-[360px]',
      className,
    )}
  >
    {children}
  </div>
);

function OfferSample() {
  const { t } = useTranslation('landing');
  return (
    <SampleCard className="p-3!">
      <div className="relative">
        <PhotoPlaceholder typeSlug="bakery" className="aspect-[16/9.6] w-full rounded-lg" />
        <Pill tone="photo" className="absolute top-3 left-3">
          {t('sample.left')}
        </Pill>
        <span className={cn(iconButtonVariants({ variant: 'photo' }), 'absolute! top-2 right-2')}>
          <IconHeartFilled className="text-heart-photo" />
        </span>
        <PriceSticker
          cents={SAMPLE_PRODUCT.priceCents}
          valueCents={SAMPLE_PRODUCT.valueCents}
          className="absolute right-4 -bottom-3 -rotate-2"
        />
      </div>
      <div className="mt-3 flex items-baseline justify-between gap-3">
        <b className="min-w-0 truncate text-[1.0625rem]">{t('sample.pack')}</b>
        <Rating value={4.7} count={28} />
      </div>
      <p className="mt-1 text-[.9375rem]/5 text-muted">{t('sample.venue')}</p>
      <p className="mt-1 flex items-center gap-1.5 text-sm font-semibold">
        <IconClock className="size-[17px]" />
        {t('sample.when')}
      </p>
    </SampleCard>
  );
}

function PaySample() {
  const { t } = useTranslation('landing');
  const { formatMoney } = useFormat();
  const fieldClass = cn(
    controlVariants(),
    'flex h-[52px] items-center gap-2.5 overflow-hidden whitespace-nowrap',
  );
  return (
    <SampleCard>
      <span className={cn(fieldClass, 'mb-3')}>
        <IconCreditCard className="size-5 shrink-0 text-muted" />
        4242 4242 4242 4242
      </span>
      <div className="mb-4 grid grid-cols-2 gap-3">
        <span className={fieldClass}>09/28</span>
        <span className={fieldClass}>•••</span>
      </div>
      <span className={buttonVariants({ fullWidth: true })}>
        <IconLock />
        {t('sample.pay', { price: formatMoney(SAMPLE_PRODUCT.priceCents) })}
      </span>
    </SampleCard>
  );
}

function CollectSample() {
  const { t } = useTranslation('landing');
  return (
    <SampleCard className="text-center">
      <p className="mt-2 mb-3.5 text-sm font-semibold">{t('sample.pin')}</p>
      <p className="flex justify-center gap-2">
        {[...'4827'].map((digit) => (
          <b
            key={digit}
            className="grid h-[72px] w-[60px] min-w-0 place-items-center rounded-sm bg-brand font-display text-[2.125rem]/none text-on-brand"
          >
            {digit}
          </b>
        ))}
      </p>
      <p className="mt-3.5 text-sm text-muted">{t('sample.collect')}</p>
    </SampleCard>
  );
}
