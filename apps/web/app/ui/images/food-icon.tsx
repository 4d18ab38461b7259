import bread from '../../assets/food/bread.webp';
import broccoli from '../../assets/food/broccoli.webp';
import coffee from '../../assets/food/coffee.webp';
import croissant from '../../assets/food/croissant.webp';
import cupcake from '../../assets/food/cupcake.webp';
import fuel from '../../assets/food/fuel.webp';
import hotel from '../../assets/food/hotel.webp';
import paella from '../../assets/food/paella.webp';
import salad from '../../assets/food/salad.webp';
import sushi from '../../assets/food/sushi.webp';
import { cn } from '../../lib/cn.ts';

/** By the server's slugs of product types and categories. */
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

const getTypeIconUrl = (slug: string): string => iconUrlBySlug[slug] ?? bread;

/** Decorative, beside the name of a product type or category. */
export function FoodIcon({ slug, className }: { slug: string; className?: string }) {
  return (
    <img
      src={getTypeIconUrl(slug)}
      alt=""
      width={96}
      height={96}
      loading="lazy"
      className={cn('shrink-0', className ?? 'size-6')}
    />
  );
}
