import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';

/** In a file of its own, so that pages can show it before the code of `MonthShares` has loaded. */
export const MonthSharesSkeleton = () => (
  <Loading>
    <Skeleton className="h-[114px] max-w-[640px] rounded-lg" />
  </Loading>
);
