import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';

export const CardFormSkeleton = () => (
  <Loading className="grid gap-3.5">
    <Skeleton className="h-[78px]" />
    <div className="grid grid-cols-2 gap-3.5">
      <Skeleton className="h-[78px]" />
      <Skeleton className="h-[78px]" />
    </div>
  </Loading>
);
