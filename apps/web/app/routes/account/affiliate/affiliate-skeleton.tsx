import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';

/** The partner's page on its way. */
export const AffiliateSkeleton = () => (
  <Loading className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-5">
    <Skeleton className="h-9 w-72 max-w-full" />
    <div className="grid gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-5">
      <Skeleton className="h-[220px] rounded-lg" />
      <div className="grid grid-cols-2 gap-3 lg:gap-5">
        {[1, 2, 3, 4].map((card) => (
          <Skeleton key={card} className="h-[104px] rounded-lg" />
        ))}
      </div>
    </div>
    <Skeleton className="h-[320px] rounded-lg" />
  </Loading>
);
