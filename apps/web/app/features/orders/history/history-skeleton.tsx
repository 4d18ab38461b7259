import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';

export const HistorySkeleton = () => (
  <Loading className="grid max-w-[640px] gap-4">
    <Skeleton className="h-[138px] rounded-lg" />
    {[1, 2, 3, 4].map((row) => (
      <div key={row} className="flex gap-3.5">
        <Skeleton className="size-[84px] shrink-0 rounded-md" />
        <div className="grid flex-1 content-start gap-2.5">
          <Skeleton className="h-[18px] w-2/3" />
          <Skeleton className="h-3.5 w-1/2" />
          <Skeleton className="h-7 w-1/3 rounded-full" />
        </div>
      </div>
    ))}
  </Loading>
);
