import { getFoodIconUrl } from '@wopack/ui/images/food-icon-url.ts';

const largeImageUrls = import.meta.glob<string>('../../assets/food/large/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** 96 px for icons, 256 px for larger scenes. */
export function getFoodImageUrl(name: string, size: 'small' | 'large' = 'small'): string | undefined {
  return size === 'small' ? getFoodIconUrl(name) : largeImageUrls[`../../assets/food/large/${name}.webp`];
}
