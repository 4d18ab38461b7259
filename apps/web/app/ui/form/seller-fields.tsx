import { type FailedQuery, FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { ChoiceChip, ChoiceChips } from '@wopack/ui/form/choice.tsx';
import { IconChevronDown } from '@wopack/ui/icons';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FoodIcon } from '../images/food-icon.tsx';

interface TypeOption {
  id: number;
  name: string;
  slug: string;
}

interface Props {
  legend: string;
  hint?: string;
  error?: string;
  types: FailedQuery & { data: readonly TypeOption[] | undefined };
  value: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Selects one or more types of a sale place or a product. */
export function TypeButtons({ legend, hint, error, types, value, onChange }: Props) {
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
      <QueryState
        query={types}
        loading={
          <Loading className="flex flex-wrap gap-2.5">
            {['w-28', 'w-24', 'w-36', 'w-32', 'w-20'].map((width) => (
              <Skeleton key={width} className={`h-11 rounded-full ${width}`} />
            ))}
          </Loading>
        }
        isInline
      >
        {(options) => (
          <ChoiceChips value={value.map(String)} onChange={(ids) => onChange(ids.map(Number))}>
            {options.map(({ id, name, slug }) => (
              <ChoiceChip key={id} value={String(id)} icon={<FoodIcon slug={slug} />}>
                {name}
              </ChoiceChip>
            ))}
          </ChoiceChips>
        )}
      </QueryState>
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </fieldset>
  );
}

interface OtherLanguagesProps {
  /** Languages with a text. */
  count: number;
  /** An error in a closed section would be neither seen nor focused; once open, it stays so while it is mended. */
  hasErrors?: boolean;
  children: ReactNode;
}

/** Collapsed: the texts in the other languages. */
export function OtherLanguages({ count, hasErrors = false, children }: OtherLanguagesProps) {
  const { t } = useTranslation('seller');
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="group rounded-md inset-ring-[1.5px] inset-ring-line"
      open={isOpen || hasErrors}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-[52px] list-none items-center gap-2 rounded-md px-4 text-sm font-semibold [&::-webkit-details-marker]:hidden">
        <span className="grid gap-x-2 py-2 sm:flex sm:flex-wrap">
          {t('pack.texts.title')}
          <span className="font-normal text-muted">
            {count ? t('pack.texts.count', { count }) : t('pack.texts.hint')}
          </span>
        </span>
        <IconChevronDown className="ml-auto size-5 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-5 px-4 pt-1 pb-5">{children}</div>
    </details>
  );
}

/** Calls back with the values of a form at each change. */
export function useDraftReports<T extends FieldValues>(
  form: UseFormReturn<T>,
  onDraftChange: ((draft: T) => void) | undefined,
): void {
  const report = useEffectEvent((values: T) => onDraftChange?.(values));
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => report(values) }),
    [form],
  );
}

/** Groups use `data-invalid` instead of `aria-invalid`; wrappers of a field have it too, but cannot be focused. */
const INVALID_SELECTOR = '[aria-invalid="true"], :is(button, fieldset)[data-invalid]';

/**
 * After a refused submit, focuses the first invalid control in DOM order; the form library would use the order of
 * registration.
 */
export function useFocusFirstError(formRef: RefObject<HTMLElement | null>, submitCount: number): void {
  useEffect(() => {
    if (submitCount > 0) formRef.current?.querySelector<HTMLElement>(INVALID_SELECTOR)?.focus();
  }, [formRef, submitCount]);
}
