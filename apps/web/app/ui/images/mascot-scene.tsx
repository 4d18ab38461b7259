import { cn } from '../../lib/cn.ts';
import { getFoodImageUrl } from './food-image-url.ts';
import { Mascot } from './mascot.tsx';
import { MASCOT_SCENES } from './mascot-scenes.ts';

interface Props {
  scene: keyof typeof MASCOT_SCENES;
  /** Fetched only once it is to be seen: where some widths hide it. */
  lazy?: boolean;
  /** Where it stands and how wide it is. */
  className?: string;
}

const toStyle = ({ left, top, width }: { left: number; top: number; width: number }) => ({
  left: `${left}%`,
  top: `${top}%`,
  width: `${width}%`,
});

/** Foods rising from the bag before the sun; decoration on yellow. Foods may reach over its edges. */
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
