import { buttonVariants, iconButtonVariants } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { Rating } from '@wopack/ui/display/rating.tsx';
import { controlVariants } from '@wopack/ui/form/control-variants.ts';
import { IconClock, IconCreditCard, IconHeartFilled, IconLock } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { PriceSticker } from '../../../ui/display/price.tsx';
import { PhotoPlaceholder } from '../../../ui/images/photo-placeholder.tsx';
import { SAMPLE_PRODUCT } from './landing-tiles.tsx';

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

export function OfferSample() {
  const { t } = useTranslation('landing');
  return (
    <SampleCard className="p-3!">
      <div className="relative">
        <PhotoPlaceholder type="bakery" className="aspect-[16/9.6] w-full rounded-lg" />
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

export function PaySample() {
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

export function CollectSample() {
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
