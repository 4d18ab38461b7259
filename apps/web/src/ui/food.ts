const small = import.meta.glob<string>('../assets/food/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});
const large = import.meta.glob<string>('../assets/food/large/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The address of a food picture: 96 px for icons, 256 px for larger scenes. */
export function foodUrl(name: string, size: 'small' | 'large' = 'small'): string | undefined {
  return size === 'small' ? small[`../assets/food/${name}.webp`] : large[`../assets/food/large/${name}.webp`];
}

/** Product types and place types, by the slug the server gives them. */
const bySlug: Record<string, string> = {
  bakery: 'croissant',
  meals: 'paella',
  groceries: 'broccoli',
  sweets: 'cupcake',
  sushi: 'sushi',
  vegetarian: 'salad',
  breakfast: 'coffee',
  cafe: 'coffee',
  restaurant: 'paella',
  supermarket: 'broccoli',
  hotel: 'hotel',
  gas_station: 'fuel',
};

export const foodOfType = (slug: string): string => bySlug[slug] ?? 'bread';
