import { useQuery } from '@tanstack/react-query';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { toCents } from '@wopack/ui/format.ts';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useUpdateAllocation } from '../../../features/allocation/allocation.api.ts';
import { AllocationFields } from '../../../features/allocation/seller/allocation-choice.tsx';
import { QuantityProposal } from '../../../features/forecasts/quantity-proposal.tsx';
import {
  type ProductDraft,
  toProductBody,
  toProductDraft,
} from '../../../features/products/form/product-draft.ts';
import { ProductForm, type ProductSections } from '../../../features/products/form/product-form.tsx';
import { useSameForLinked } from '../../../features/products/links/same-for-linked.tsx';
import {
  type MyProduct,
  myProductQuery,
  useDeleteProduct,
  usePauseProduct,
  useSaveProduct,
} from '../../../features/products/products.api.ts';
import { ScheduleFields } from '../../../features/products/schedule/schedule-form.tsx';
import {
  useScheduleForm,
  useScheduleMessage,
} from '../../../features/products/schedule/use-schedule-form.tsx';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { paths } from '../../../lib/paths.ts';
import { renderVerifyForMore } from '../verify-for-more.tsx';
import { BuyerPreview } from './buyer-preview.tsx';
import { CopyProduct } from './copy-product.tsx';
import {
  EditCard,
  EditLayout,
  isSameDraft,
  PauseOrRemove,
  SaveBar,
  SectionLinks,
  useUnsavedChanges,
} from './edit-layout.tsx';
import { LinkedCard, renderUnlinkToSave } from './linked-card.tsx';

export function ProductEditor({
  product,
  salePlaces,
}: {
  product: MyProduct;
  salePlaces: readonly SalePlace[];
}) {
  const { t } = useTranslation(['seller', 'allocation-seller']);
  const navigate = useNavigate();
  const saveProduct = useSaveProduct();
  const pauseProduct = usePauseProduct();
  const deleteProduct = useDeleteProduct();
  const { id, name, state } = product;
  const isDraft = state === 'draft';
  const plan = useProductPlan(product);
  const getMessage = useScheduleMessage();
  const { setChanged, guard } = useUnsavedChanges();
  const [savedDraft, setSavedDraft] = useState(() => toProductDraft(product));
  const [draft, setDraft] = useState(savedDraft);
  const isProductChanged = !isSameDraft(savedDraft, draft);
  const allocation = useAllocationChoice(product);
  const sameForLinked = useSameForLinked(product);
  const isChanged = isProductChanged || plan.isChanged || allocation.isChanged;
  useEffect(() => setChanged(isChanged));

  /** Only what changed is sent; a draft's hours always, because they put it on sale. */
  async function save(changes: ProductDraft & { price: number }) {
    if (!(await plan.form.validate())) return;
    const isPriceChanged = changes.price !== savedDraft.price || changes.value !== savedDraft.value;
    const sameFor = await sameForLinked.ask({
      priceCents: isPriceChanged ? toCents(changes.price) : null,
      isScheduleChanged: plan.isChanged,
    });
    if (!sameFor) return;
    if (isProductChanged) {
      await saveProduct.mutateAsync({
        ...toProductBody(changes),
        id,
        ...(sameFor.samePriceFor.length > 0 && { same_price_for: sameFor.samePriceFor }),
      });
      setSavedDraft(changes);
    }
    if (allocation.isChanged) await allocation.save();
    if (isDraft || plan.isChanged) {
      const savedSchedule = await plan.form.save(sameFor.sameScheduleFor);
      if (!savedSchedule) return;
      plan.markSaved();
      showToast(getMessage(savedSchedule, isDraft ? t('schedule.sent') : t('edit.saved')));
    } else showToast(t('edit.saved'));
    setChanged(false);
    if (isDraft) await navigate(paths.seller);
  }

  const timeZone = salePlaces.find((place) => place.id === product.sale_place_id)?.time_zone ?? '';
  const scheduleCard = (
    <EditCard id="schedule" title={t('schedule.title')}>
      <ScheduleFields
        form={plan.form}
        proposal={
          <QuantityProposal
            salePlaceId={product.sale_place_id}
            productId={id}
            quantity={plan.form.quantity}
            onUse={plan.form.onQuantityChange}
          />
        }
      />
    </EditCard>
  );
  const sectionTitles = {
    ...(isDraft && { schedule: t('schedule.title') }),
    about: t('edit.about'),
    photos: t('pack.photos'),
    price: t('edit.price'),
    contents: t('edit.contents'),
    schedule: t('schedule.title'),
    allocation: t('allocation-seller:choice.title'),
  };
  const linkedCard = (
    <LinkedCard product={product} hasOtherPlaces={salePlaces.length > 1} isChanged={isChanged} />
  );
  const preview = (
    <BuyerPreview
      draft={draft}
      schedule={plan.form.schedule}
      quantity={plan.form.quantity}
      salePlaces={salePlaces}
      offerId={state === 'active' ? id : null}
    />
  );
  return (
    <EditLayout
      title={name}
      state={<ProductStatePill product={product} />}
      actions={
        <>
          {preview}
          <CopyProduct product={product} salePlaces={salePlaces} isChanged={isChanged} />
        </>
      }
    >
      {guard}
      {sameForLinked.dialog}
      {product.linked_count ? linkedCard : null}
      <SectionLinks
        sections={Object.entries(sectionTitles).map(([sectionId, title]) => ({ id: sectionId, title }))}
      />
      <ProductForm
        initial={savedDraft}
        product={product}
        salePlaces={salePlaces}
        savedTexts={product.texts}
        onDraftChange={setDraft}
        onSave={save}
        renderRefusal={(refusal) => renderUnlinkToSave(id, refusal) ?? renderVerifyForMore(refusal)}
        renderFields={(sections) => (
          <>
            {isDraft ? scheduleCard : null}
            <ProductCards sections={sections} />
            {isDraft ? null : scheduleCard}
            <EditCard id="allocation" title={sectionTitles.allocation}>
              <AllocationFields
                productId={id}
                allocation={allocation.choice.allocation}
                entryMinutes={allocation.choice.entryMinutes}
                timeZone={timeZone}
                onChange={allocation.setAllocation}
                onEntryMinutesChange={allocation.setEntryMinutes}
              />
            </EditCard>
          </>
        )}
        footer={(isSaving) => (
          <SaveBar isSaving={isSaving} label={isDraft ? t('edit.putOnSale') : undefined} />
        )}
      />
      {product.linked_count ? null : linkedCard}
      <PauseOrRemove
        isPaused={isDraft ? null : state === 'paused'}
        pauseHint={t('edit.pausePackHint')}
        onPause={(paused) => pauseProduct.mutateAsync({ id, paused })}
        removeTitle={t('edit.removeTitle', { name })}
        removeText={t('edit.removePackText')}
        onRemove={async () => {
          await deleteProduct.mutateAsync(id);
          showToast(t('edit.removed'));
          await navigate(paths.seller, { replace: true });
        }}
      />
    </EditLayout>
  );
}

/** The sections of the form, a card each. */
export function ProductCards({ sections }: { sections: ProductSections }) {
  const { t } = useTranslation('seller');
  return (
    <>
      <EditCard id="about" title={t('edit.about')}>
        {sections.about}
      </EditCard>
      <EditCard id="photos">{sections.photos}</EditCard>
      <EditCard id="price" title={t('edit.price')}>
        {sections.price}
      </EditCard>
      <EditCard id="contents">{sections.contents}</EditCard>
    </>
  );
}

function ProductStatePill({ product: { state, awaits_allergens } }: { product: MyProduct }) {
  const { t } = useTranslation('seller');
  if (awaits_allergens) return <Pill tone="warn">{t('edit.awaitsAllergens')}</Pill>;
  if (state === 'active') return <Pill tone="ok">{t('edit.onSale')}</Pill>;
  if (state === 'draft') return <Pill tone="warn">{t('today.draft')}</Pill>;
  return <Pill>{state === 'closed' ? t('edit.placePaused') : t('today.paused')}</Pill>;
}

/** Quantity and hours as edited; a copy starts with those of its source. */
function useProductPlan(product: MyProduct) {
  const { i18n } = useTranslation();
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const sourceId = Number(searchParams.get('like'));
  const sourceQuery = useQuery(
    myProductQuery(product.schedule === null && sourceId > 0 ? sourceId : null, i18n.language),
  );
  const savedQuantity = product.quantity === null ? null : String(product.quantity);
  const [saved, setSaved] = useState({ schedule: product.schedule, quantity: savedQuantity });
  const [schedule, setSchedule] = useState(product.schedule);
  const [quantity, setQuantity] = useState(savedQuantity);
  const sourceProduct = sourceQuery.data;
  const form = useScheduleForm({
    productId: product.id,
    schedule: schedule ?? sourceProduct?.schedule ?? null,
    savedSchedule: saved.schedule,
    onScheduleChange: setSchedule,
    quantity: quantity ?? (sourceProduct?.quantity ? String(sourceProduct.quantity) : null),
    onQuantityChange: setQuantity,
    onProductMissing: () => void navigate(paths.seller),
  });
  return {
    form,
    isChanged: !isSameDraft({ schedule, quantity }, saved),
    markSaved: () => setSaved({ schedule, quantity }),
  };
}

/** How units are given out, as edited. */
function useAllocationChoice({ id, allocation, entry_minutes: entryMinutes }: MyProduct) {
  const updateAllocation = useUpdateAllocation();
  const [saved, setSaved] = useState({ allocation, entryMinutes });
  const [choice, setChoice] = useState(saved);
  return {
    choice,
    setAllocation: (nextAllocation: MyProduct['allocation']) =>
      setChoice({ ...choice, allocation: nextAllocation }),
    setEntryMinutes: (minutes: number) => setChoice({ ...choice, entryMinutes: minutes }),
    isChanged: !isSameDraft(saved, choice),
    save: async () => {
      await updateAllocation.mutateAsync({
        id,
        allocation: choice.allocation,
        entry_minutes: choice.entryMinutes,
      });
      setSaved(choice);
    },
  };
}
