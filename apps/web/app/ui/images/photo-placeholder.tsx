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

const createItem = (
  food: string,
  left: number,
  top: number,
  width: number,
  rotation: number,
): PlacedFood => ({
  food,
  left,
  top,
  width,
  rotation,
});

const bakery: Scene = {
  backdrop: 'var(--art-bakery)',
  items: [
    createItem('croissant', 6, 34, 36, -18),
    createItem('croissant', 58, 16, 32, 24),
    createItem('croissant', 30, 26, 44, 2),
  ],
};

/** Placeholder of a product without a photo, by the slug of its first type. */
const SCENES: Record<string, Scene> = {
  bakery,
  meals: {
    backdrop: 'var(--art-meal)',
    items: [
      createItem('paella', 8, 16, 44, -6),
      createItem('salad', 50, 34, 38, 6),
      createItem('rice', 34, 56, 24, 0),
    ],
  },
  groceries: {
    backdrop: 'var(--art-green)',
    items: [
      createItem('broccoli', 8, 22, 30, -10),
      createItem('carrot', 62, 18, 30, 10),
      createItem('orange', 18, 54, 26, 0),
      createItem('avocado', 36, 30, 32, 4),
      createItem('strawberry', 64, 56, 20, 8),
    ],
  },
  sweets: {
    backdrop: 'var(--art-sweet)',
    items: [
      createItem('cupcake', 8, 30, 30, -8),
      createItem('cake', 56, 18, 34, 8),
      createItem('custard', 34, 48, 32, 0),
    ],
  },
  sushi: {
    backdrop: 'var(--art-sushi)',
    items: [
      createItem('bento', 48, 16, 42, 6),
      createItem('sushi', 12, 24, 40, -8),
      createItem('shrimp', 42, 58, 22, 0),
    ],
  },
  vegetarian: {
    backdrop: 'var(--art-green)',
    items: [
      createItem('apple', 10, 28, 30, -8),
      createItem('banana', 56, 14, 34, 10),
      createItem('grapes', 34, 34, 32, 0),
      createItem('cherries', 62, 54, 22, 6),
    ],
  },
  breakfast: {
    backdrop: 'var(--art-drink)',
    items: [
      createItem('pancakes', 10, 22, 36, -6),
      createItem('coffee', 56, 20, 32, 6),
      createItem('strawberry', 40, 58, 20, 0),
    ],
  },
};

/** Of a type that an operator has added. */
const createScene = (food: string): Scene => ({
  backdrop: 'var(--art-meal)',
  items: [
    createItem(food, 8, 30, 34, -12),
    createItem(food, 58, 18, 32, 14),
    createItem(food, 32, 36, 40, 0),
  ],
});

/** Three to five foods on the type's gradient, where there is no photo. */
export function PhotoPlaceholder({ type, className }: { type?: string; className?: string }) {
  const addedIcon = useAddedTypeIcon(type);
  const { backdrop, items } = SCENES[type ?? ''] ?? (addedIcon ? createScene(addedIcon) : bakery);
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
