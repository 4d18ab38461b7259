import { COMMISSION_CENTS, defaultSchedule, toLocative } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { toCents } from '@wopack/ui/format.ts';
import { IconChevronLeft } from '@wopack/ui/icons';
import { Logo } from '@wopack/ui/images/logo-and-mascot.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { QuantityProposal } from '../../features/forecasts/quantity-proposal.tsx';
import { ProductPreview, ProductStep } from '../../features/products/form/product-step.tsx';
import {
  calculateWeeklyEarnings,
  DEFAULT_QUANTITY,
} from '../../features/products/schedule/schedule.rules.ts';
import { ScheduleForm } from '../../features/products/schedule/schedule-form.tsx';
import { useFallbackPosition } from '../../features/sale-places/location/use-sale-place-position.ts';
import { SalePlaceStep } from '../../features/sale-places/sale-place-step.tsx';
import { scrollToTop } from '../../lib/browser/scroll-to-top.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import {
  clearRegistration,
  resolveStep,
  type StepIndex,
  useRegistration,
  writeRegistration,
} from '../../lib/storage/registration.ts';
import { Price } from '../../ui/price.tsx';
import { renderVerifyForMore } from './verify-for-more.tsx';
import { useHasSidePanel, WizardLayout } from './wizard/wizard-layout.tsx';

/** Registration of a seller: sale place, product, schedule. Drafts stay in the browser until sent. */
export function Component() {
  const { t, i18n } = useTranslation('seller');
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const { salePlace, product, schedule, quantity } = useRegistration();
  const requestedStep = searchParams.get('step');
  const step = resolveStep(requestedStep);
  const headingRef = useStepFocus(step);
  const hasSidePanel = useHasSidePanel();
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const fallbackPosition = useFallbackPosition();

  const goTo = (next: StepIndex) => void navigate({ search: `?step=${next}` });
  const renderFooter = (nextLabel: 'next' | 'send', previousStep?: StepIndex) => (isBusy: boolean) => (
    <WizardFooter
      nextLabel={nextLabel}
      isBusy={isBusy}
      onPrevious={previousStep === undefined ? undefined : () => goTo(previousStep)}
    />
  );
  const goBackTo = (targetStep: StepIndex) => {
    showToast(t('wizard.gone'));
    goTo(targetStep);
  };
  async function handleSent() {
    // After leaving: without the drafts, the page would fall back to the first step.
    await navigate(paths.sellerOrders);
    clearRegistration();
  }

  // The step is in the URL, so that Back and reload lead to the same one.
  if (requestedStep === null) return <Navigate to={{ search: `?step=${step}` }} replace />;
  return (
    <>
      <PageTitle>{t('wizard.title')}</PageTitle>
      {step === 0 ? (
        <WizardLayout
          step={0}
          title={t('place.title')}
          lead={t('place.lead')}
          caption={t('place.point')}
          panelRef={setPanel}
          headingRef={headingRef}
        >
          <SalePlaceStep
            onDone={() => goTo(1)}
            fallbackPosition={fallbackPosition}
            mapContainer={hasSidePanel ? panel : undefined}
            renderRefusal={renderVerifyForMore}
            footer={renderFooter('next')}
          />
        </WizardLayout>
      ) : null}
      {step === 1 && salePlace ? (
        <WizardLayout
          step={1}
          title={t('pack.title')}
          lead={`${t('pack.lead')} ${t('pack.for', { place: toLocative(salePlace.name, i18n.language) })}.`}
          caption={t('wizard.preview')}
          preview={<ProductPreview />}
          note={t('pack.worth')}
          headingRef={headingRef}
        >
          <ProductStep
            salePlaceId={salePlace.id}
            onSaved={() => goTo(2)}
            onSalePlaceMissing={() => {
              writeRegistration({ salePlace: null, isSelected: null });
              goBackTo(0);
            }}
            renderRefusal={renderVerifyForMore}
            footer={renderFooter('next', 0)}
          />
        </WizardLayout>
      ) : null}
      {step === 2 && product ? (
        <WizardLayout
          step={2}
          title={t('schedule.title')}
          lead={t('schedule.lead')}
          caption={t('wizard.week')}
          preview={<WeeklyEarningsReceipt />}
          headingRef={headingRef}
        >
          <ScheduleForm
            productId={product.id}
            schedule={schedule}
            onScheduleChange={(next) => writeRegistration({ schedule: next })}
            quantity={quantity}
            onQuantityChange={(next) => writeRegistration({ quantity: next })}
            successMessage={t('schedule.sent')}
            onSaved={handleSent}
            onProductMissing={() => {
              writeRegistration({ product: null });
              goBackTo(1);
            }}
            proposal={
              salePlace ? (
                <QuantityProposal
                  salePlaceId={salePlace.id}
                  productId={product.id}
                  quantity={quantity ?? DEFAULT_QUANTITY}
                  onUse={(next) => writeRegistration({ quantity: next })}
                />
              ) : null
            }
            footer={renderFooter('send', 1)}
          />
        </WizardLayout>
      ) : null}
    </>
  );
}

/** A new step scrolls to the top after 100 ms and focuses its heading. */
function useStepFocus(step: StepIndex) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const lastStep = useRef(step);
  useEffect(() => {
    if (lastStep.current === step) return;
    lastStep.current = step;
    headingRef.current?.focus({ preventScroll: true });
    const abortController = new AbortController();
    scrollToTop(abortController.signal);
    return () => abortController.abort();
  }, [step]);
  return headingRef;
}

interface Props {
  /** Label of the submit button. */
  nextLabel: 'next' | 'send';
  isBusy: boolean;
  /** Missing on the first step. */
  onPrevious?: () => void;
}

/** Sticky on phones. */
function WizardFooter({ nextLabel, isBusy, onPrevious }: Props) {
  const { t } = useTranslation('seller');
  return (
    <div className="sticky bottom-0 z-10 -mx-[var(--gutter)] mt-auto flex justify-between gap-3 border-t border-line bg-page px-[var(--gutter)] pt-3 pb-[calc(.75rem+env(safe-area-inset-bottom))] sm:static sm:mx-0 sm:border-0 sm:bg-transparent sm:px-0 sm:pt-4 sm:pb-0">
      {onPrevious ? (
        <Button variant="ghost" icon={<IconChevronLeft />} onClick={onPrevious}>
          {t('wizard.prev')}
        </Button>
      ) : null}
      <Button type="submit" loading={isBusy} className="ml-auto max-sm:flex-1 sm:min-w-[200px]">
        {t(`wizard.${nextLabel}`)}
      </Button>
    </div>
  );
}

/** Earnings of a week when everything is sold. */
function WeeklyEarningsReceipt() {
  const { t } = useTranslation('seller');
  const { formatMoney } = useFormat();
  const { schedule, quantity, price } = useRegistration();
  const priceCents = toCents(price ?? 0);
  const count = Number(quantity ?? DEFAULT_QUANTITY);
  const { days, units, receivedCents } = calculateWeeklyEarnings(
    schedule ?? defaultSchedule,
    count,
    priceCents,
  );
  if (price === null) return null;
  return (
    <section
      aria-label={t('receipt.title')}
      className="on-paper w-full max-w-[380px] text-text drop-shadow-[0_18px_36px_rgb(52_16_42/.22)]"
    >
      <div className="zz-bottom grid gap-3 rounded-t-md bg-surface px-7 pt-7 pb-11 [--zz:20px]">
        <div className="flex items-center justify-between">
          <h3 className="h2">{t('receipt.title')}</h3>
          <span aria-hidden="true">
            <Logo markOnly className="h-9" />
          </span>
        </div>
        <dl className="grid gap-3">
          <ReceiptRow
            label={
              units === days * count
                ? t('receipt.times', {
                    packs: t('receipt.packs', { count }),
                    days: t('receipt.days', { count: days }),
                  })
                : t('receipt.days', { count: days })
            }
          >
            {t('receipt.packs', { count: units })}
          </ReceiptRow>
          <ReceiptRow label={t('receipt.price')}>{formatMoney(priceCents)}</ReceiptRow>
          <ReceiptRow label={t('receipt.commission')}>− {formatMoney(COMMISSION_CENTS)}</ReceiptRow>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t-2 border-dashed border-line-strong pt-4">
            <dt className="font-bold">{t('receipt.upTo')}</dt>
            <dd>
              <Price cents={receivedCents} className="text-[1.875rem]" />
            </dd>
          </div>
        </dl>
        <p className="text-xs text-muted">{t('receipt.note')}</p>
      </div>
    </section>
  );
}

const ReceiptRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted">{label}</dt>
    <dd className="text-right font-bold whitespace-nowrap">{children}</dd>
  </div>
);
