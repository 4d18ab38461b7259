import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';

export const TicketSkeleton = () => (
  <Loading className="grid justify-items-center gap-5 rounded-lg bg-raised p-6 shadow-resting">
    <div className="grid w-full gap-2">
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
    </div>
    <Skeleton className="h-18 w-[264px]" />
    <Skeleton className="size-[168px]" />
    <Skeleton className="h-20 w-full" />
  </Loading>
);
