import { useQuery } from '@tanstack/react-query';
import { isApiError } from '@wopack/contract/client';
import { defaultSchedule, type Language, type Schedule, weekdays } from '@wopack/domain';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { Rating } from '@wopack/ui/display/rating.tsx';
import { parseTypedCents, toCents } from '@wopack/ui/format.ts';
import { IconClock, IconHeart } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RenderRefusal } from '../../../lib/api/refusal.ts';
import { useToday } from '../../../lib/browser/use-now.ts';
import { productTypesQuery } from '../../../lib/data/shared-queries.ts';
import { readRegistration, useRegistration, writeRegistration } from '../../../lib/storage/registration.ts';
import { Photo } from '../../../ui/images/photo.tsx';
import { PriceSticker } from '../../../ui/price.tsx';
import { useSaveProduct } from '../products.api.ts';
import { DEFAULT_QUANTITY } from '../schedule/schedule.rules.ts';
import { readProductDraft, saveProductDraft, toProductBody } from './product-draft.ts';
import { ProductForm } from './product-form.tsx';

interface Props {
  salePlaceId: number;
  onSaved: () => void;
  /** The selected sale place was deleted. */
  onSalePlaceMissing: () => void;
  renderRefusal?: RenderRefusal;
  /** The buttons, given whether the product is being saved. */
  footer: (saving: boolean) => ReactNode;
}

/** The first product of a sale place; its draft is stored on every keystroke. */
export function ProductStep({ salePlaceId, onSaved, onSalePlaceMissing, renderRefusal, footer }: Props) {
  const { i18n } = useTranslation();
  const saveProduct = useSaveProduct({ createIfMissing: true });
  return (
    <ProductForm
      initial={readProductDraft(i18n.language as Language)}
      isNew
      onDraftChange={saveProductDraft}
      onSave={async (draft) => {
        const id = readRegistration().product?.id ?? 0;
        // The step has no fields for the other languages.
        const { texts: _, ...product } = toProductBody(draft);
        try {
          writeRegistration({
            product: await saveProduct.mutateAsync({ ...product, id, sale_place_id: salePlaceId }),
          });
          onSaved();
        } catch (error) {
          if (!isApiError(error, 'notFound')) throw error;
          writeRegistration({ product: null });
          onSalePlaceMissing();
        }
      }}
      renderRefusal={renderRefusal}
      footer={footer}
    />
  );
}

/** The card of the product as it is typed in the wizard. */
export function ProductPreview() {
  const { i18n } = useTranslation();
  const { name, salePlace, photos, types, quantity, price, value, schedule } = useRegistration();
  const { data: productTypes = [] } = useQuery(productTypesQuery(i18n.language));
  return (
    <ProductCard
      name={name ?? ''}
      salePlaceName={salePlace?.name}
      photo={photos?.[0]}
      typeSlug={productTypes.find(({ id }) => id === types?.[0])?.slug}
      quantity={quantity ?? null}
      price={price}
      value={value ?? ''}
      schedule={schedule ?? null}
    />
  );
}

interface ProductCardProps {
  name: string;
  salePlaceName: string | undefined;
  /** Path of the cover. */
  photo: string | undefined;
  typeSlug: string | undefined;
  /** Null: the default. */
  quantity: string | null;
  price: number | null;
  value: string;
  /** Null: the default. */
  schedule: Schedule | null;
}

/** A product as it looks in the list of offers; nothing in it is interactive. */
export function ProductCard(product: ProductCardProps) {
  const { t } = useTranslation('seller');
  const { name, salePlaceName, photo, typeSlug, quantity, price, value, schedule } = product;
  return (
    <article className="w-full max-w-[390px] rounded-[28px] bg-page px-4 pt-4 pb-5 text-text shadow-overlay">
      <div className="relative">
        <Photo
          photo={photo ? { path: photo, srcset: '' } : null}
          typeSlug={typeSlug}
          alt=""
          isEager
          className="rounded-lg"
        />
        <Pill tone="photo" className="absolute top-3 left-3">
          {t('pack.left', { count: Number(quantity ?? DEFAULT_QUANTITY) })}
        </Pill>
        <span
          aria-hidden="true"
          className="absolute top-2 right-2 grid size-11 place-items-center rounded-full bg-paper text-on-paper shadow-resting"
        >
          <IconHeart className="size-[22px]" />
        </span>
        {price !== null ? (
          <PriceSticker
            cents={toCents(price)}
            valueCents={parseTypedCents(value)}
            className="absolute right-4 -bottom-3 -rotate-2"
          />
        ) : null}
      </div>
      <div className="mt-3.5 grid gap-1">
        <div className="flex items-baseline justify-between gap-3">
          <h3 className="h3 min-w-0 break-words">{name || t('pack.noName')}</h3>
          <Rating value={null} count={0} />
        </div>
        <p className="text-[.9375rem] leading-5 break-words text-muted">{salePlaceName}</p>
        <PickupLine schedule={schedule ?? defaultSchedule} />
      </div>
    </article>
  );
}

/** The hours of the next open weekday, counted from today. */
function PickupLine({ schedule }: { schedule: Schedule }) {
  const { t } = useTranslation('seller');
  const today = (new Date(useToday()).getUTCDay() + 6) % 7;
  const daysFromToday = [...weekdays.slice(today), ...weekdays.slice(0, today)];
  const day = daysFromToday.find((weekday) => schedule[weekday]);
  if (!day) return null;
  const { time_start: from, time_end: to } = schedule[day]!;
  return (
    <p className="flex items-center gap-1.5 text-sm font-semibold">
      <IconClock className="size-[17px]" />
      {day === daysFromToday[0]
        ? t('pack.today', { from, to })
        : t('pack.onDay', { day: t(`days.${day}`), from, to })}
    </p>
  );
}
