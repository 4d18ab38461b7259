import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';

/** Orders while they load. */
export const OrdersSkeleton = () => (
  <Loading className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} className="h-12" />
    ))}
  </Loading>
);
