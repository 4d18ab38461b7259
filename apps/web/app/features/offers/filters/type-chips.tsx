import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { FoodIcon } from '../../../ui/images/food-icon.tsx';
import { productTypesQuery } from '../offers.api.ts';

interface Props {
  /** Id of the chosen kind; 0 is 'All'. */
  value: number;
  onChange: (id: number) => void;
  /** In a narrow column they stay in one row that scrolls. */
  wrap?: boolean;
  /** On the map. */
  raised?: boolean;
}

/** One kind of pack, or all of them: radio buttons drawn as chips. */
export function TypeChips({ value, onChange, wrap = true, raised = false }: Props) {
  const { t, i18n } = useTranslation('offers');
  const { data: productTypes, isPending } = useQuery(productTypesQuery(i18n.language));
  const groupName = useId();
  const renderChip = (id: number, label: string, icon?: ReactNode) => (
    <label
      key={id}
      className={cn(
        raised ? 'bg-raised shadow-resting' : 'bg-panel',
        'relative inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full px-4 text-[.9375rem] font-semibold whitespace-nowrap has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-[img]:pl-3',
      )}
    >
      <input
        type="radio"
        name={groupName}
        className="sr-only"
        checked={value === id}
        onChange={() => onChange(id)}
      />
      {icon}
      {label}
    </label>
  );
  return (
    <fieldset className="-mx-(--gutter) min-w-0">
      <legend className="sr-only">{t('types')}</legend>
      <div
        className={cn(
          'flex gap-2 overflow-x-auto px-(--gutter) py-1.5 [scrollbar-width:none]',
          wrap && 'lg:flex-wrap',
        )}
      >
        {renderChip(0, t('all'))}
        {productTypes?.map((type) => renderChip(type.id, type.name, <FoodIcon slug={type.slug} />))}
        {isPending
          ? ['w-28', 'w-32', 'w-30'].map((width) => (
              <Skeleton key={width} className={cn('h-11 shrink-0 rounded-full', width)} />
            ))
          : null}
      </div>
    </fieldset>
  );
}
