import { Button } from '@wopack/ui/button.tsx';
import { IconChevronLeft } from '@wopack/ui/icons';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { ProductPreview, ProductStep } from '../../features/products/form/product-step.tsx';
import { ScheduleForm } from '../../features/products/schedule/schedule-form.tsx';
import { WeeklyEarningsReceipt } from '../../features/products/schedule/weekly-earnings-receipt.tsx';
import { useFallbackPosition } from '../../features/sale-places/location/use-sale-place-position.ts';
import { SalePlaceStep } from '../../features/sale-places/sale-place-step.tsx';
import { scrollToTop } from '../../lib/browser/scroll-to-top.ts';
import { paths } from '../../lib/paths.ts';
import { removeStored, useStored } from '../../lib/storage/storage.ts';
import { clearRegistration, resolveStep, type StepIndex } from './wizard/registration.ts';
import { useHasSidePanel, WizardLayout } from './wizard/wizard-layout.tsx';

/** Registration of a seller: sale place, product, schedule. Drafts stay in the browser until sent. */
export function Component() {
  const { t } = useTranslation('seller');
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const [salePlace] = useStored('createdPlace');
  const [product] = useStored('createdProduct');
  const [schedule, setSchedule] = useStored('schedule');
  const [quantity, setQuantity] = useStored('selectedQuantity');
  const requestedStep = searchParams.get('step');
  const step = resolveStep(requestedStep);
  const headingRef = useStepFocus(step);
  const hasSidePanel = useHasSidePanel();
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const fallbackPosition = useFallbackPosition();

  // The step is in the URL, so that Back and reload lead to the same one.
  useEffect(() => {
    if (requestedStep === null) void navigate({ search: `?step=${step}` }, { replace: true });
  }, [requestedStep, step, navigate]);

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
            footer={renderFooter('next')}
          />
        </WizardLayout>
      ) : null}
      {step === 1 && salePlace ? (
        <WizardLayout
          step={1}
          title={t('pack.title')}
          lead={`${t('pack.lead')} ${t('pack.for', { place: salePlace.name })}.`}
          caption={t('wizard.preview')}
          preview={<ProductPreview />}
          note={t('pack.worth')}
          headingRef={headingRef}
        >
          <ProductStep
            salePlaceId={salePlace.id}
            onSaved={() => goTo(2)}
            onSalePlaceMissing={() => {
              removeStored('createdPlace', 'isSelectedPlace');
              goBackTo(0);
            }}
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
            onScheduleChange={setSchedule}
            quantity={quantity}
            onQuantityChange={setQuantity}
            successMessage={t('schedule.sent')}
            onSaved={handleSent}
            onProductMissing={() => {
              removeStored('createdProduct');
              goBackTo(1);
            }}
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
        <Button variant="ghost" icon={<IconChevronLeft aria-hidden="true" />} onClick={onPrevious}>
          {t('wizard.prev')}
        </Button>
      ) : null}
      <Button type="submit" loading={isBusy} className="ml-auto max-sm:flex-1 sm:min-w-[200px]">
        {t(`wizard.${nextLabel}`)}
      </Button>
    </div>
  );
}
