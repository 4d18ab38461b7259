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
