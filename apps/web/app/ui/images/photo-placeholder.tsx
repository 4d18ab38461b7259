import { cn } from '../../lib/cn.ts';
import { getFoodImageUrl } from './food-image-url.ts';
import { getScene } from './placeholder-scenes.ts';

/** Three to five foods on the category's gradient, where a seller has no photo yet. */
export function PhotoPlaceholder({ type, className }: { type?: string; className?: string }) {
  const { backdrop, items } = getScene(type);
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
