import { FieldError, InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { ChoiceChip, ChoiceChips } from '@wopack/ui/form/choice/choice-chips.tsx';
import { useId } from 'react';
import { FoodIcon } from '../images/food-icon.tsx';

interface Category {
  id: number;
  name: string;
  slug: string;
}

interface Props {
  legend: string;
  hint?: string;
  error?: string;
  /** Query of the categories. */
  categories: { data?: readonly Category[]; error: unknown; refetch: () => unknown };
  value: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Selects one or more categories of a sale place or a product. */
export function CategoryButtons({ legend, hint, error, categories, value, onChange }: Props) {
  const errorId = useId();
  return (
    <fieldset
      tabIndex={-1}
      data-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
      className="grid min-w-0 gap-2.5 outline-none"
    >
      <legend className="mb-2.5 text-sm font-semibold">
        {legend} {hint ? <span className="font-normal text-muted">{hint}</span> : null}
      </legend>
      {categories.data ? (
        <ChoiceChips value={value.map(String)} onChange={(ids) => onChange(ids.map(Number))}>
          {categories.data.map(({ id, name, slug }) => (
            <ChoiceChip key={id} value={String(id)} icon={<FoodIcon slug={slug} />}>
              {name}
            </ChoiceChip>
          ))}
        </ChoiceChips>
      ) : categories.error ? (
        <InlineError error={categories.error} onRetry={categories.refetch} />
      ) : (
        <Loading className="flex flex-wrap gap-2.5">
          {['w-28', 'w-24', 'w-36', 'w-32', 'w-20'].map((width) => (
            <Skeleton key={width} className={`h-11 rounded-full ${width}`} />
          ))}
        </Loading>
      )}
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </fieldset>
  );
}
