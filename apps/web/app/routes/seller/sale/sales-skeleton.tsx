import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';

/** Sales on their way. */
export const SalesSkeleton = () => (
  <Loading className="grid gap-3.5 sm:gap-5">
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-5">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-[110px] rounded-lg" />
      ))}
    </div>
    <Skeleton className="h-[340px] rounded-lg" />
    <Skeleton className="h-[260px] rounded-lg" />
  </Loading>
);
