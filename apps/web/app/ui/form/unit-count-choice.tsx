import { ChoiceTile, ChoiceTiles } from '@wopack/ui/form/choice.tsx';

interface Props {
  legend: string;
  value: number;
  max: number;
  onChange: (count: number) => void;
  /** For screen readers. */
  describe: (count: number) => string;
  error?: string;
}

/** One to `max` packs of an order. */
export const UnitCountChoice = ({ legend, value, max, onChange, describe, error }: Props) => (
  <ChoiceTiles
    legend={legend}
    value={value}
    onChange={onChange}
    {...(error && { error })}
    className={max === 2 ? 'grid-cols-2' : max > 3 ? 'grid-cols-4' : 'grid-cols-3'}
  >
    {Array.from({ length: max }, (_, index) => index + 1).map((count) => (
      <ChoiceTile key={count} value={count} className="min-h-14 px-1 py-2">
        <span className="sr-only">{describe(count)}</span>
        <span aria-hidden="true" className="font-display text-xl leading-6 font-extrabold">
          {count}
        </span>
      </ChoiceTile>
    ))}
  </ChoiceTiles>
);
