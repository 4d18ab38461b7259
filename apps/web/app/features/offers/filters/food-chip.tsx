import { cn } from '@wopack/ui/cn.ts';
import { lazyWithErrorBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { IconLeaf } from '@wopack/ui/icons';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countChosen, useFoodNames } from './food.ts';
import type { OfferFilters } from './offer-filters.ts';

/** Opened by few; its chips and switches are not part of the first load. */
const FoodForm = lazyWithErrorBoundary(() => import('./food-form.tsx'));

/** Says what the list is limited to, and opens the form. */
export function FoodChip({
  filters,
  raised,
}: {
  filters: Pick<OfferFilters, 'food' | 'setFood' | 'query'>;
  raised: boolean;
}) {
  const { t } = useTranslation('offers');
  const [isOpen, setIsOpen] = useState(false);
  const { food, setFood, query } = filters;
  const isOn = countChosen(food) > 0;
  const names = useFoodNames(food);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={cn(
          raised ? 'bg-raised shadow-resting' : 'bg-panel',
          'inline-flex min-h-[44px] max-w-72 shrink-0 cursor-pointer items-center gap-2 rounded-full px-4 text-[.9375rem] leading-tight font-semibold whitespace-nowrap',
          isOn && 'inset-ring-2 inset-ring-text',
        )}
      >
        <IconLeaf className="size-5 shrink-0" />
        <span className="truncate">{names || t('food.title')}</span>
      </button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={t('food.title')}>
        <Suspense
          fallback={
            <Loading>
              <Skeleton className="h-80" />
            </Loading>
          }
        >
          <FoodForm
            food={food}
            near={query}
            onDone={(next) => {
              setFood(next);
              setIsOpen(false);
            }}
          />
        </Suspense>
      </Sheet>
    </>
  );
}
