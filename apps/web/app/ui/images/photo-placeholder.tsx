import { cn } from '@wopack/ui/cn.ts';
import { useAddedTypeIcon } from './food-icon.tsx';
import { getFoodImageUrl } from './food-image-url.ts';

interface PlacedFood {
  food: string;
  /** Percent of the photo's width or height. */
  left: number;
  top: number;
  width: number;
  /** Degrees. */
  rotation: number;
}

interface Scene {
  backdrop: string;
  items: readonly PlacedFood[];
}

const bakery: Scene = {
  backdrop: 'var(--art-bakery)',
  items: [
    { food: 'croissant', left: 6, top: 34, width: 36, rotation: -18 },
    { food: 'croissant', left: 58, top: 16, width: 32, rotation: 24 },
    { food: 'croissant', left: 30, top: 26, width: 44, rotation: 2 },
  ],
};

/** Placeholder of a product without a photo, by the slug of its first type. */
const SCENES: Record<string, Scene> = {
  bakery,
  meals: {
    backdrop: 'var(--art-meal)',
    items: [
      { food: 'paella', left: 8, top: 16, width: 44, rotation: -6 },
      { food: 'salad', left: 50, top: 34, width: 38, rotation: 6 },
      { food: 'rice', left: 34, top: 56, width: 24, rotation: 0 },
    ],
  },
  groceries: {
    backdrop: 'var(--art-green)',
    items: [
      { food: 'broccoli', left: 8, top: 22, width: 30, rotation: -10 },
      { food: 'carrot', left: 62, top: 18, width: 30, rotation: 10 },
      { food: 'orange', left: 18, top: 54, width: 26, rotation: 0 },
      { food: 'avocado', left: 36, top: 30, width: 32, rotation: 4 },
      { food: 'strawberry', left: 64, top: 56, width: 20, rotation: 8 },
    ],
  },
  sweets: {
    backdrop: 'var(--art-sweet)',
    items: [
      { food: 'cupcake', left: 8, top: 30, width: 30, rotation: -8 },
      { food: 'cake', left: 56, top: 18, width: 34, rotation: 8 },
      { food: 'custard', left: 34, top: 48, width: 32, rotation: 0 },
    ],
  },
  sushi: {
    backdrop: 'var(--art-sushi)',
    items: [
      { food: 'bento', left: 48, top: 16, width: 42, rotation: 6 },
      { food: 'sushi', left: 12, top: 24, width: 40, rotation: -8 },
      { food: 'shrimp', left: 42, top: 58, width: 22, rotation: 0 },
    ],
  },
  vegetarian: {
    backdrop: 'var(--art-green)',
    items: [
      { food: 'apple', left: 10, top: 28, width: 30, rotation: -8 },
      { food: 'banana', left: 56, top: 14, width: 34, rotation: 10 },
      { food: 'grapes', left: 34, top: 34, width: 32, rotation: 0 },
      { food: 'cherries', left: 62, top: 54, width: 22, rotation: 6 },
    ],
  },
  breakfast: {
    backdrop: 'var(--art-drink)',
    items: [
      { food: 'pancakes', left: 10, top: 22, width: 36, rotation: -6 },
      { food: 'coffee', left: 56, top: 20, width: 32, rotation: 6 },
      { food: 'strawberry', left: 40, top: 58, width: 20, rotation: 0 },
    ],
  },
};

/** Scene of a type that an operator has added. */
const createScene = (food: string): Scene => ({
  backdrop: 'var(--art-meal)',
  items: [
    { food, left: 8, top: 30, width: 34, rotation: -12 },
    { food, left: 58, top: 18, width: 32, rotation: 14 },
    { food, left: 32, top: 36, width: 40, rotation: 0 },
  ],
});

/** Three to five foods on the type's gradient, where there is no photo. */
export function PhotoPlaceholder({ typeSlug, className }: { typeSlug?: string; className?: string }) {
  const addedIcon = useAddedTypeIcon(typeSlug);
  const { backdrop, items } = SCENES[typeSlug ?? ''] ?? (addedIcon ? createScene(addedIcon) : bakery);
  return (
    <div
      aria-hidden="true"
      className={cn('relative isolate overflow-hidden', className)}
      style={{ background: backdrop }}
    >
      <span className="absolute top-[54%] left-1/2 -z-1 aspect-square w-[78%] -translate-x-1/2 -translate-y-[38%] rounded-full bg-paper/28" />
      {items.map(({ food, left, top, width, rotation }) => (
        <img
          key={`${food} ${left}`}
          src={getFoodImageUrl(food, 'large')}
          alt=""
          width={256}
          height={256}
          loading="lazy"
          className="absolute h-auto saturate-115 drop-shadow-[0_10px_10px_rgb(60_16_30/.26)]"
          style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, rotate: `${rotation}deg` }}
        />
      ))}
    </div>
  );
}
