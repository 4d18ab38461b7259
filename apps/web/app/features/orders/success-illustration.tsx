import { cn } from '../../lib/cn.ts';
import { getFoodImageUrl } from '../../ui/images/food-icon.tsx';
import { Mascot } from '../../ui/images/mascot.tsx';

const foods = [
  { food: 'croissant', box: 'left-0 top-[2%] w-[43%]', turn: '-rotate-12', wait: '120ms' },
  { food: 'baguette', box: 'left-[27%] -top-[14%] w-[33%]', turn: 'rotate-[8deg]', wait: '240ms' },
  { food: 'pretzel', box: 'left-[54%] top-[4%] w-[36%]', turn: 'rotate-12', wait: '360ms' },
];

/** Decorative. */
export const SuccessIllustration = () => (
  <div aria-hidden="true" className="relative h-full overflow-x-clip">
    <span className="absolute top-[34px] left-1/2 size-[216px] -translate-x-1/2 rounded-full bg-sun" />
    <div className="absolute top-[72px] left-1/2 size-[250px] -translate-x-1/2">
      {foods.map(({ food, box, turn, wait }) => (
        <span
          key={food}
          className={cn('absolute animate-[food-rise_700ms_var(--ease-pop)_both]', box)}
          style={{ animationDelay: wait }}
        >
          <img
            src={getFoodImageUrl(food, 'large')}
            alt=""
            width={256}
            height={256}
            className={cn('h-auto w-full drop-shadow-[0_8px_8px_rgb(60_16_30/.25)] saturate-118', turn)}
          />
        </span>
      ))}
      <Mascot mood="smile" className="absolute top-[28%] left-1/2 w-[182px] -translate-x-1/2" />
    </div>
  </div>
);
