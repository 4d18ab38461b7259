import { IconStarFilled } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';
import { FieldError } from '../../../ui/form/form-field.tsx';

interface Props {
  /** What is rated, for screen readers. */
  legend: string;
  /** 0: not chosen yet. */
  value: number;
  onChange: (stars: number) => void;
  error: string | undefined;
}

/** One to five stars, chosen like any group of radio buttons. */
export function StarRatingInput({ legend, value, onChange, error }: Props) {
  const { t } = useTranslation('orders');
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-legend`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-note` : undefined}
      className="-ml-1.5 flex flex-wrap"
    >
      <p id={`${id}-legend`} className="sr-only">
        {legend}
      </p>
      {[1, 2, 3, 4, 5].map((stars) => (
        <label
          key={stars}
          className="relative grid size-12 place-items-center rounded-full transition-transform hover:scale-110 has-focus-visible:outline-3 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={id}
            checked={stars === value}
            onChange={() => onChange(stars)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          <span className="sr-only">{t('rate.stars', { count: stars })}</span>
          <IconStarFilled
            aria-hidden="true"
            className={cn('size-8', stars <= value ? 'text-star' : 'text-line-strong/50')}
          />
        </label>
      ))}
      {error ? (
        <span className="w-full">
          <FieldError id={`${id}-note`}>{error}</FieldError>
        </span>
      ) : null}
    </div>
  );
}
