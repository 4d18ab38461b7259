import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';

/** The day while it loads. */
export const DaySkeleton = () => (
  <Loading className="grid gap-3.5 sm:gap-5">
    <Skeleton className="h-[380px] rounded-lg sm:h-[300px] sm:rounded-xl" />
    <div className="grid grid-cols-2 gap-3 lg:gap-5 xl:grid-cols-4">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-[110px] rounded-lg" />
      ))}
    </div>
  </Loading>
);
