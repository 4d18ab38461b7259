import { useQuery } from '@tanstack/react-query';
import { cn } from '@wopack/ui/cn.ts';
import bread from '@wopack/ui/images/food/bread.webp';
import broccoli from '@wopack/ui/images/food/broccoli.webp';
import coffee from '@wopack/ui/images/food/coffee.webp';
import croissant from '@wopack/ui/images/food/croissant.webp';
import cupcake from '@wopack/ui/images/food/cupcake.webp';
import fuel from '@wopack/ui/images/food/fuel.webp';
import hotel from '@wopack/ui/images/food/hotel.webp';
import paella from '@wopack/ui/images/food/paella.webp';
import salad from '@wopack/ui/images/food/salad.webp';
import sushi from '@wopack/ui/images/food/sushi.webp';
import { getFoodIconUrl } from '@wopack/ui/images/food-icon-url.ts';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../lib/api/query-client.ts';
import { productTypesQuery } from '../../lib/data/shared-queries.ts';

/** By the server's slugs of the product types that come with WoPack, and of sale-place types. */
const iconUrlBySlug: Record<string, string> = {
  bakery: croissant,
  meals: paella,
  groceries: broccoli,
  sweets: cupcake,
  sushi,
  vegetarian: salad,
  breakfast: coffee,
  cafe: coffee,
  restaurant: paella,
  supermarket: broccoli,
  hotel,
  gas_station: fuel,
};

/** Name of the image of a type that an operator has added; null for the others, and while it is not known. */
export function useAddedTypeIcon(slug: string | undefined): string | null {
  const { i18n } = useTranslation();
  const { data: types } = useQuery(
    { ...productTypesQuery(i18n.language), enabled: Boolean(slug) && !(slug! in iconUrlBySlug) },
    queryClient,
  );
  return slug && !(slug in iconUrlBySlug) ? (types?.find((type) => type.slug === slug)?.icon ?? null) : null;
}

/** Decorative, beside the name of a product type or sale-place type. */
export function FoodIcon({ slug, className }: { slug: string; className?: string }) {
  const addedIcon = useAddedTypeIcon(slug);
  return (
    <img
      src={iconUrlBySlug[slug] ?? getFoodIconUrl(addedIcon ?? 'bread') ?? bread}
      alt=""
      width={96}
      height={96}
      loading="lazy"
      className={cn('shrink-0', className ?? 'size-6')}
    />
  );
}
