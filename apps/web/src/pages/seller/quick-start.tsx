import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { remove, useStored } from '../../lib/storage.ts';
import { toTop } from '../../lib/to-top.ts';
import { ProductPreview } from '../../modules/products/form/product-preview.tsx';
import { ProductStep } from '../../modules/products/form/product-step.tsx';
import { ScheduleForm } from '../../modules/products/schedule/schedule-form.tsx';
import { WeeklyEarningsReceipt } from '../../modules/products/schedule/weekly-earnings-receipt.tsx';
import { SalePlaceStep } from '../../modules/sale-places/sale-place-step.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { notify } from '../../ui/toast.ts';
import { useStart } from './use-start.ts';
import { clearRegistration, type StepIndex, stepOf } from './wizard/registration.ts';
import { WizardFooter } from './wizard/wizard-footer.tsx';
import { useBeside, WizardFrame } from './wizard/wizard-frame.tsx';

/** Register a business: a place, a pack, its hours. What is typed stays in the browser until it is sent. */
export default function QuickStart() {
  const { t } = useTranslation('seller');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [place] = useStored('createdPlace');
  const [product] = useStored('createdProduct');
  const [week, setWeek] = useStored('schedule');
  const [quantity, setQuantity] = useStored('selectedQuantity');
  const asked = search.get('step');
  const step = stepOf(asked);
  const heading = useArrivalAt(step);
  const beside = useBeside();
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const start = useStart();

  // Named in the address, so that Back and a reload lead to the same step.
  useEffect(() => {
    if (asked === null) void navigate({ search: `?step=${step}` }, { replace: true });
  }, [asked, step, navigate]);

  const goTo = (next: StepIndex) => void navigate({ search: `?step=${next}` });
  const footer = (next: 'next' | 'send', prev?: StepIndex) => (busy: boolean) => (
    <WizardFooter next={next} busy={busy} onPrev={prev === undefined ? undefined : () => goTo(prev)} />
  );
  const goneBack = (to: StepIndex) => {
    notify(t('wizard.gone'));
    goTo(to);
  };
  async function sent() {
    // Cleared only when the page has gone: without what it keeps, it would fall back to the first step.
    await navigate(paths.sellerOrders);
    clearRegistration();
  }

  return (
    <>
      <PageTitle>{t('wizard.title')}</PageTitle>
      {step === 0 ? (
        <WizardFrame
          step={0}
          title={t('place.title')}
          lead={t('place.lead')}
          caption={t('place.point')}
          panelRef={setPanel}
          headingRef={heading}
        >
          <SalePlaceStep
            onDone={() => goTo(1)}
            fallbackPosition={start}
            mapContainer={beside ? panel : undefined}
            footer={footer('next')}
          />
        </WizardFrame>
      ) : null}
      {step === 1 && place ? (
        <WizardFrame
          step={1}
          title={t('pack.title')}
          lead={`${t('pack.lead')} ${t('pack.for', { place: place.name })}.`}
          caption={t('wizard.preview')}
          preview={<ProductPreview />}
          note={t('pack.worth')}
          headingRef={heading}
        >
          <ProductStep
            salePlaceId={place.id}
            onSaved={() => goTo(2)}
            onSalePlaceMissing={() => {
              remove('createdPlace', 'isSelectedPlace');
              goneBack(0);
            }}
            footer={footer('next', 0)}
          />
        </WizardFrame>
      ) : null}
      {step === 2 && product ? (
        <WizardFrame
          step={2}
          title={t('schedule.title')}
          lead={t('schedule.lead')}
          caption={t('wizard.week')}
          preview={<WeeklyEarningsReceipt />}
          headingRef={heading}
        >
          <ScheduleForm
            productId={product.id}
            schedule={week}
            onScheduleChange={setWeek}
            quantity={quantity}
            onQuantityChange={setQuantity}
            successMessage={t('schedule.sent')}
            onSaved={sent}
            onProductMissing={() => {
              remove('createdProduct');
              goneBack(1);
            }}
            footer={footer('send', 1)}
          />
        </WizardFrame>
      ) : null}
    </>
  );
}

/** A new step scrolls to the top after 100 ms, and its heading takes the focus. */
function useArrivalAt(step: StepIndex) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    heading.current?.focus({ preventScroll: true });
    const over = new AbortController();
    toTop(over.signal);
    return () => over.abort();
  }, [step]);
  return heading;
}
