import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';

/** The month's shares on their way, as high as they will be. */
export const MonthSharesSkeleton = () => (
  <Loading>
    <Skeleton className="h-[114px] max-w-[640px] rounded-lg" />
  </Loading>
);
