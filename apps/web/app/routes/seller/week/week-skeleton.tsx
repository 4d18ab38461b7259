import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';

/** The week while it loads. */
export const WeekSkeleton = () => (
  <Loading className="grid gap-3.5">
    <Skeleton className="h-16 rounded-lg" />
    <Skeleton className="h-[140px] rounded-lg" />
    <Skeleton className="h-[140px] rounded-lg" />
  </Loading>
);
