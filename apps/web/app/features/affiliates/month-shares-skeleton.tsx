import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';

export const MonthSharesSkeleton = () => (
  <Loading>
    <Skeleton className="h-[114px] max-w-[640px] rounded-lg" />
  </Loading>
);
