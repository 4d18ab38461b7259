const smallImageUrls = import.meta.glob<string>('../../assets/food/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});
const largeImageUrls = import.meta.glob<string>('../../assets/food/large/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** 96 px for icons, 256 px for larger scenes. */
export function getFoodImageUrl(name: string, size: 'small' | 'large' = 'small'): string | undefined {
  return size === 'small'
    ? smallImageUrls[`../../assets/food/${name}.webp`]
    : largeImageUrls[`../../assets/food/large/${name}.webp`];
}
