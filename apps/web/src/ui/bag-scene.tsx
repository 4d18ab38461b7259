import { cx } from '../lib/cx.ts';
import { bagScenes } from './bag-scenes.ts';
import { foodUrl } from './food.ts';
import { Mascot } from './mascot.tsx';

interface Props {
  scene: keyof typeof bagScenes;
  /** Fetched only once it is to be seen: where some widths hide it. */
  lazy?: boolean;
  /** Where it stands and how wide it is. */
  className?: string;
}

const place = ({ left, top, width }: { left: number; top: number; width: number }) => ({
  left: `${left}%`,
  top: `${top}%`,
  width: `${width}%`,
});

/** Foods rising from the bag before the sun; decoration on yellow. Foods may reach over its edges. */
export function BagScene({ scene, lazy, className }: Props) {
  const { aspect, sun, bag, foods } = bagScenes[scene];
  return (
    <div aria-hidden="true" className={cx('relative', className)} style={{ aspectRatio: aspect }}>
      <span className="absolute aspect-square rounded-full bg-sun" style={place(sun)} />
      {foods.map(({ food, turn, ...at }) => (
        <img
          key={food}
          src={foodUrl(food, 'large')}
          alt=""
          width={256}
          height={256}
          loading={lazy ? 'lazy' : undefined}
          className="absolute h-auto contrast-104 saturate-118 drop-shadow-[0_14px_14px_rgb(60_16_30/.28)]"
          style={{ ...place(at), rotate: `${turn}deg` }}
        />
      ))}
      <span className="absolute drop-shadow-[0_24px_28px_rgb(60_16_30/.3)]" style={place(bag)}>
        <Mascot mood="smile" className="block w-full" />
      </span>
    </div>
  );
}
