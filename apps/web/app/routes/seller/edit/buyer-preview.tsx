import { useQuery } from '@tanstack/react-query';
import type { Schedule } from '@wopack/domain';
import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { parseTypedCents } from '@wopack/ui/format.ts';
import { IconEye } from '@wopack/ui/icons';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AllergenNote, OfferPriceSummary, TypeBadges } from '../../../features/offers/detail/offer-facts.tsx';
import { PhotoStrip } from '../../../features/offers/detail/photos.tsx';
import type { ProductDraft } from '../../../features/products/form/product-draft.ts';
import { ProductCard } from '../../../features/products/form/product-step.tsx';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { productTypesQuery } from '../../../lib/data/shared-queries.ts';
import { paths } from '../../../lib/paths.ts';

interface Props {
  draft: ProductDraft;
  schedule: Schedule | null;
  quantity: string | null;
  salePlaces: readonly SalePlace[];
  /** Set for a product on sale: its page opens from here. */
  offerId?: number | null;
}

/** Opens what buyers see of a product as it is typed, saved or not: its card in the list and its page. */
export function BuyerPreview(props: Props) {
  const { t } = useTranslation('seller');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="small" icon={<IconEye />} onClick={() => setOpen(true)}>
        {t('preview.open')}
      </Button>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('preview.title')}
        description={t('preview.text')}
      >
        <PreviewContent {...props} />
      </Sheet>
    </>
  );
}

function PreviewContent({ draft, schedule, quantity, salePlaces, offerId = null }: Props) {
  const { t, i18n } = useTranslation('seller');
  const { data: productTypes = [] } = useQuery(productTypesQuery(i18n.language));
  const types = productTypes.filter(({ id }) => draft.categories.includes(id));
  const salePlace = salePlaces.find(({ id }) => id === Number(draft.place));
  const photos = draft.photo.map((path) => ({ path, srcset: '' }));
  const valueCents = parseTypedCents(draft.value);
  const offer = {
    ...{ allergens: draft.allergens, diet: draft.diet, pickup_start: null },
    ...(draft.allergenAnswer === 'none' && { free_of_allergens: true }),
    ...{ price: draft.price ?? 0, old_price: valueCents === null ? null : valueCents / 100 },
    sale_place: { time_zone: salePlace?.time_zone ?? '' },
  };
  return (
    <>
      {/* Nothing in it leads anywhere. */}
      <div inert className="grid gap-6">
        <ProductCard
          name={draft.name}
          salePlaceName={salePlace?.name}
          photo={draft.photo[0]}
          typeSlug={types[0]?.slug}
          quantity={quantity}
          price={draft.price}
          value={draft.value}
          schedule={schedule}
        />
        <section className="grid gap-4">
          <h3 className="h3">{t('preview.page')}</h3>
          <div className="overflow-hidden rounded-lg">
            <PhotoStrip subject={{ photos, types }} />
          </div>
          <p className="h2 break-words">{draft.name || t('pack.noName')}</p>
          <TypeBadges types={types} />
          <p lang={draft.language} className="break-words whitespace-pre-line">
            {draft.description}
          </p>
          <AllergenNote offer={offer} />
          {draft.price === null ? null : <OfferPriceSummary offer={offer} />}
        </section>
      </div>
      {offerId === null ? null : (
        <ButtonLink variant="ghost" to={paths.offer(offerId)}>
          {t('preview.toPage')}
        </ButtonLink>
      )}
    </>
  );
}
