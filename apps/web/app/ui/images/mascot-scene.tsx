import { cn } from '@wopack/ui/cn.ts';
import { Mascot } from '@wopack/ui/images/logo-and-mascot.tsx';
import { getFoodImageUrl } from './food-image-url.ts';

/** Percent of the scene: left and width of its width, top of its height; rotation in degrees. */
interface Placement {
  left: number;
  top: number;
  width: number;
}

interface Scene {
  aspect: string;
  sun: Placement;
  mascot: Placement;
  /** From back to front. */
  foods: readonly (Placement & { food: string; rotation: number })[];
}

/** `full`: on the landing page. `door`: at the edge of sign-in pages. */
const MASCOT_SCENES = {
  full: {
    aspect: '560 / 600',
    sun: { left: 8, top: 2, width: 84 },
    mascot: { left: 17.9, top: 30.3, width: 64.3 },
    foods: [
      { food: 'baguette', left: 33.2, top: -3, width: 38.6, rotation: -8 },
      { food: 'broccoli', left: 56.8, top: 14, width: 30, rotation: 18 },
      { food: 'sushi', left: 9.3, top: 18.3, width: 31.4, rotation: -16 },
      { food: 'croissant', left: 20, top: 7.3, width: 32.5, rotation: -24 },
      { food: 'orange', left: 72.1, top: 31.7, width: 20, rotation: 8 },
      { food: 'cupcake', left: 51.8, top: 3.3, width: 25, rotation: 14 },
      { food: 'salad', left: 35, top: 25, width: 31.4, rotation: 0 },
    ],
  },
  door: {
    aspect: '1',
    sun: { left: 6.5, top: -14, width: 87 },
    mascot: { left: 13, top: 18, width: 74 },
    foods: [
      { food: 'croissant', left: 4, top: 0, width: 42, rotation: -20 },
      { food: 'orange', left: 34, top: -12, width: 34, rotation: 0 },
      { food: 'broccoli', left: 56, top: 0, width: 38, rotation: 16 },
    ],
  },
} as const satisfies Record<string, Scene>;

interface Props {
  scene: keyof typeof MASCOT_SCENES;
  /** Loads only when visible: for scenes that some widths hide. */
  lazy?: boolean;
  /** Position and width. */
  className?: string;
}

const toStyle = ({ left, top, width }: { left: number; top: number; width: number }) => ({
  left: `${left}%`,
  top: `${top}%`,
  width: `${width}%`,
});

/** Decorative, for yellow surfaces. Foods may extend beyond its edges. */
export function MascotScene({ scene, lazy, className }: Props) {
  const { aspect, sun, mascot, foods } = MASCOT_SCENES[scene];
  return (
    <div aria-hidden="true" className={cn('relative', className)} style={{ aspectRatio: aspect }}>
      <span className="absolute aspect-square rounded-full bg-sun" style={toStyle(sun)} />
      {foods.map(({ food, rotation, ...placement }) => (
        <img
          key={food}
          src={getFoodImageUrl(food, 'large')}
          alt=""
          width={256}
          height={256}
          loading={lazy ? 'lazy' : undefined}
          className="absolute h-auto contrast-104 saturate-118 drop-shadow-[0_14px_14px_rgb(60_16_30/.28)]"
          style={{ ...toStyle(placement), rotate: `${rotation}deg` }}
        />
      ))}
      <span className="absolute drop-shadow-[0_24px_28px_rgb(60_16_30/.3)]" style={toStyle(mascot)}>
        <Mascot mood="smile" className="block w-full" />
      </span>
    </div>
  );
}
