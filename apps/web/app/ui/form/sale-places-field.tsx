import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { ChoiceChip, ChoiceChips } from '@wopack/ui/form/choice.tsx';

const ALL = 'all';

interface Props {
  legend: string;
  /** Names the chip that stands for all of them. */
  allLabel: string;
  /** Null: all. */
  value: readonly number[] | null;
  onChange: (ids: number[] | null) => void;
  salePlaces: readonly { id: number; name: string }[];
  error?: string | undefined;
}

/** Sale places: all, or some. */
export function SalePlacesField({ legend, allLabel, value, onChange, salePlaces, error }: Props) {
  const pressed = value === null ? [ALL] : value.map(String);
  const handleChange = (names: string[]) => {
    const isAllPressed = names.includes(ALL) && !pressed.includes(ALL);
    onChange(isAllPressed ? null : names.filter((name) => name !== ALL).map(Number));
  };
  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="mb-2.5 text-sm font-semibold">{legend}</legend>
      <ChoiceChips value={pressed} onChange={handleChange}>
        {salePlaces.length > 1 ? <ChoiceChip value={ALL}>{allLabel}</ChoiceChip> : null}
        {salePlaces.map((salePlace) => (
          <ChoiceChip key={salePlace.id} value={String(salePlace.id)}>
            {salePlace.name}
          </ChoiceChip>
        ))}
      </ChoiceChips>
      {error ? <FieldError>{error}</FieldError> : null}
    </fieldset>
  );
}
